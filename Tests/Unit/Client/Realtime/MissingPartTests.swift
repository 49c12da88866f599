import Apus
import ApusTesting
import Testing

import ApusClient

/// Deferred fragments that a complete response does not have.
@Suite(.timeLimit(.minutes(15))) struct MissingPartTests {
  private static let reported = #"{"message":"no card","path":["title"]}"#

  private func states(_ step: GraphQLScriptedTransport.Step) async throws -> [GraphQLResponse<
    DeferredQuery.Data
  >] {
    let client = GraphQLClient(url: endpoint, transport: GraphQLScriptedTransport([step]))
    var states: [GraphQLResponse<DeferredQuery.Data>] = []
    for try await state in client.responses(for: DeferredQuery()) { states.append(state) }
    return states
  }

  private static let steps: [(GraphQLScriptedTransport.Step, reported: Bool)] = [
    // The format of 2022, without the part.
    (.parts(#"{"data":{"id":"1"},"hasNext":true}"#, #"{"hasNext":false}"#), false),
    (
      .parts(#"{"data":{"id":"1"},"hasNext":true}"#, #"{"errors":[\#(reported)],"hasNext":false}"#), true
    ),
    (.parts(#"{"data":{"id":"1"},"hasNext":false}"#), false),
    // Without data, and with errors or not.
    (
      .parts(
        #"{"data":{"id":"1"},"hasNext":true}"#,
        #"{"incremental":[{"path":[],"label":"Card","data":null,"errors":[\#(reported)]}],"hasNext":false}"#),
      true
    ),
    (
      .parts(
        #"{"data":{"id":"1"},"hasNext":true}"#,
        #"{"incremental":[{"path":[],"items":null}],"hasNext":false}"#), false
    ),
    // A whole response, in any order.
    (.json(#"{"data":{"id":"1"}}"#), false), (.json(#"{"data":{"id":"1"},"hasNext":false}"#), false),
    (.json(#"{"errors":[\#(reported)],"data":{"id":"1"}}"#), true),
    (.json(#"{"data":{"id":"1"},"errors":[\#(reported)]}"#, type: "application/json"), true),
    // A server that announces another part.
    (
      .parts(
        #"{"data":{"id":"1"},"pending":[{"id":"0","path":[],"label":"Other"}],"hasNext":true}"#,
        #"{"completed":[{"id":"0"}],"hasNext":false}"#), false
    ),
  ]

  @Test(arguments: steps.indices)
  func `a fragment that a complete response lacks has failed`(_ index: Int) async throws {
    let (step, hasErrors) = Self.steps[index]
    let states = try await states(step)
    let last = try #require(states.last)
    #expect(last.isComplete)
    guard case .failed(let errors)? = last.data?.card else {
      Issue.record("\(String(describing: last.data?.card))")
      return
    }
    #expect(
      errors.map(\.message) == [
        hasErrors ? "no card" : "the response is complete without this deferred fragment"
      ] || errors.isEmpty)
    for state in states.dropLast() { #expect(state.data?.card == .pending) }
  }

  @Test func `a fragment that comes is a value in each format`() async throws {
    for step in [
      GraphQLScriptedTransport.Step.json(#"{"data":{"id":"1","title":"T"}}"#),
      .parts(
        #"{"data":{"id":"1"},"hasNext":true}"#,
        #"{"incremental":[{"path":[],"label":"Card","data":{"title":"T"}}],"hasNext":false}"#),
    ] {
      #expect(try await states(step).last?.data?.card.value?.title == "T")
    }
  }

  @Test func `an object alone says nothing of what is still to come`() throws {
    #expect(try DeferredQuery.Data(json: #"{"id":"1"}"#).card == .pending)
  }
}
