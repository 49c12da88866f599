import Apus
import ApusClient
import ApusTesting
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct ScriptedSubscriptionsTests {
  private func client(_ subscriptions: any GraphQLSubscriptionTransport) -> GraphQLClient {
    GraphQLClient(url: endpoint, subscriptions: subscriptions, timeout: .seconds(3600))
  }

  @Test func `a script`() async throws {
    let events = GraphQLScriptedSubscriptions([
      .data(HelloQuery.Data(hello: "a")), .delay(.milliseconds(1)), .json(#"{"data":{"hello":"b"}}"#),
      .errors(GraphQLError(message: "half")),
    ])
    var texts: [String] = []
    for try await response in client(events).responses(to: HelloSubscription()) {
      texts.append(response.data?.hello ?? response.errors.map(\.message).joined())
    }
    #expect(texts == ["a", "b", "half"])
    #expect(events.requests.map { $0.http.operations.first?.name } == ["HelloAgain"])
    #expect(events.activeCount == 0)
  }

  @Test func `a failure, and silence that is cancelled`() async throws {
    let failing = client(
      GraphQLScriptedSubscriptions([.failure(GraphQLSubscriptionError.closed(code: 4500, reason: "x"))]))
    await #expect(throws: GraphQLSubscriptionError.self) {
      for try await _ in failing.subscribe(to: HelloSubscription()) {}
    }
    let silent = GraphQLScriptedSubscriptions([.silence])
    let client = client(silent)
    let task = Task { for try await _ in client.subscribe(to: HelloSubscription()) {} }
    try await eventually("the subscription is active") { silent.activeCount == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(silent.activeCount == 0)
  }

  @Test func `recorded events come back as they came`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let recorded = GraphQLRecordedResponses(folder: folder)
    let script = GraphQLScriptedSubscriptions([
      .json("{\"data\":\n{\"hello\":\"a\"}}"), .json(#"{"data":{"hello":"b"}}"#),
    ])
    for subscriptions in [recorded.recordingSubscriptions(script), recorded.replayingSubscriptions()]
      as [any GraphQLSubscriptionTransport]
    {
      var texts: [String] = []
      for try await data in client(subscriptions).subscribe(to: HelloSubscription()) {
        texts.append(data.hello)
      }
      #expect(texts == ["a", "b"])
    }
    let missing = client(
      GraphQLRecordedResponses(folder: folder.appendingPathComponent("none")).replayingSubscriptions())
    await #expect(throws: TestingError.self) {
      for try await _ in missing.subscribe(to: HelloSubscription()) {}
    }
  }
}
