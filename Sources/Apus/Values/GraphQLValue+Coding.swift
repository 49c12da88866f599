extension GraphQLValue {
  /// Decodes the bytes of any JSON text: a `[UInt8]`, a `Data`, an `UnsafeRawBufferPointer`.
  ///
  /// - Throws: ``GraphQLDecodingError``.
  public init(json: some Collection<UInt8>, maximumDepth: Int = ObjectReader.defaultMaximumDepth) throws {
    self = try ObjectReader.read(json, maximumDepth: maximumDepth) { reader in try reader.readValue() }
  }

  /// Decodes any JSON text.
  ///
  /// - Throws: ``GraphQLDecodingError``.
  public init(json: String, maximumDepth: Int = ObjectReader.defaultMaximumDepth) throws {
    self = try GraphQLValue(json: json.utf8, maximumDepth: maximumDepth)
  }

  /// The value as compact JSON, in UTF-8, members sorted by name.
  public func json() throws -> [UInt8] {
    var writer = ObjectWriter()
    writer.writeValue(self)
    return try writer.withBytes { Array($0) }
  }
}

extension GraphQLValue: GraphQLCodable {
  public init(readingValue reader: inout ObjectReader) throws { self = try reader.readValue() }
  public func writeValue(to writer: inout ObjectWriter) { writer.writeValue(self) }

  public init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: GraphQLKey.self) {
      var object: [String: GraphQLValue] = [:]
      for key in members.allKeys {
        object[key.stringValue] = try members.decode(GraphQLValue.self, forKey: key)
      }
      self = .object(object)
    } else if var elements = try? decoder.unkeyedContainer() {
      var list: [GraphQLValue] = []
      while !elements.isAtEnd { list.append(try elements.decode(GraphQLValue.self)) }
      self = .list(list)
    } else {
      let scalar = try decoder.singleValueContainer()
      if scalar.decodeNil() {
        self = .null
      } else if let bool = try? scalar.decode(Bool.self) {
        self = .bool(bool)
      } else if let string = try? scalar.decode(String.self) {
        self = .string(string)
      } else {
        self = .number(try scalar.decode(GraphQLNumber.self))
      }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: GraphQLKey.self)
      for (name, value) in members { try container.encode(value, forKey: GraphQLKey(stringValue: name)) }
    case .list(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .number(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .string(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }
}

extension ObjectReader {
  /// Reads any value.
  public mutating func readValue() throws -> GraphQLValue {
    switch p.pointee {
    case JSONByte.openBrace: return .object(try readAnyMembers())
    case JSONByte.openBracket: return .list(try readList { reader in try reader.readValue() })
    case JSONByte.quote: return .string(try readString())
    case JSONByte.t, JSONByte.f: return .bool(try readBool())
    case JSONByte.n:
      _ = try readNull()
      return .null
    default:
      if Self.startsNumber(p.pointee) { return .number(try readNumber()) }
      guard let decoder else { throw invalid(expected: "a value") }
      return try GraphQLValue(from: decoder)
    }
  }

  private mutating func readAnyMembers() throws -> [String: GraphQLValue] {
    var members: [String: GraphQLValue] = [:]
    try readMembers { name, reader in
      let value = try reader.readValue()
      // Of members with one name, the first counts.
      if members[name] == nil { members[name] = value }
    }
    return members
  }

  /// Reads the members of an object whose names are not known.
  ///
  /// - Parameter readMember: takes a member's name, and reads the value that the reader stands on.
  mutating func readMembers(_ readMember: (String, inout ObjectReader) throws -> Void) throws {
    try deepen()
    p += 1
    skipWhitespace()
    if p.pointee != JSONByte.closeBrace {
      while true {
        guard p.pointee == JSONByte.quote else { throw invalid(expected: "a name in quotes") }
        let name = try readString()
        try skipColon()
        try readMember(name, &self)
        skipWhitespace()
        if p.pointee == JSONByte.closeBrace { break }
        guard p.pointee == JSONByte.comma else { throw invalid(expected: "',' or '}'") }
        p += 1
        skipWhitespace()
      }
    }
    try close()
  }
}

extension ObjectWriter {
  /// Writes any value; members are sorted by name.
  public mutating func writeValue(_ value: GraphQLValue) {
    guard destination == .json else { return pass(value) }
    switch value {
    case .null: storeNull()
    case .bool(let value): storeBool(value)
    case .number(let value): storeASCII(value.description)
    case .string(let value): storeString(value)
    case .list(let elements): writeList(elements) { element, writer in writer.writeValue(element) }
    case .object(let members):
      append(JSONByte.openBrace)
      var isFirst = true
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        if !isFirst { append(JSONByte.comma) }
        isFirst = false
        storeString(name)
        append(JSONByte.colon)
        writeValue(value)
      }
      append(JSONByte.closeBrace)
    }
  }
}
