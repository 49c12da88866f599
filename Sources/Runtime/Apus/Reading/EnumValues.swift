/// A table of enum values that already occurred in a string. Each name is converted to a value once and recognized by its
/// bytes from then on.
///
/// `init(rawValue:)` would create a string for each name and compare it with the names of all cases.
struct EnumValues {
  private struct Entry {
    /// `nothing` for an empty entry.
    var type: ObjectIdentifier
    var name: Name
    /// The value, of the type above.
    var value: UnsafeMutableRawPointer
    var enumeration: (any GraphQLEnum.Type)?

    /// No type of an enum. Comparing with an optional would take three times as many instructions.
    static var nothing: ObjectIdentifier { ObjectIdentifier(EnumValues.self) }

    func free() { enumeration?.free(value) }
  }

  /// A name in the text, which stays valid while the text is read.
  private struct Name {
    let start: UnsafePointer<UInt8>
    let count: Int
    /// Its first and last eight bytes, which cover most names completely. For a shorter name, both contain all of it.
    let first: UInt64
    let last: UInt64

    /// - Parameter start: the first byte of a non-empty name. Eight bytes before it and eight from it on must be
    ///   readable.
    @inline(__always) init(_ start: UnsafePointer<UInt8>, _ count: Int) {
      self.start = start
      self.count = count
      // Shift out the bytes around a short name.
      let shift = 64 &- 8 &* UInt64(truncatingIfNeeded: min(count, 8))
      first = UInt64(littleEndian: GraphQLReader.word(start, 0)) &<< shift
      last = UInt64(littleEndian: GraphQLReader.word(start, count &- 8)) &>> shift
    }

    @inline(__always) static func == (a: Name, b: Name) -> Bool {
      a.first == b.first && a.last == b.last && a.count == b.count && (a.count <= 16 || hasSameMiddle(a, b))
    }

    /// Whether two names that are longer than two words are equal between these.
    ///
    /// Up to four words it is two comparisons, without a branch for each length: lengths are unpredictable.
    @inline(__always) private static func hasSameMiddle(_ a: Name, _ b: Name) -> Bool {
      if a.count > 32 { return GraphQLReader.equal(a.start + 8, b.start + 8, a.count &- 16) }
      let second = GraphQLReader.word(a.start, 8) ^ GraphQLReader.word(b.start, 8)
      let third = GraphQLReader.word(a.start, a.count &- 16) ^ GraphQLReader.word(b.start, b.count &- 16)
      return second | third == 0
    }
  }

  /// The minimum and maximum size, both powers of two. A name is stored at its own index or the next one. A third name
  /// with the same index makes the table four times larger, or replaces one of the two in the largest table. A large
  /// table would not pay off for a response of a kilobyte, so two names may share an index until that has cost some
  /// time.
  private static let (smallest, largest) = (8, 512)
  /// The number of times that a name was found at the next index, since the table has grown.
  private var detours = 0
  private static let maximumDetours = 64
  private var entries: UnsafeMutablePointer<Entry>?
  private var capacity = 0

  /// Frees the memory. Call it once.
  func deallocate() {
    guard let entries else { return }
    var index = 0
    while index < capacity {
      entries[index].free()
      index += 1
    }
    entries.deinitialize(count: capacity)
    entries.deallocate()
  }

  /// The value of a name without escapes.
  ///
  /// - Parameter text: the text that contains the name.
  @inline(__always) mutating func value<Value: GraphQLEnum>(
    _ type: Value.Type, _ start: UnsafePointer<UInt8>, _ count: Int, in text: Range<UnsafePointer<UInt8>>
  ) -> Value {
    guard count > 0, start - text.lowerBound >= 8, text.upperBound - start >= 8 else {
      return Value(start, count)
    }
    let name = Name(start, count)
    let identifier = ObjectIdentifier(type)
    let place = place(identifier, name)
    // Compare in place, because copying an entry takes longer than looking at it.
    if let entries, entries[place].type == identifier, entries[place].name == name {
      return entries[place].value.assumingMemoryBound(to: Value.self).pointee
    }
    return otherValue(type, start, count)
  }

