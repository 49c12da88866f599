#if canImport(FoundationEssentials) && !canImport(Darwin)
  import FoundationEssentials
#else
  import Foundation
#endif

// Scalars bound to a Swift type that is Codable on its own: Foundation's coders read and write those few values.
extension ObjectReader {
  /// A value of a type of the user's own, in the type's `Codable` form, not null.
  public mutating func codable<Value: Decodable>(_ key: StaticString) throws -> Value {
    guard try seek(key) else { return try decodedMember(key, Value.self, "value") }
    let value = try readCodable(Value.self)
    try endMember()
    return value
  }

  /// A value of a type of the user's own, in the type's `Codable` form, or null.
  public mutating func codableOrNil<Value: Decodable>(_ key: StaticString) throws -> Value? {
    guard try seek(key) else { return try decodedMember(key, Value?.self, "value or null") }
    let value = try readNull() ? nil : readCodable(Value.self)
    try endMember()
    return value
  }

  /// An optional input of a type of the user's own: unset when the key is missing.
  public mutating func nullableCodable<Value: Decodable>(_ key: StaticString) throws -> GraphQLNullable<Value>
  {
    guard try has(key) else { return .unset }
    return GraphQLNullable(try codableOrNil(key))
  }

  /// Reads a value in its type's `Codable` form.
  ///
  /// - Throws: when the type refuses the value.
  public mutating func readCodable<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let decoder { return try decoder.singleValueContainer().decode(type) }
    let start = p
    try skipValue()
    do {
      return try JSONDecoder().decode(type, from: Data(UnsafeBufferPointer(start: start, count: p - start)))
    } catch let error as DecodingError {
      throw refused(at: start, CodableRefusal(error))
    } catch {
      throw refused(at: start, error)
    }
  }
}

extension ObjectWriter {
  /// A value of a type of the user's own, in the type's `Codable` form; nil is null.
  public mutating func codable<Value: Encodable & Hashable>(_ key: StaticString, _ value: Value?) {
    guard destination == .json else { return passValue(key, value) }
    writeName(key)
    if let value { writeCodable(value) } else { storeNull() }
  }

  /// An optional input of a type of the user's own; nothing when it is unset.
  public mutating func nullableCodable<Value: Encodable & Hashable>(
    _ key: StaticString, _ value: GraphQLNullable<Value>
  ) {
    if value.isUnset { return passUnset() }
    codable(key, value.value)
  }

  /// Writes a value in its type's `Codable` form, members sorted by name.
  public mutating func writeCodable<Value: Encodable & Hashable>(_ value: Value) {
    guard destination == .json else { return pass(value) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      var json = try encoder.encode(value)
      if #unavailable(macOS 14, iOS 17, tvOS 17, watchOS 10) { json = try Self.sortedByName(json) }
      reserve(json.count)
      for byte in json { store(byte) }
    } catch {
      fail(error)
    }
  }
}

extension ObjectWriter {
  /// Sorts members by the code points of their names. Older systems' `sortedKeys` goes by the user's language and takes digits
  /// for numbers, so that the same value would be another text there.
  static func sortedByName(_ json: Data) throws -> Data { Data(try GraphQLValue(json: json).json()) }
}

/// A `DecodingError` of a type of the user's own, as the reader reports it.
private struct CodableRefusal: Error, CustomStringConvertible {
  let description: String

  init(_ error: DecodingError) {
    switch error {
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      description = "\(type)\(Self.place(context))"
    case .keyNotFound(let key, let context):
      description = "a member \(key.stringValue)\(Self.place(context))"
    case .dataCorrupted(let context):
      description = context.debugDescription
    @unknown default:
      description = "another value"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    if context.codingPath.isEmpty { return "" }
    let path = GraphQLPath(
      context.codingPath.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) })
    return " at \(path) within it"
  }
}
