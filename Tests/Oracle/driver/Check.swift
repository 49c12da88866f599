import Apus
import Foundation

/// Decodes and encodes one response on both ways.
func check<Operation: GraphQLOperation>(_ input: Case, of _: Operation.Type) -> Outcome {
  var outcome = Outcome()
  let (direct, codable) = roundTrip(Operation.Data.self, input.data, &outcome.direct, &outcome.codable)
  compare(direct, codable, "the data", &outcome.broken)
  if let text = input.variables {
    var results = (Outcome.Result(), Outcome.Result())
    let (direct, codable) = roundTrip(Operation.self, text, &results.0, &results.1)
    compare(direct, codable, "the variables", &outcome.broken)
    outcome.variables = results.0
    outcome.variablesCodable = results.1
  }
  return outcome
}

private func roundTrip<Object: GraphQLObject>(
  _: Object.Type, _ text: String, _ direct: inout Outcome.Result, _ codable: inout Outcome.Result
) -> (direct: Object?, codable: Object?) {
  var values: (direct: Object?, codable: Object?) = (nil, nil)
  do {
    let value = try Object(json: text)
    values.direct = value
    direct.json = String(decoding: try value.json(), as: UTF8.self)
  } catch {
    direct.fail(with: error)
  }
  do {
    let value = try JSONDecoder().decode(Object.self, from: Data(text.utf8))
    values.codable = value
    codable.json = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  } catch {
    codable.fail(with: error)
  }
  return values
}

/// Both ways lead to one value, and so does decoding what was encoded.
private func compare<Object: GraphQLObject>(
  _ direct: Object?, _ codable: Object?, _ what: String, _ broken: inout [String]
) {
  guard let direct, let codable else { return }
  if direct != codable { broken.append("\(what): JSONDecoder gives another value than the direct way") }
  if direct == codable, direct.hashValue != codable.hashValue {
    broken.append("\(what): equal values have different hashes")
  }
  do {
    if try Object(json: direct.json()) != direct {
      broken.append("\(what): encoding and decoding changes the value")
    }
  } catch {
    broken.append("\(what): what was encoded cannot be decoded: \(error)")
  }
}

extension Outcome.Result {
  mutating func fail(with error: any Error) {
    self.error = String(describing: error)
    path = (error as? GraphQLDecodingError).map { $0.path.description } ?? (error as? DecodingError)?.place
  }
}

extension DecodingError {
  /// The place in the response, spelled as `GraphQLPath` does.
  fileprivate var place: String? {
    let keys: [any CodingKey]
    switch self {
    case .keyNotFound(let key, let context): keys = context.codingPath + [key]
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      keys = context.codingPath
    @unknown default: return nil
    }
    return GraphQLPath(keys.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) })
      .description
  }
}