  /// The value of a name that is not at its own index.
  @inline(never) private mutating func otherValue<Value: GraphQLEnum>(
    _ type: Value.Type, _ start: UnsafePointer<UInt8>, _ count: Int
  ) -> Value {
    let name = Name(start, count)
    let beside = place(ObjectIdentifier(type), name) ^ 1
    if let entries, entries[beside].type == ObjectIdentifier(type), entries[beside].name == name {
      let value = entries[beside].value.assumingMemoryBound(to: Value.self).pointee
      detours &+= 1
      // This may free values, so the one that was found has been copied.
      if detours > Self.maximumDetours, capacity < Self.largest { grow(name) }
      return value
    }
    let value = Value(start, count)
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    memory.initialize(to: value)
    insert(
      Entry(
        type: ObjectIdentifier(type), name: name, value: UnsafeMutableRawPointer(memory), enumeration: type))
    return value
  }

  @inline(__always) private func place(_ type: ObjectIdentifier, _ name: Name) -> Int {
    let address = UInt64(UInt(bitPattern: type))
    // Rotated, because both words are the same name if it is short.
    let sum = (name.first ^ (name.last &<< 29 | name.last &>> 35)) &+ address
    return Int(truncatingIfNeeded: (sum &* 0xD6E8_FEB8_6659_FD93) &>> 55) & (capacity &- 1)
  }

  private mutating func insert(_ entry: Entry) {
    guard entry.type != Entry.nothing else { return }
    guard let entries else {
      begin(Self.smallest, entry.name)
      return insert(entry)
    }
    var place = place(entry.type, entry.name)
    if entries[place].type != Entry.nothing { place ^= 1 }
    if entries[place].type != Entry.nothing, capacity < Self.largest {
      grow(entry.name)
      return insert(entry)
    }
    entries[place].free()
    entries[place] = entry
  }

  private mutating func begin(_ capacity: Int, _ name: Name) {
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    // The contents of the other slots are never read.
    let none = Entry(
      type: Entry.nothing, name: name, value: UnsafeMutableRawPointer(entries), enumeration: nil)
    entries.initialize(repeating: none, count: capacity)
    self.entries = entries
    self.capacity = capacity
    detours = 0
  }

  private mutating func grow(_ name: Name) {
    let (old, count) = (entries, capacity)
    begin(count * 4, name)
    guard let old else { return }
    for index in 0..<count { insert(old[index]) }
    old.deinitialize(count: count)
    old.deallocate()
  }
}

extension GraphQLEnum {
  fileprivate init(_ name: UnsafePointer<UInt8>, _ count: Int) {
    self.init(rawValue: String(decoding: UnsafeBufferPointer(start: name, count: count), as: UTF8.self))
  }

  /// Frees a value stored in the table.
  fileprivate static func free(_ value: UnsafeMutableRawPointer) {
    let value = value.assumingMemoryBound(to: Self.self)
    value.deinitialize(count: 1)
    value.deallocate()
  }
}

extension GraphQLReader {
  /// Reads an enum value.
  mutating func readEnumeration<Value: GraphQLEnum>() throws -> Value {
    if let name = plainText() { return enumValues.value(Value.self, name.start, name.count, in: base..<end) }
    return try readUnusualEnumeration()
  }

  /// Reads an enum value of a member.
  @inline(__always) mutating func readEnumerationMember<Value: GraphQLEnum>() throws -> Value {
    if let name = plainText() {
      // End the member first, because unspecialized code would copy a value that it has to keep meanwhile.
      try endMember()
      return enumValues.value(Value.self, name.start, name.count, in: base..<end)
    }
    return try readUnusualEnumerationMember()
  }

  /// Skips a string of ASCII without escapes; returns nil for any other value.
  @inline(__always) private mutating func plainText() -> (start: UnsafePointer<UInt8>, count: Int)? {
    guard p.pointee == JSONByte.quote else { return nil }
    let start = p + 1
    let count = JSONString.asciiRun(start, end)
    guard start + count < end, start[count] == JSONByte.quote else { return nil }
    p = start + (count &+ 1)
    return (start, count)
  }

  @inline(never) private mutating func readUnusualEnumerationMember<Value: GraphQLEnum>() throws -> Value {
    let value: Value = try readUnusualEnumeration()
    try endMember()
    return value
  }

  @inline(never) private mutating func readUnusualEnumeration<Value: GraphQLEnum>() throws -> Value {
    guard p.pointee == JSONByte.quote else { return try decoded(Value.self, "enum value") }
    return Value(rawValue: try readString())
  }
}
