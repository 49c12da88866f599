// Finding members. This is a hot path: see the comment on GraphQLReader.
extension GraphQLReader {
  /// Moves to the value of a member that must exist.
  ///
  /// - Parameter expected: the type in the schema, for the error if there is no such member.
  @inline(__always) mutating func seekRequired(_ key: StaticString, _ expected: StaticString) throws {
    if !seekNext(key) { try seekRequiredSlowly(key, expected) }
  }

  @inline(never) private mutating func seekRequiredSlowly(
    _ key: StaticString, _ expected: StaticString
  ) throws {
    // The decoder reports a missing member when it is read.
    guard try source == nil ? search(key) : select(key) else {
      throw missing(key, expected: expected.description)
    }
  }

  /// Moves to the value of a member, if it exists.
  ///
  /// - Returns: false if the object lacks the member.
  @inline(__always) mutating func seek(_ key: StaticString) throws -> Bool {
    try seekNext(key) || seekSlowly(key)
  }

  /// Moves to the value of a member that is next in its plainest form.
  @inline(__always) private mutating func seekNext(_ key: StaticString) -> Bool {
    let count = key.utf8CodeUnitCount
    let name = p
    guard name + (count &+ 3) <= frame.fastEnd, name.pointee == JSONByte.quote,
      Self.isQuoteAndColon(name + (count &+ 1)), Self.equal(name + 1, key.utf8Start, count)
    else { return false }
    remember(name)
    p = name + (count &+ 3)
    skipWhitespace()
    return true
  }

