import Apus
import ApusClient
import ApusTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct DataCheckTests {
  private struct Rejected: Error, Equatable { let message: String? }

  private func client(_ payload: String, _ checks: [GraphQLDataCheck]) -> GraphQLClient {
    let step = GraphQLScriptedTransport.Step.json("{\"data\":{\"send\":\(payload)}}")
    var client = GraphQLClient(
      url: endpoint, transport: GraphQLScriptedTransport([step]), timeout: .seconds(3600))
    client.checks = checks
    return client
  }

  @Test func `a check of one operation throws what it likes`() async throws {
    let check = GraphQLDataCheck(SendMutation.self) { data in
      throw Rejected(message: data.send["error"].string)
    }
    await #expect(throws: Rejected(message: "full")) {
      try await client(#"{"error":"full"}"#, [check]).perform(SendMutation())
    }
  }

  @Test func `a check of one operation does not see others`() async throws {
    var client = GraphQLClient(
      url: endpoint, transport: GraphQLScriptedTransport([.json(world)]), timeout: .seconds(3600))
    client.checks = [GraphQLDataCheck(SendMutation.self) { _ in throw Rejected(message: nil) }]
    #expect(try await client.fetch(HelloQuery()).hello == "world")
  }

  @Test(arguments: [
    #"{"userErrors":[{"message":"full","code":"FULL"}]}"#, #"{"error":{"message":"full","code":"FULL"}}"#,
    #"{"errors":["full"]}"#,
  ])
  func `errors in payloads, in the usual forms`(_ payload: String) async throws {
    let client = client(payload, [.userErrors()])
    let error = await #expect(throws: GraphQLPayloadError.self) {
      try await client.perform(SendMutation())
    }
    #expect(error?.field == "send")
    #expect(error?.errors.map(\.message) == ["full"])
    #expect(error?.description == "Send: send: full")
  }

  @Test(arguments: [#"{"userErrors":[]}"#, #"{"userErrors":null}"#, "null", #"{"id":1}"#])
  func `payloads without errors`(_ payload: String) async throws {
    _ = try await client(payload, [.userErrors()]).perform(SendMutation())
  }

  @Test func `map`() async throws {
    let client = GraphQLClient(
      url: endpoint, transport: GraphQLScriptedTransport([.json(world)]), timeout: .seconds(3600))
    let model = try await client.fetch(HelloQuery()) { data in data.hello.count }
    #expect(model == 5)
  }

  @Test func `fields are looked at by name, and an object without a message is its own`() async throws {
    let step = GraphQLScriptedTransport.Step.json(
      #"{"data":{"b":{"errors":["later"]},"a":{"errors":[{"code":"X"},{"message":7},null,3]}}}"#)
    var client = GraphQLClient(
      url: endpoint, transport: GraphQLScriptedTransport([step]), timeout: .seconds(3600))
    client.checks = [.userErrors()]
    let error = await #expect(throws: GraphQLPayloadError.self) {
      try await client.perform(GraphQLText("mutation Two { b { errors } a { errors } }"))
    }
    #expect(error?.field == "a" && error?.errors.map(\.code) == ["X", nil])
    #expect(error?.description == #"Two: a: {"code":"X"}; {"message":7}"#)
  }

  @Test func `a mutation's data is mapped, and what the closure throws is thrown`() async throws {
    let payload = #"{"error":null,"id":3}"#
    #expect(try await client(payload, []).perform(SendMutation()) { $0.send["id"].int } == 3)
    await #expect(throws: Rejected(message: "no")) {
      try await client(payload, []).perform(SendMutation()) { _ in throw Rejected(message: "no") }
    }
  }

  @Test func `a code that is a number is its text`() async throws {
    let client = client(
      #"{"errors":[{"message":"full","code":4004},{"message":"b","code":true}]}"#, [.userErrors()])
    let error = await #expect(throws: GraphQLPayloadError.self) { try await client.perform(SendMutation()) }
    #expect(error?.errors.map(\.code) == ["4004", nil])
    #expect((error as (any Error)?)?.localizedDescription == "Send: send: full; b")
  }

  @Test func `queries are looked at when one says so`() async throws {
    let payload = GraphQLScriptedTransport.Step.json(#"{"data":{"result":{"errors":["full"]}}}"#)
    for kinds in [[.mutation], [.query, .mutation]] as [Set<GraphQLOperationDescription.Kind>] {
      let client = GraphQLClient(
        url: endpoint, transport: GraphQLScriptedTransport([payload]), timeout: .seconds(3600)
      ).with { $0.checks = [.userErrors(of: kinds)] }
      if kinds.contains(.query) {
        await #expect(throws: GraphQLPayloadError.self) { try await client.fetch(ResultQuery()) }
      } else {
        _ = try await client.fetch(ResultQuery())
      }
    }
  }
}

/// A query whose field is a result with errors of its own.
private struct ResultQuery: GraphQLQuery {
  static let operationName = "Result"
  static let operationDocument = "query Result{result{errors}}"
  static let operationID = "a9"

  init() {}
  init(_reading reader: inout GraphQLReader) throws {}
  func _write(to writer: inout GraphQLWriter) {}

  struct Data: GraphQLObject {
    let result: GraphQLValue
    init(_reading reader: inout GraphQLReader) throws { result = try reader.value("result") }
    func _write(to writer: inout GraphQLWriter) { writer.value("result", result) }
  }
}
