import Apus
import Foundation
import Testing

/// Decodes through bytes and through `JSONDecoder`, demands equal values, encodes through both, and demands the JSON
/// that it came from, up to the order of members and the spelling of numbers.
func expectRoundTrip<T: GraphQLObject>(_ type: T.Type, _ json: String) throws {
  let original = try GraphQLValue(json: json)
  let direct = try T(json: json)
  let decoded = try JSONDecoder().decode(T.self, from: Data(json.utf8))
  #expect(direct == decoded)
  #expect(direct.hashValue == decoded.hashValue)
  #expect(try GraphQLValue(json: direct.json()) == original)
  #expect(try GraphQLValue(json: JSONEncoder().encode(direct)) == original)
}
