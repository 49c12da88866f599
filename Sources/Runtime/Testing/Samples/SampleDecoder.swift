import Apus
import ApusPlatform
import ApusShapeChoices

/// Decodes given values, and generates all others from the member's name and type.
struct SampleDecoder: Decoder {
  let values: SampleValues
  var given: GraphQLValue?
  /// The example of a custom scalar, for what is not given.
  var example: GraphQLValue?
  var codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if let known, known.object == nil { throw mismatch(known, "an object") }
    for (key, value) in given?.object ?? [:] where SampleValues.isTypename(key) {
      if let typename = value.string { values.setType(typename, at: codingPath, under: key) }
    }
    return KeyedDecodingContainer(SampleMembers<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if let known, known.list == nil { throw mismatch(known, "a list") }
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
    return SampleDecoder(
      values: values, given: inner, example: example.flatMap { Self.member(key, of: $0) },
      codingPath: codingPath + [key])
  }

  private static func member(_ key: any CodingKey, of example: GraphQLValue) -> GraphQLValue? {
    guard let index = key.intValue else { return example.object?[key.stringValue] }
    // A longer list than the example's repeats its elements.
    return example.list.flatMap { $0.isEmpty ? nil : $0[index % $0.count] }
  }

  /// Whether the value is null: only if that is given, or the session chooses it.
  func isNull() -> Bool {
    if let given {
      values.observe(.null, given == .null ? ShapeForm.null : ShapeForm.present, at: codingPath)
      return given == .null
    }
    if let key = codingPath.last?.stringValue, SampleValues.isTypename(key) { return false }
    return values.choose(.null, [ShapeForm.present, ShapeForm.null], at: codingPath) == ShapeForm.null
  }

  /// The number of a list's elements: two, unless others are given or the session chooses another number. A list that is in
  /// too many others is empty.
  func count() -> Int {
    if let given {
      let count = given.list?.count ?? 0
      values.observe(.count, ShapeForm.count(count), at: codingPath)
      return count
    }
    if example == nil, !values.mayHaveElements(at: codingPath) { return 0 }
    let usual = example?.list?.count ?? 2
    let counts = [usual] + [max(usual, 2), 1, 0].filter { $0 != usual }
    let form = values.choose(.count, counts.map(ShapeForm.count), at: codingPath)
    return counts.first { ShapeForm.count($0) == form } ?? usual
  }

  func mismatch(_ given: GraphQLValue, _ expected: String) -> DecodingError {
    .dataCorrupted(
      .init(codingPath: codingPath, debugDescription: "expected \(expected), and \(given) is given"))
  }

  /// Decodes a value of any type.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Two steps, because otherwise a type that is not a leaf would decode as a nil optional.
    if let leaf = try leaf(type), let value = leaf as? Value { return value }
    guard let scalar = type as? any SampledScalar.Type, given == nil else { return try decodeKnown(type) }
    var decoder = self
    decoder.example = scalar.sample ?? example
    do {
      return try Value(from: decoder)
    } catch let error as DecodingError {
      // A scalar inside this one was reported already, and a form that the codec does not permit says nothing about its example.
      if error.context?.underlyingError is NoExample || values.isUnusual(at: codingPath) { throw error }
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

  /// Decodes a value that is no leaf. Some types have another form in JSON than the one that they ask a decoder for: a `Decimal`
  /// is a number, and a `URL` a string. Only `JSONDecoder` knows which do.
  private func decodeKnown<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      return try Value(from: self)
    } catch let error as DecodingError {
      guard let known, !(type is any GraphQLObject.Type), !(type is any SampledScalar.Type),
        let value = try? JSONDecoder().decode(type, from: Data(known.json()))
      else { throw error }
      return value
    }
  }

  /// Decodes a leaf; returns nil for any other type.
  private func leaf(_ type: any Decodable.Type) throws -> (any Decodable)? {
    switch type {
    case is String.Type: return try text()
    case is Bool.Type: return try boolean()
    case is Double.Type: return try float()
    case is Int.Type: return try integer()
    // A number's own initializer would ask for the number again.
    case let type as any (FixedWidthInteger & Decodable).Type: return try number(type)
    case is Float.Type: return Float(try float())
    case is GraphQLValue.Type:
      if given == nil, let example { return example }
      let isNull = isNull()
      if let given { return given }
      return isNull ? GraphQLValue.null : .string(values.text(at: codingPath))
    case is any SampledID.Type:
      if known != nil { return nil }
      var id = self
      id.given = .string(values.id(at: codingPath))
      return try type.init(from: id)
    case let type as any GraphQLEnum.Type: return try value(of: type)
    default: return nil
    }
  }

  private func value<Value: GraphQLEnum>(of type: Value.Type) throws -> Value {
    let names = type.allCases.map(\.rawValue)
    guard let given = known else {
      let forms = names.map(ShapeForm.value) + [ShapeForm.unknownValue]
      let form = values.choose(.value, forms, at: codingPath)
      if let index = forms.firstIndex(of: form), names.indices.contains(index) {
        return Value(rawValue: names[index])
      }
      var unknown = "UNKNOWN"
      while names.contains(unknown) { unknown += "_" }
      return Value(rawValue: unknown)
    }
    guard let name = given.string else { throw mismatch(given, "the name of a value of \(type)") }
    let form = names.contains(name) ? ShapeForm.value(name) : ShapeForm.unknownValue
    values.observe(.value, form, at: codingPath)
    return Value(rawValue: name)
  }

  /// What is given, or else the example.
  private var known: GraphQLValue? { given ?? example }

  func text() throws -> String {
    guard let given = known else {
      if let key = codingPath.last?.stringValue, SampleValues.isTypename(key) {
        return values.typeText(at: codingPath.dropLast(), under: key) ?? "Sample"
      }
      return values.text(at: codingPath)
    }
    guard let text = given.string else { throw mismatch(given, "a text") }
    return text
  }

  func boolean() throws -> Bool {
    guard let given = known else { return values.number(at: codingPath) % 2 == 0 }
    guard let boolean = given.bool else { throw mismatch(given, "true or false") }
    return boolean
  }

  func integer() throws -> Int {
    guard let given = known else { return values.number(at: codingPath) + 1 }
    guard let integer = given.int else { throw mismatch(given, "an integer") }
    return integer
  }

  private func number<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    let integer = try integer()
    guard let number = Number(exactly: integer) else { throw mismatch(known ?? .null, "\(type)") }
    return number
  }

  func float() throws -> Double {
    guard let given = known else { return Double(values.number(at: codingPath)) + 0.5 }
    guard let number = given.double else { throw mismatch(given, "a number") }
    return number
  }
}

/// Marks the error for a custom scalar without an example.
struct NoExample: Error {}