  @inline(__always) private static func isQuoteAndColon(_ bytes: UnsafePointer<UInt8>) -> Bool {
    UInt16(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt16.self)) == 0x3A22
  }

  /// `seek` for a member that is not next in its plainest form.
  @inline(never) private mutating func seekSlowly(_ key: StaticString) throws -> Bool {
    if source != nil { return select(key) && decoderHas(key) }
    return try search(key)
  }

  @inline(__always) private mutating func search(_ key: StaticString) throws -> Bool {
    if let name = find(key) {
      frame.resume = p
      p = name
    } else {
      guard try advance(to: key) else { return false }
      remember(p)
    }
    if hasEscapedNames {
      _ = try skipString()
    } else {
      p += key.utf8CodeUnitCount &+ 2
    }
    try skipColon()
    return true
  }

  /// Whether the object has a member; its value may be null.
  ///
  /// Generated code uses this for type markers and for optional members.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the text is not valid JSON.
  public mutating func has(_ key: StaticString) throws -> Bool {
    if source != nil { return decoderHas(key) }
    return try isNext(key) || find(key) != nil || advance(to: key)
  }

  /// Whether the next member has this name and no earlier one was skipped.
  @inline(__always) func isNext(_ key: StaticString) -> Bool {
    p + (key.utf8CodeUnitCount &+ 3) <= frame.fastEnd && p.pointee == JSONByte.quote && isPlainName(p, key)
  }

  /// Skips members until one with this name. Stops at its name, or at the closing brace.
  private mutating func advance(to key: StaticString) throws -> Bool {
    while p.pointee == JSONByte.quote {
      if isPlainName(p, key) { return true }
      let name = p
      if try skipString() {
        hasEscapedNames = true
        if isName(name, key) {
          p = name
          return true
        }
      }
      remember(name)
      frame.fastEnd = base
      try skipColon()
      try skipValue()
      try endMember()
    }
    return false
  }

  /// Finds a member that was skipped earlier.
  private mutating func find(_ key: StaticString) -> UnsafePointer<UInt8>? {
    if memberCount &- frame.firstMember <= MemberTable.smallest {
      // The first two letters, or one and the quote, distinguish most names. No field's name is empty.
      let first = key.utf8Start[0]
      let second = key.utf8CodeUnitCount > 1 ? key.utf8Start[1] : JSONByte.quote
      var index = frame.firstMember
      while index < memberCount {
        let name = members[index]
        let isLike = name[1] == first && name[2] == second
        if isLike || hasEscapedNames, isName(name, key) { return name }
        index &+= 1
      }
      return nil
    }
    let names = frame.names ?? MemberTable.make()
    frame.names = names
    let met = UnsafeBufferPointer(start: members + frame.firstMember, count: memberCount - frame.firstMember)
    names.pointee.add(met)
    return names.pointee.find(key, in: met)
  }

  @inline(__always) private mutating func remember(_ name: UnsafePointer<UInt8>) {
    if memberCount == memberCapacity { growMembers() }
    members[memberCount] = name
    memberCount &+= 1
  }

  @inline(never) private mutating func growMembers() {
    memberCapacity = max(64, memberCapacity * 2)
    members.grow(memberCount, to: memberCapacity, from: workspace.members.0)
  }

  /// Whether the already scanned name with its opening quote at `name` is this one.
  @inline(__always) private func isName(_ name: UnsafePointer<UInt8>, _ key: StaticString) -> Bool {
    isPlainName(name, key) || (hasEscapedNames && EscapedName.equal(name, key))
  }

  /// Whether a name, scanned or not, is this one without escapes.
  @inline(__always) private func isPlainName(_ name: UnsafePointer<UInt8>, _ key: StaticString) -> Bool {
    isPlainName(name, key.utf8Start, key.utf8CodeUnitCount)
  }

  /// The same, for a name of `count` bytes starting at `text`.
  @inline(__always) func isPlainName(
    _ name: UnsafePointer<UInt8>, _ text: UnsafePointer<UInt8>, _ count: Int
  ) -> Bool {
    name + (count &+ 2) <= end && name[count &+ 1] == JSONByte.quote && Self.equal(name + 1, text, count)
  }

  /// Skips a name and its colon.
  ///
  /// - Returns: whether the name has escapes.
  @inline(__always) mutating func skipName() throws -> Bool {
    let isEscaped = try skipString()
    try skipColon()
    return isEscaped
  }

  @inline(__always) mutating func skipColon() throws {
    skipWhitespace()
    guard p.pointee == JSONByte.colon else { throw invalid(expected: "':'") }
    p += 1
    skipWhitespace()
  }

  /// Skips what follows a member's value, up to the next name or the closing brace.
  @inline(__always) mutating func endMember() throws {
    if frame.resume == nil {
      if p.pointee == JSONByte.comma, p[1] == JSONByte.quote {
        p += 1
        return
      }
      if p.pointee == JSONByte.closeBrace { return }
    }
    try endMemberSlowly()
  }

  @inline(never) private mutating func endMemberSlowly() throws {
    if let resume = frame.resume {
      p = resume
      frame.resume = nil
      return
    }
    skipWhitespace()
    if p.pointee == JSONByte.comma {
      p += 1
      skipWhitespace()
      guard p.pointee == JSONByte.quote else { throw invalid(expected: "a name in quotes") }
      return
    }
    guard p.pointee == JSONByte.closeBrace || source != nil else { throw invalid(expected: "',' or '}'") }
  }

  @inline(__always) static func equal(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int)
    -> Bool
  {
    let a = UnsafeRawPointer(a)
    let b = UnsafeRawPointer(b)
    if count >= 8 {
      // Compare the ends first, which cover most names completely.
      if word(a, 0) != word(b, 0) || word(a, count &- 8) != word(b, count &- 8) { return false }
      var index = 8
      while index &+ 8 < count {
        if word(a, index) != word(b, index) { return false }
        index &+= 8
      }
      return true
    }
    if count >= 4 {
      return a.loadUnaligned(as: UInt32.self) == b.loadUnaligned(as: UInt32.self)
        && a.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
          == b.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
    }
    if count >= 2 {
      return a.loadUnaligned(as: UInt16.self) == b.loadUnaligned(as: UInt16.self)
        && a.load(fromByteOffset: count &- 1, as: UInt8.self)
          == b.load(fromByteOffset: count &- 1, as: UInt8.self)
    }
    return count == 0 || a.load(as: UInt8.self) == b.load(as: UInt8.self)
  }

  @inline(__always) static func word(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }
}
