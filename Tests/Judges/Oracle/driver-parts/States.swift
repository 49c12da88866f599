import Apus
import ApusClient
import Foundation

/// Gives a client the answer, and says what it makes of it.
func outcome<Operation: GraphQLSingleResponseOperation & GraphQLObject>(
  of input: Case, to _: Operation.Type, _ fragments: FragmentChecks
) async -> Outcome {
  var outcome = Outcome()
  do {
    let operation = try Operation(json: input.variables.utf8)
    let client = GraphQLClient(
      url: URL(fileURLWithPath: "/graphql"), transport: Answer(type: input.type, body: Data(input.body.utf8)))
    var last: Operation.Data?
    for try await response in client.responses(for: operation) {
      last = response.data
      outcome.states.append(
        Outcome.State(
          data: try response.data?.jsonString(),
          codable: try response.data.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) },
          errors: try response.errors.map { try $0.jsonString() }, isComplete: response.isComplete))
      if let data = response.data { try check(data, fragments, &outcome.broken) }
      let again = try GraphQLResponse<Operation.Data>(json: response.json())
      if again != response { outcome.broken.append("encoding and decoding changes the response") }
    }
    do {
      let data = try await fetched(operation, client)
      outcome.fetched = try data?.jsonString()
      if data != last { outcome.broken.append("fetch returns another value than the last state") }
    } catch {
      outcome.thrown = String(describing: error)
    }
  } catch {
    outcome.error = String(describing: error)
  }
  return outcome
}

/// The data that `fetch` returns for a query, and `perform` for a mutation.
private func fetched<Operation: GraphQLSingleResponseOperation & GraphQLObject>(
  _ operation: Operation, _ client: GraphQLClient
) async throws -> Operation.Data? {
  func fetch<Query: GraphQLQuery>(_ query: Query) async throws -> Operation.Data? {
    try await client.fetch(query) as? Operation.Data
  }
  func perform<Mutation: GraphQLMutation>(_ mutation: Mutation) async throws -> Operation.Data? {
    try await client.perform(mutation) as? Operation.Data
  }
  if let query = operation as? any GraphQLQuery { return try await fetch(query) }
  if let mutation = operation as? any GraphQLMutation { return try await perform(mutation) }
  return nil
}

/// A value that is not complete is one like others.
private func check<Value: GraphQLObject>(
  _ data: Value, _ fragments: FragmentChecks, _ broken: inout [String]
) throws {
  let direct = try Value(json: data.json())
  let codable = try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(data))
  if direct != data { broken.append("encoding and decoding changes the value") }
  if codable != data { broken.append("JSONEncoder and JSONDecoder change the value") }
  if direct.hashValue != data.hashValue { broken.append("equal values have different hashes") }
  broken += try fragments.problems(in: data)
}

/// A transport that has one answer.
private struct Answer: GraphQLTransport {
  let type: String
  let body: Data

  func send(_: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    GraphQLHTTPResponse(status: 200, headers: ["Content-Type": type], body: body)
  }
}
