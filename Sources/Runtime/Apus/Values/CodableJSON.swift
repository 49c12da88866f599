#if canImport(FoundationEssentials) && !canImport(Darwin)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A JSON text to decode as any `Decodable` type.
struct CodableJSON {
  private let json: [UInt8]

  init(_ json: [UInt8]) { self.json = json }

  /// - Throws: ``GraphQLDecodingError`` if the text does not match the type.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let type = type as? any GraphQLObject.Type, let value = try read(type) as? Value { return value }
    if let type = type as? any GraphQLCodable.Type, let value = try readLeaf(type) as? Value { return value }
    do {
      return try JSONDecoder().decode(type, from: Data(json))
    } catch let error as DecodingError {
      throw failure(error)
    }
  }

  private func read<Object: GraphQLObject>(_ type: Object.Type) throws -> Object { try Object(json: json) }

  private func readLeaf<Leaf: GraphQLCodable>(_ type: Leaf.Type) throws -> Leaf {
    try GraphQLReader.read(json) { reader in try Leaf(_readingValue: &reader) }
  }

  /// Converts Foundation's error to this library's format.
  private func failure(_ error: DecodingError) -> GraphQLDecodingError {
    switch error {
    case .typeMismatch(let type, let context):
      failure(.typeMismatch, context, expected: "\(type)", found: "another type")
    case .valueNotFound(let type, let context):
      failure(.typeMismatch, context, expected: "\(type)", found: "null")
    case .keyNotFound(let key, let context):
      failure(.missingKey, context, key, expected: "a value", found: "no such key")
    case .dataCorrupted(let context):
      failure(.invalidValue, context, expected: context.debugDescription, found: "another value")
    @unknown default:
      failure(.invalidValue, nil, expected: "a value of the type", found: "\(error)")
    }
  }

  private func failure(
    _ kind: GraphQLDecodingError.Kind, _ context: DecodingError.Context?, _ key: (any CodingKey)? = nil,
    expected: String, found: String
  ) -> GraphQLDecodingError {
    let keys = (context?.codingPath ?? []) + (key.map { [$0] } ?? [])
    return GraphQLDecodingError(
      kind: kind, operationName: nil,
      path: GraphQLPath(keys), expected: expected, found: found,
      offset: 0, line: 1, column: 1)
  }
}
