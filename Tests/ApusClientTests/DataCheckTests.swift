import Apus
import ApusClient
import ApusTesting
import Testing

@Suite struct DataCheckTests {
  private struct Refused: Error, Equatable { let message: String? }

  private func client(_ payload: String, _ checks: [GraphQLDataCheck]) -> GraphQLClient {
    let step = ScriptedTransport.Step.json("{\"data\":{\"send\":\(payload)}}")
    var client = GraphQLClient(url: endpoint, transport: ScriptedTransport([step]))
    client.checks = checks
    return client
  }

  @Test func `a check of one operation throws what it likes`() async throws {
    let check = GraphQLDataCheck(SendMutation.self) { data in
      throw Refused(message: data.send["error"].string)
    }
    await #expect(throws: Refused(message: "full")) {
      try await client(#"{"error":"full"}"#, [check]).fetch(SendMutation())
    }
  }

  @Test func `a check of one operation does not see others`() async throws {
    var client = GraphQLClient(url: endpoint, transport: ScriptedTransport([.json(world)]))
    client.checks = [GraphQLDataCheck(SendMutation.self) { _ in throw Refused(message: nil) }]
    #expect(try await client.fetch(HelloQuery()).hello == "world")
  }

  @Test(arguments: [
    #"{"userErrors":[{"message":"full","code":"FULL"}]}"#, #"{"error":{"message":"full","code":"FULL"}}"#,
    #"{"errors":["full"]}"#,
  ])
  func `errors in payloads, in the usual forms`(_ payload: String) async throws {
    let client = client(payload, [.userErrors()])
    let error = await #expect(throws: GraphQLPayloadError.self) {
      try await client.fetch(SendMutation())
    }
    #expect(error?.field == "send")
    #expect(error?.errors.map(\.message) == ["full"])
    #expect(error?.description == "Send: send: full")
  }

  @Test(arguments: [#"{"userErrors":[]}"#, #"{"userErrors":null}"#, "null", #"{"id":1}"#])
  func `payloads without errors`(_ payload: String) async throws {
    _ = try await client(payload, [.userErrors()]).fetch(SendMutation())
  }

  @Test func `map`() async throws {
    let client = GraphQLClient(url: endpoint, transport: ScriptedTransport([.json(world)]))
    let model = try await client.fetch(HelloQuery()) { data in data.hello.count }
    #expect(model == 5)
  }
}
