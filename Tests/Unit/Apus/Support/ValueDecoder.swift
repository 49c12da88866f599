import Apus

/// A decoder written by hand, over a value: none of Foundation's.
struct ValueDecoder: Decoder {
  let value: GraphQLValue
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] = [:]

  static func decode<T: Decodable>(
    _ type: T.Type, _ json: [UInt8], userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> T {
    try T(from: ValueDecoder(value: GraphQLValue(json: json), userInfo: userInfo))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let members = value.object else { throw mismatch([String: GraphQLValue].self) }
    return KeyedDecodingContainer(Keyed(decoder: self, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value.list else { throw mismatch([GraphQLValue].self) }
    return Unkeyed(decoder: self, elements: elements)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(decoder: self) }

  fileprivate func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "found \(value)"))
  }

  fileprivate func inner(_ value: GraphQLValue, _ key: any CodingKey) -> ValueDecoder {
    ValueDecoder(value: value, codingPath: codingPath + [key], userInfo: userInfo)
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ValueDecoder
    let members: [String: GraphQLValue]

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    private func member(_ key: Key) throws -> ValueDecoder {
      guard let value = members[key.stringValue] else {
        throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "no such key"))
      }
      return decoder.inner(value, key)
    }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key).value == .null }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try T(from: member(key)) }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let decoder: ValueDecoder
    let elements: [GraphQLValue]
    var currentIndex = 0

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    private struct Index: CodingKey {
      var intValue: Int?
      var stringValue: String { "\(intValue ?? 0)" }
      init(intValue: Int) { self.intValue = intValue }
      init?(stringValue: String) { nil }
    }

    private mutating func next() throws -> ValueDecoder {
      guard !isAtEnd else {
        throw DecodingError.valueNotFound(
          GraphQLValue.self, .init(codingPath: codingPath, debugDescription: "no more elements"))
      }
      defer { currentIndex += 1 }
      return decoder.inner(elements[currentIndex], Index(intValue: currentIndex))
    }

    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd, elements[currentIndex] == .null else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: next()) }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next() }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: ValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
      guard let value = decoder.value.bool else { throw decoder.mismatch(type) }
      return value
    }

    func decode(_ type: String.Type) throws -> String {
      guard let value = decoder.value.string else { throw decoder.mismatch(type) }
      return value
    }

    func decode(_ type: Double.Type) throws -> Double {
      guard let value = decoder.value.double else { throw decoder.mismatch(type) }
      return value
    }

    func decode(_ type: Int.Type) throws -> Int {
      guard let value = decoder.value.int else { throw decoder.mismatch(type) }
      return value
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: decoder) }
  }
}
