import Apus
import ApusClient
import ApusTesting
import Testing

/// The status and the header fields that a response came with.
@Suite(.timeLimit(.minutes(15))) struct ReceivedResponseTests {
  private func step(_ body: String, status: Int = 200) -> GraphQLScriptedTransport.Step {
    .status(
      status, headers: ["Content-Type": "application/graphql-response+json", "X-Trace": "t1"], body: body)
  }

  @Test func `a response, an error, a text and a batch`() async throws {
    let rejection = #"{"errors":[{"message":"no"}]}"#
    let client = client(
      GraphQLScriptedTransport([
        step(world, status: 203), step(rejection, status: 422), step(world), step("[\(world),\(world)]"),
      ]))
    let response = try await client.response(for: HelloQuery())
    #expect(response.status == 203)
    #expect(response.headers["x-trace"] == "t1")
    #expect(response.timing == nil)
    // How it came does not count.
    let same = GraphQLResponse(data: HelloQuery.Data(hello: "world"))
    #expect(response == same && response.hashValue == same.hashValue)
    #expect(same.status == nil && same.headers.fields.isEmpty)
    let error = try #require(
      await #expect(throws: GraphQLClientError.self) { try await client.fetch(HelloQuery()) })
    guard case .graphQL(let failure) = error else { throw error }
    #expect(failure.status == 422)
    #expect(failure.headers["X-Trace"] == "t1")
    #expect(error.response(to: HelloQuery.self)?.status == 422)
    let text = try await client.response(for: GraphQLText("{ hello }"))
    #expect(text.status == 200 && text.headers["X-Trace"] == "t1" && text.timing == nil)
    let batch = try await client.batch([HelloQuery(), HelloQuery()])
    #expect(batch.map(\.status) == [200, 200])
  }
}
