import Apus

/// A keyed container that has every member it is asked for.
struct SampleMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: SampleDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] {
    ((decoder.given ?? decoder.example)?.object ?? [:]).keys.sorted().compactMap { Key(stringValue: $0) }
  }

  /// Whether an optional member exists: only if it was given.
  func contains(_ key: Key) -> Bool {
    decoder.values.noteMember(key.stringValue, at: codingPath)
    if let given = decoder.given?.object?[key.stringValue] {
      decoder.values.observe(member: key.stringValue, given, at: codingPath)
    }
    return SampleValues.isTypename(key.stringValue)
      || (decoder.given ?? decoder.example)?.object?[key.stringValue] != nil
  }

  private func at(_ key: Key) -> SampleDecoder {
    decoder.values.noteMember(key.stringValue, at: codingPath)
    return decoder.at(key)
  }

  func decodeNil(forKey key: Key) throws -> Bool { at(key).isNull() }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try at(key).decode(type)
  }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try at(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try at(key).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { at(key) }
}

/// An unkeyed container with the given elements, or as many as the session chooses.
struct SampleElements: UnkeyedDecodingContainer {
  private struct Index: CodingKey {
    let index: Int
    var intValue: Int? { index }
    var stringValue: String { "\(index)" }

    init(_ index: Int) { self.index = index }
    init(intValue: Int) { index = intValue }
    init?(stringValue: String) { return nil }
  }

  let decoder: SampleDecoder
  var currentIndex = 0
  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { decoder.count() }
  var isAtEnd: Bool { currentIndex >= count ?? 0 }

  private mutating func next() -> SampleDecoder {
    defer { currentIndex += 1 }
    if decoder.example == nil { decoder.values.noteElement(isGiven: decoder.given != nil) }
    return decoder.at(Index(currentIndex))
  }

  mutating func decodeNil() throws -> Bool {
    let isNull = decoder.at(Index(currentIndex)).isNull()
    if isNull { currentIndex += 1 }
    return isNull
  }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }
  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }
  mutating func superDecoder() throws -> any Decoder { next() }
}

/// A single value container of a sample.
struct SampleValue: SingleValueDecodingContainer {
  let decoder: SampleDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.isNull() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}
