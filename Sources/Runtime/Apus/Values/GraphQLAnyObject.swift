/// An object without a generated type: the data of a response to a document given as text.
///
/// ```swift
/// let data = try GraphQLAnyObject(json: bytes)
/// print(data["artist"]["name"].string ?? "no name")
/// let artist = try data.decode(as: ArtistData.self)
/// ```
public struct GraphQLAnyObject: GraphQLObject {
  /// The members as JSON, without braces.
  private let members: [UInt8]

  /// Creates an object with these members.
  public init(_ members: [String: GraphQLValue]) {
    // A value can always be written, because its numbers are already text.
    self.init(members: Array(GraphQLValue.object(members).description.utf8.dropFirst().dropLast()))
  }

  private init(members: [UInt8]) { self.members = members }

  /// The object as a JSON value.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the object contains invalid JSON.
  public var value: GraphQLValue {
    get throws { try GraphQLValue(json: bytes) }
  }

  /// The value of a member; null if there is none. The object is parsed each time: use ``value`` to read many members.
  public subscript(name: String) -> GraphQLValue { (try? value)?[name] ?? .null }

  /// Decodes the object as a type. A generated type is read directly from the bytes, any other with Foundation's
  /// `JSONDecoder`.
  ///
  /// - Throws: ``GraphQLDecodingError`` with the path in this object. For a type that is not generated, its position is
  ///   the start of the object.
  public func decode<Value: Decodable>(as type: Value.Type) throws -> Value {
    try CodableJSON(bytes).decode(type)
  }

  private var bytes: [UInt8] { [JSONByte.openBrace] + members + [JSONByte.closeBrace] }
}

extension GraphQLAnyObject: CustomStringConvertible {
  /// The object as JSON.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension GraphQLAnyObject {
  public init(_reading reader: inout GraphQLReader) throws {
    if let object = reader.source as? DecodedObject {
      self.init(try object.values())
      return
    }
    let start = reader.p
    try reader.skipMembers()
    self.init(members: Array(UnsafeBufferPointer(start: start, count: reader.p - start)))
  }

  public func _write(to writer: inout GraphQLWriter) {
    do {
      try writer.writeMembers(members, of: value.object ?? [:])
    } catch {
      writer.fail(error)
    }
  }

  /// Two objects are equal if their members are, in any order.
  public static func == (first: GraphQLAnyObject, second: GraphQLAnyObject) -> Bool {
    if first.members == second.members { return true }
    guard let one = try? first.value, let other = try? second.value else { return false }
    return one == other
  }
}

extension GraphQLWriter {
  /// Writes members with dynamic names into the open object.
  ///
  /// - Parameters:
  ///   - json: the members as JSON, without braces.
  ///   - members: the members.
  fileprivate mutating func writeMembers(_ json: [UInt8], of members: [String: GraphQLValue]) {
    switch destination {
    case .json:
      if json.isEmpty { return }
      reserve(json.count + 1)
      if count != objectStart { store(JSONByte.comma) }
      json.withUnsafeBufferPointer { json in
        if let start = json.baseAddress { store(start, json.count) }
      }
    case .encoder:
      for (name, value) in members { encode(GraphQLKey(stringValue: name), value) }
    case .hasher: hash(members)
    }
  }
}
