import Apus
import Foundation

/// Decodes and encodes one response on both ways.
func check<Operation: GraphQLOperation & GraphQLObject>(
  _ input: Case, of _: Operation.Type, _ fragments: FragmentChecks
) -> Outcome {
  var outcome = Outcome()
  let variables = roundTrip(
    input.variables, &outcome.variables, &outcome.variablesCodable, JSONDecoder()
  ) { try Operation(json: $0.utf8) }
  compare(variables, "the variables", &outcome.broken)
  guard let operation = variables.direct else { return outcome }
  let decoder = JSONDecoder()
  decoder.userInfo[.graphQLOperation] = operation
  if let response = input.response {
    check(response, to: operation, decoder, &outcome)
    return outcome
  }
  let values = roundTrip(input.data, &outcome.direct, &outcome.codable, decoder) { text in
    guard let data = try operation.response(json: Array("{\"data\":\(text)}".utf8)).data else {
      throw GraphQLScalarError(expected: "data")
    }
    return data
  }
  compare(values, "the data", &outcome.broken)
  if let data = values.direct {
    reread(GraphQLResponse(data: data), by: operation, decoder, &outcome.broken)
    let before = (count: fragments.count, undecided: fragments.undecided)
    do {
      outcome.broken += try fragments.problems(in: data)
    } catch {
      outcome.broken.append("reading through a protocol fails: \(error)")
    }
    outcome.conversions = fragments.count - before.count
    outcome.undecided = fragments.undecided - before.undecided
  }
  if let error = outcome.direct.error, !error.hasPrefix("\(Operation.operationName): ") {
    outcome.broken.append("the error does not name the operation: \(error)")
  }
  return outcome
}

/// What was encoded is a response to the operation, which reads the same of it on every way.
private func reread<Operation: GraphQLOperation>(
  _ response: GraphQLResponse<Operation.Data>, by operation: Operation, _ decoder: JSONDecoder,
  _ broken: inout [String]
) {
  let ways: [(name: String, read: () throws -> GraphQLResponse<Operation.Data>)] = [
    ("the operation", { try operation.response(json: response.json()) }),
    (
      "the operation, by Foundation's encoder",
      { try operation.response(json: JSONEncoder().encode(response)) }
    ),
    (
      "JSONDecoder with the operation",
      { try decoder.decode(GraphQLResponse<Operation.Data>.self, from: response.jsonData()) }
    ),
    (
      "both of Foundation's coders",
      { try decoder.decode(GraphQLResponse<Operation.Data>.self, from: JSONEncoder().encode(response)) }
    ),
  ]
  for way in ways {
    do {
      if try way.read() != response {
        broken.append("\(way.name) reads another value than the one that was encoded")
      }
    } catch {
      broken.append("\(way.name) does not read what was encoded: \(error)")
    }
  }
}

/// Decodes a whole response on both ways; its data, or null, is what counts.
private func check<Operation: GraphQLOperation>(
  _ text: String, to operation: Operation, _ decoder: JSONDecoder, _ outcome: inout Outcome
) {
  var values: (direct: Operation.Data?, codable: Operation.Data?) = (nil, nil)
  do {
    let response = try operation.response(json: text.utf8)
    reread(response, by: operation, decoder, &outcome.broken)
    values.direct = response.data
    outcome.direct.json = try values.direct?.jsonString() ?? "null"
  } catch {
    outcome.direct.fail(with: error)
  }
  do {
    values.codable = try decoder.decode(GraphQLResponse<Operation.Data>.self, from: Data(text.utf8)).data
    outcome.codable.json = try values.codable?.jsonString() ?? "null"
  } catch {
    outcome.codable.fail(with: error)
  }
  compare(values, "the data", &outcome.broken)
}

private func roundTrip<Object: GraphQLObject>(
  _ text: String, _ direct: inout Outcome.Result, _ codable: inout Outcome.Result, _ decoder: JSONDecoder,
  decode: (String) throws -> Object
) -> (direct: Object?, codable: Object?) {
  var values: (direct: Object?, codable: Object?) = (nil, nil)
  do {
    let value = try decode(text)
    values.direct = value
    direct.json = String(decoding: try value.json(), as: UTF8.self)
  } catch {
    direct.fail(with: error)
  }
  do {
    let value = try decoder.decode(Object.self, from: Data(text.utf8))
    values.codable = value
    codable.json = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  } catch {
    codable.fail(with: error)
  }
  return values
}

/// Both ways lead to one value, and so does decoding what was encoded, by a reader that does not know the variables.
private func compare<Object: GraphQLObject>(
  _ values: (direct: Object?, codable: Object?), _ what: String, _ broken: inout [String]
) {
  guard let direct = values.direct, let codable = values.codable else { return }
  if direct != codable { broken.append("\(what): JSONDecoder gives another value than the direct way") }
  if direct == codable, direct.hashValue != codable.hashValue {
    broken.append("\(what): equal values have different hashes")
  }
  do {
    if try Object(json: direct.json()) != direct {
      broken.append("\(what): encoding and decoding changes the value")
    }
    if try JSONDecoder().decode(Object.self, from: JSONEncoder().encode(direct)) != direct {
      broken.append("\(what): encoding and decoding by Foundation's coders changes the value")
    }
  } catch {
    broken.append("\(what): what was encoded cannot be decoded: \(error)")
  }
}

extension Outcome.Result {
  mutating func fail(with error: any Error) {
    self.error = String(describing: error)
    kind = (error as? GraphQLDecodingError).map { "\($0.kind)" }
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
