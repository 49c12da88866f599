// Entering and leaving objects and lists.
extension GraphQLReader {
  /// Enters the object at the current position.
  mutating func enterObject() throws {
    guard p.pointee == JSONByte.openBrace else { return try enterDecodedObject() }
    try deepen()
    if frameCount == frameCapacity { growFrames() }
    (frames + frameCount).initialize(to: frame)
    frameCount &+= 1
    p += 1
    skipWhitespace()
    guard p.pointee == JSONByte.quote || p.pointee == JSONByte.closeBrace else {
      throw invalid(expected: "a name in quotes or '}'")
    }
    frame = ObjectFrame(start: p, fastEnd: end, firstMember: memberCount)
  }

  /// Skips members up to the closing brace.
  mutating func skipMembers() throws {
    while p.pointee == JSONByte.quote {
      _ = try skipName()
      try skipValue()
      try endMember()
    }
  }

  /// Leaves the entered object, skipping members that were not read.
  mutating func leaveObject() throws {
    if p.pointee != JSONByte.closeBrace, try leaveEarly() { return }
    memberCount = frame.firstMember
    frame.names?.destroy()
    frameCount &-= 1
    frame = frames[frameCount]
    try close()
  }

  @inline(never) private mutating func growFrames() {
    frameCapacity = max(32, frameCapacity * 2)
    frames.grow(frameCount, to: frameCapacity, from: workspace.frames.0)
  }

  /// Counts an object or list that is about to be entered.
  @inline(__always) mutating func deepen() throws {
    guard depth < maximumDepth else { throw tooDeep() }
    depth &+= 1
  }

  /// Skips the closing bracket of an object or list.
  @inline(__always) mutating func close() throws {
    depth &-= 1
    p += 1
    if p == end, depth > 0 { throw invalid(expected: "',' or a closing bracket") }
  }

  /// Enters the list at the current position.
  ///
  /// - Returns: whether it has elements. An empty list is left right away.
  mutating func enterList() throws -> Bool {
    guard p.pointee == JSONByte.openBracket else { return try enterDecodedList() }
    try deepen()
    p += 1
    skipWhitespace()
    if p.pointee != JSONByte.closeBracket { return true }
    try close()
    return false
  }

  /// Skips what follows an element.
  ///
  /// - Returns: whether another element follows; otherwise the list has been left.
  mutating func nextElement() throws -> Bool {
    skipWhitespace()
    if p.pointee == JSONByte.comma {
      p += 1
      skipWhitespace()
      return true
    }
    guard p.pointee == JSONByte.closeBracket else { return try nextDecodedElement() }
    try close()
    return false
  }
}
