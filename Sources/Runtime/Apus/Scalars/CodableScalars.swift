#if canImport(FoundationEssentials) && !canImport(Darwin)
  import FoundationEssentials
#else
  import Foundation
#endif

// Scalars with a `Codable` Swift type. Foundation's coders read and write these few values.
extension GraphQLReader {
  /// Reads a non-null value of a `Codable` type.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or the type rejects the value, or a `DecodingError` if
  ///   the reader reads from a `Decoder`.
  public mutating func codable<Value: Decodable>(_ key: StaticString) throws -> Value {
    try member(key, "value") { try $0.readCodable(Value.self) }
  }

  /// Reads a nullable value of a `Codable` type.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the member is missing or the type rejects the value, or a `DecodingError` if
  ///   the reader reads from a `Decoder`.
  public mutating func codableOrNil<Value: Decodable>(_ key: StaticString) throws -> Value? {
    try memberOrNil(key, "value or null") { try $0.readCodable(Value.self) }
  }

  /// Reads an optional input of a `Codable` type; unset if the key is missing.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the type rejects the value, or a `DecodingError` if the reader reads from a
  ///   `Decoder`.
  public mutating func nullableCodable<Value: Decodable>(_ key: StaticString) throws -> GraphQLNullable<Value>
  {
    try has(key) ? GraphQLNullable(codableOrNil(key)) : .unset
  }

  /// Reads a value of a `Codable` type.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the type rejects the value.
  public mutating func readCodable<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if source != nil { return try decoded(type, "value") }
    let start = p
    try skipValue()
    do {
      return try JSONDecoder().decode(type, from: Data(UnsafeBufferPointer(start: start, count: p - start)))
    } catch let error as DecodingError {
      throw rejected(at: start, RejectedValue(error))
    } catch {
      throw rejected(at: start, error)
    }
  }
}

extension GraphQLWriter {
  /// Writes a value of a `Codable` type; nil is written as null.
  public mutating func codable<Value: Encodable & Hashable>(_ key: StaticString, _ value: Value?) {
    guard destination == .json else { return encodeOrHash(key, value) }
    writeName(key)
    if let value { writeCodable(value) } else { storeNull() }
  }

  /// Writes an optional input of a `Codable` type; nothing if it is unset.
  public mutating func nullableCodable<Value: Encodable & Hashable>(
    _ key: StaticString, _ value: GraphQLNullable<Value>
  ) {
    if value.isUnset { return hashUnset() }
    codable(key, value.value)
  }

  /// Writes a value of a `Codable` type, with members sorted by name.
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

extension GraphQLWriter {
  /// Sorts members by the code points of their names. On older systems, `sortedKeys` depends on the locale and compares
  /// digits as numbers, so the same value would produce different text.
  static func sortedByName(_ json: Data) throws -> Data { Data(try GraphQLValue(json: json).json()) }
}

/// A `DecodingError` of a user's type, in the reader's format.
private struct RejectedValue: Error, CustomStringConvertible {
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
    context.codingPath.isEmpty ? "" : " at \(GraphQLPath(context.codingPath)) within it"
  }
}
