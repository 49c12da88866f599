import Apus

/// Decodes given values, and generates all others from the member's name and type.
struct SampleDecoder: Decoder {
  let values: SampleValues
  var given: GraphQLValue?
  var codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if let given, given.object == nil { throw mismatch(given, "an object") }
    for (key, value) in given?.object ?? [:] where SampleValues.isTypename(key) {
      if let typename = value.string { values.setType(typename, at: codingPath, under: key) }
    }
    return KeyedDecodingContainer(SampleMembers<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if let given, given.list == nil { throw mismatch(given, "a list") }
    return SampleElements(decoder: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { SampleValue(decoder: self) }

  /// The decoder for a member or an element.
  func at(_ key: any CodingKey) -> SampleDecoder {
    var inner: GraphQLValue?
    if let index = key.intValue {
      if let list = given?.list, list.indices.contains(index) { inner = list[index] }
    } else {
      inner = given?.object?[key.stringValue]
    }
    return SampleDecoder(values: values, given: inner, codingPath: codingPath + [key])
  }

  func mismatch(_ given: GraphQLValue, _ expected: String) -> DecodingError {
    .dataCorrupted(
      .init(codingPath: codingPath, debugDescription: "expected \(expected), and \(given) is given"))
  }

  /// Decodes a value of any type.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Two steps, because otherwise a type that is not a leaf would decode as a nil optional.
    if let leaf = try leaf(type), let value = leaf as? Value { return value }
    guard let scalar = type as? any SampledScalar.Type, given == nil else { return try Value(from: self) }
    var example = self
    example.given = scalar.sample
    do {
      return try Value(from: example)
    } catch let error as DecodingError {
      // A scalar inside this one was reported already.
      if error.context?.underlyingError is NoExample { throw error }
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: codingPath,
          debugDescription: """
            \(scalar.codecName) has no example and rejects a generated string: pass a value, or add \
            `static var sample: GraphQLValue?` to the codec (\(error.context?.debugDescription ?? "\(error)"))
            """,
          underlyingError: NoExample()))
    }
  }

  /// Decodes a leaf; returns nil for any other type.
  private func leaf(_ type: any Decodable.Type) throws -> (any Decodable)? {
    switch type {
    case is String.Type: return try text()
    case is Bool.Type: return try boolean()
    case is Double.Type: return try float()
    case is Int.Type: return try integer()
    case is Int64.Type: return Int64(try integer())
    case is GraphQLValue.Type: return given ?? .string(values.text(at: codingPath))
    case is any SampledID.Type:
      if given != nil { return nil }
      var id = self
      id.given = .string(values.id(at: codingPath))
      return try type.init(from: id)
    case let type as any GraphQLEnum.Type: return try value(of: type)
    default: return nil
    }
  }

  private func value<Value: GraphQLEnum>(of type: Value.Type) throws -> Value {
    guard let given else { return type.allCases.first ?? Value(rawValue: "UNKNOWN") }
    guard let name = given.string else { throw mismatch(given, "the name of a value of \(type)") }
    return Value(rawValue: name)
  }

  func text() throws -> String {
    guard let given else {
      if let key = codingPath.last?.stringValue, SampleValues.isTypename(key) {
        return values.typename(at: codingPath.dropLast(), under: key) ?? "Sample"
      }
      return values.text(at: codingPath)
    }
    guard let text = given.string else { throw mismatch(given, "a text") }
    return text
  }

  func boolean() throws -> Bool {
    guard let given else { return values.number(at: codingPath) % 2 == 0 }
    guard let boolean = given.bool else { throw mismatch(given, "true or false") }
    return boolean
  }

  func integer() throws -> Int {
    guard let given else { return values.number(at: codingPath) + 1 }
    guard let integer = given.int else { throw mismatch(given, "an integer") }
    return integer
  }

  func float() throws -> Double {
    guard let given else { return Double(values.number(at: codingPath)) + 0.5 }
    guard let number = given.double else { throw mismatch(given, "a number") }
    return number
  }
}

/// Marks the error for a custom scalar without an example.
private struct NoExample: Error {}
