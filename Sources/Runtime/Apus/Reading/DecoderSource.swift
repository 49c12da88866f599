/// The position of a reader of a `Decoder`: its value, or an object or list that was entered.
///
/// The bytes of such a reader are a single zero, at which no token begins. Methods that find no token ask the source, so reading bytes needs no check
/// for it.
protocol DecoderSource: AnyObject {
  /// The source that the object or list is the current value of.
  var outer: (any DecoderSource)? { get }

  /// The path of the current value.
  var path: [any CodingKey] { get }

  /// Whether the current value is null.
  func isNull() throws -> Bool

  /// Decodes the current value.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value

  /// Enters the current value, an object.
  func object() throws -> KeyedDecodingContainer<GraphQLKey>

  /// Enters the current value, a list.
  func list() throws -> any UnkeyedDecodingContainer

  /// Whether the object has a member.
  func has(_ key: StaticString) -> Bool

  /// Moves to a member of the object. If there is none, reading it is an error.
  ///
  /// - Returns: false if this is not an object.
  func select(_ key: StaticString) -> Bool

  /// Moves to the next element of the list.
  ///
  /// - Returns: false if there is none.
  func next() throws -> Bool
}

extension DecoderSource {
  func has(_ key: StaticString) -> Bool { false }
  func select(_ key: StaticString) -> Bool { false }
  func next() throws -> Bool { false }

  /// The path of the object or list.
  var containerPath: [any CodingKey] { outer?.path ?? [] }

  /// A byte that represents the kind of the current member; only for values that `written` records.
  func firstByte() throws -> UInt8 {
    if try isNull() { return JSONByte.n }
    if (try? decode(String.self)) != nil { return JSONByte.quote }
    if (try? decode(Bool.self)) != nil { return JSONByte.t }
    return (try? list()) == nil ? JSONByte.openBrace : JSONByte.openBracket
  }
}

/// The value of a decoder.
final class DecodedValue: DecoderSource {
  private let decoder: any Decoder

  init(_ decoder: any Decoder) { self.decoder = decoder }

  var outer: (any DecoderSource)? { nil }
  var path: [any CodingKey] { decoder.codingPath }
  func isNull() throws -> Bool { try decoder.singleValueContainer().decodeNil() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.singleValueContainer().decode(type)
  }
  func object() throws -> KeyedDecodingContainer<GraphQLKey> {
    try decoder.container(keyedBy: GraphQLKey.self)
  }
  func list() throws -> any UnkeyedDecodingContainer { try decoder.unkeyedContainer() }
}

/// An object, whose members are read in any order.
final class DecodedObject: DecoderSource {
  let outer: (any DecoderSource)?
  private let members: KeyedDecodingContainer<GraphQLKey>
  private var key = GraphQLKey("")

  /// - Parameter outer: the source whose current value is the object.
  init(in outer: any DecoderSource) throws {
    self.outer = outer
    members = try outer.object()
  }

  var path: [any CodingKey] { members.codingPath + [key] }
  func isNull() throws -> Bool { try members.decodeNil(forKey: key) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try members.decode(type, forKey: key) }
  func object() throws -> KeyedDecodingContainer<GraphQLKey> {
    try members.nestedContainer(keyedBy: GraphQLKey.self, forKey: key)
  }
  func list() throws -> any UnkeyedDecodingContainer { try members.nestedUnkeyedContainer(forKey: key) }
  func has(_ key: StaticString) -> Bool { members.contains(GraphQLKey(key)) }
  func select(_ key: StaticString) -> Bool {
    self.key = GraphQLKey(key)
    return true
  }

  /// All members.
  func values() throws -> [String: GraphQLValue] { try members.values() }
}

/// A list. Each element is a separate value, so it can be read again after an error, or not be read at all.
final class DecodedList: DecoderSource {
  let outer: (any DecoderSource)?
  private var elements: any UnkeyedDecodingContainer
  /// The current element; before the first one, the list.
  private var current: any DecoderSource

  /// - Parameter outer: the source whose current value is the list.
  init(in outer: any DecoderSource) throws {
    self.outer = outer
    elements = try outer.list()
    current = outer
  }

  var path: [any CodingKey] { current.path }
  func isNull() throws -> Bool { try current.isNull() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try current.decode(type) }
  func object() throws -> KeyedDecodingContainer<GraphQLKey> { try current.object() }
  func list() throws -> any UnkeyedDecodingContainer { try current.list() }
  func next() throws -> Bool {
    guard !elements.isAtEnd else { return false }
    current = DecodedValue(try elements.superDecoder())
    return true
  }
}

extension KeyedDecodingContainer<GraphQLKey> {
  /// All members.
  func values() throws -> [String: GraphQLValue] {
    var values: [String: GraphQLValue] = [:]
    for key in allKeys { values[key.stringValue] = try decode(GraphQLValue.self, forKey: key) }
    return values
  }
}
