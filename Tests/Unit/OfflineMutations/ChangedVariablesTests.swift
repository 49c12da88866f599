import Apus
import ApusClient
import ApusTesting
import Foundation
import Testing

@testable import ApusCache
@testable import ApusOfflineMutations
import CacheFixtures

/// Mutations that an update of the app would change.
@Suite(.timeLimit(.minutes(15))) struct ChangedVariablesTests {
  /// The rows of a version of the app whose `Like` had more variables.
  private func rows() throws -> RowStorage {
    let storage = RowStorage()
    _ = try QueueRows(storage)
    let row = GraphQLQueuedMutation(
      id: 1, operationName: "Like", identity: "ada", lane: "", key: "k", keyPlace: QueueScene.key,
      temporaryID: nil, date: Date(), text: "{\"post\":\"1\",\"tag\":\"new\",\"tone\":null}", position: 1)
    try storage.commit([QueueRows.change(.records, 1, row)])
    return storage
  }

  @Test func `a mutation that would not be sent as it was entered is unreadable`() async throws {
    let server = GraphQLScriptedTransport([])
    let scene = try QueueScene(server, rows())
    let queue = try await scene.queue()
    let parking = await queue.mutations.first?.parking
    #expect(parking?.reason == .unreadable)
    #expect(parking?.message.contains("tag, tone") == true)
    #expect(server.requests.isEmpty)
    #expect(await queue.mutations.first?.variables["tag"] == "new")
    // It stays so if it is tried again.
    #expect(try await queue.resend(1))
    _ = try await queue.until { $0.first?.parking != nil }
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: ["retry", "replace", "discard"]) func `the app is asked about it`(
    _ decision: String
  ) async throws {
    let server = GraphQLScriptedTransport([.response(liked(decision == "replace" ? "2" : "1", 7))])
    let scene = try QueueScene(server, rows())
    let handler = GraphQLMutationHandler(
      LikeMutation.self, key: QueueScene.key,
      unreadable: { variables, error in
        #expect(variables["tag"] == "new")
        guard case GraphQLMutationQueueError.changedVariables("Like", let paths) = error else {
          Issue.record(error)
          return .park
        }
        #expect(paths == ["tag", "tone"])
        return decision == "retry"
          ? .retry : decision == "replace" ? .replace(LikeMutation(post: "2")) : .discard
      })
    let queue = try await scene.queue([handler])
    try await queue.untilEmpty()
    let posts = ["retry": ["1"], "replace": ["2"], "discard": []]
    #expect(server.requests.map(\.variables["post"].string) == posts[decision]?.map(Optional.some))
    // Earlier attempts may have arrived.
    #expect(server.requests.allSatisfy { $0.key == "k" })
  }

  /// Another place would be another key to the server, and an earlier attempt may have arrived.
  @Test func `the key stays at its place`() async throws {
    let server = GraphQLScriptedTransport([.response(liked("1", 7))])
    let handler = GraphQLMutationHandler(
      LikeMutation.self, key: .header("X-Key"), unreadable: { _, _ in .retry })
    let queue = try await QueueScene(server, rows()).queue([handler])
    try await queue.untilEmpty()
    #expect(server.requests.map(\.key) == ["k"])
    #expect(server.requests.map { $0.headers["X-Key"] } == [nil])
  }

  @Test func `differences are paths`() throws {
    #expect(
      try VariableDifferences.paths(
        from: "{\"a\":1,\"b\":[1,{\"c\":2}]}", to: "{\"b\":[1,{\"c\":2}],\"a\":1}") == [])
    #expect(
      try VariableDifferences.paths(
        from: "{\"a\":null,\"b\":[1,{\"c\":2}]}", to: "{\"b\":[1,{\"c\":3}],\"d\":1}")
        == ["a", "b.1.c", "d"])
    #expect(try VariableDifferences.paths(from: "{\"a\":[1]}", to: "{\"a\":[1,2]}") == ["a"])
  }
}
