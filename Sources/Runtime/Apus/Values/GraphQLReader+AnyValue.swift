extension GraphQLReader {
  /// An object or list that has not ended yet.
  private struct OpenContainer {
    /// The name of the current member; nil in a list.
    var name: String?
    var members: [String: GraphQLValue] = [:]
    var elements: [GraphQLValue] = []
  }

  /// Reads any value.
  ///
  /// It is not recursive, because each level would take too much of a small stack.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the text is not valid JSON.
  public mutating func readValue() throws -> GraphQLValue {
    var open: [OpenContainer] = []
    while true {
      var value: GraphQLValue
      if p.pointee == JSONByte.openBrace {
        if let name = try firstName() {
          open.append(OpenContainer(name: name))
          continue
        }
        value = .object([:])
      } else if p.pointee == JSONByte.openBracket {
        if try enterList() {
          open.append(OpenContainer())
          continue
        }
        value = .list([])
      } else {
        value = try readLeaf()
      }
      while !open.isEmpty, try !proceed(after: value, in: &open[open.count - 1]) {
        let container = open.removeLast()
        value = container.name == nil ? .list(container.elements) : .object(container.members)
      }
      if open.isEmpty { return value }
    }
  }

  /// Adds a value to its container.
  ///
  /// - Returns: whether another value follows at the current position; otherwise the container has been left.
  private mutating func proceed(after value: GraphQLValue, in container: inout OpenContainer) throws -> Bool {
    guard let name = container.name else {
      container.elements.append(value)
      return try nextElement()
    }
    // If a name is repeated, the first member counts.
    if container.members[name] == nil { container.members[name] = value }
    guard let next = try nextName() else { return false }
    container.name = next
    return true
  }

  /// Enters an object with unknown names.
  ///
  /// - Returns: the name of its first member, whose value is next; nil for an empty object, which has been left.
  private mutating func firstName() throws -> String? {
    try deepen()
    p += 1
    skipWhitespace()
    return try nameOrEnd()
  }

  /// Moves on from a member's value.
  ///
  /// - Returns: the name of the next member; nil if there is none and the object has been left.
  private mutating func nextName() throws -> String? {
    skipWhitespace()
    if p.pointee == JSONByte.closeBrace { return try nameOrEnd() }
    guard p.pointee == JSONByte.comma else { throw invalid(expected: "',' or '}'") }
    p += 1
    skipWhitespace()
    return try readName()
  }

  private mutating func nameOrEnd() throws -> String? {
    guard p.pointee == JSONByte.closeBrace else { return try readName() }
    try close()
    return nil
  }

  /// Reads a member's name and moves to its value.
  private mutating func readName() throws -> String {
    guard p.pointee == JSONByte.quote else { throw invalid(expected: "a name in quotes") }
    let name = try readString()
    try skipColon()
    return name
  }

  /// Reads a value that is neither an object nor a list, or any value from a decoder.
  private mutating func readLeaf() throws -> GraphQLValue {
    switch p.pointee {
    case JSONByte.quote: return .string(try readString())
    case JSONByte.t, JSONByte.f: return .bool(try readBool())
    case JSONByte.n:
      _ = try readNull()
      return .null
    default:
      if Self.startsNumber(p.pointee) { return .number(try readNumber()) }
      return try decoded(GraphQLValue.self, "a value")
    }
  }

  /// Reads the members of an object with unknown names.
  ///
  /// - Parameter readMember: receives a member's name and reads the current value.
  mutating func readMembers(_ readMember: (String, inout GraphQLReader) throws -> Void) throws {
    var name = try firstName()
    while let member = name {
      try readMember(member, &self)
      name = try nextName()
    }
  }
}
