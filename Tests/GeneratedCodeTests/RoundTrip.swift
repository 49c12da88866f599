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
  let encoded = try direct.json()
  #expect(try withoutMarkers(GraphQLValue(json: encoded)) == withoutMarkers(original))
  #expect(try withoutMarkers(GraphQLValue(json: JSONEncoder().encode(direct))) == withoutMarkers(original))
  #expect(try T(json: encoded) == direct)
  #expect(try JSONDecoder().decode(T.self, from: Data(encoded)) == direct)
}

/// A value without markers, which stand elsewhere in what servers send than in what is encoded. Of parts that failed the errors stay:
/// the name of their member says by which spread they came, or whose they are.
private func withoutMarkers(_ value: GraphQLValue) -> GraphQLValue {
  switch value {
  case .object(let members):
    let kept = members.filter { name, _ in
      !["__if_", "__unless_", "__has", "__no_", "__part_", "__label_", "__defers_", "__is"].contains {
        name.hasPrefix($0)
      }
    }
    let failures = kept.filter { $0.key.hasPrefix("__failed_") }
    var result = kept.filter { !$0.key.hasPrefix("__failed_") }.mapValues(withoutMarkers)
    if !failures.isEmpty { result["__failed"] = .list(failures.sorted { $0.key < $1.key }.map(\.value)) }
    return .object(result)
  case .list(let elements): return .list(elements.map(withoutMarkers))
  default: return value
  }
}
