import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import Foundation
import TestSupport
import Testing

import ApusCache
import CacheFixtures
import ApusOfflineMutations

/// Responses that are decoded after the time limit of their attempt.
@Suite(.timeLimit(.minutes(15))) struct QueueLateResponseTests {
  /// A queue whose mutation's outcome is unknown, since the response is held back.
  private struct Late {
    let scene: QueueScene
    let queue: GraphQLMutationQueue
    let holding = HoldingInterceptor()
    /// The number of times that the handler's `result` ran.
    let results = Locked(0)

    init(
      _ response: GraphQLScriptedTransport.Step, checks: [GraphQLDataCheck] = [],
      cacheStorage: (any GraphQLCacheStorage)? = nil
    ) async throws {
      scene = try QueueScene(GraphQLScriptedTransport([response]), cacheStorage: cacheStorage)
      var client = scene.client
      client.interceptors = [holding]
      client.checks = checks
      queue = try await GraphQLMutationQueue(
        client, storage: scene.storage, identity: "ada",
        handlers: [
          QueueScene.like(key: .none, result: { [results] _, _, _ in results.withLock { $0 += 1 } })
        ],
        configuration: .init(
          firstDelay: .milliseconds(1), connectivity: GraphQLConnectivity(),
          options: GraphQLRequestOptions(deadline: .seconds(1))))
      try await queue.enqueue(LikeMutation(post: "1"))
      _ = try await queue.until { $0.first?.parking?.reason == .unknownOutcome }
      try await eventually("there is a response") { [holding] in holding.hasResponse.withLock { $0 } }
    }

    var resultCount: Int { results.withLock { $0 } }
  }

  @Test func `a late response carries out a mutation with an unknown outcome`() async throws {
    let late = try await Late(.response(liked("1", 7)))
    #expect(late.scene.likes == [2, 2, 3])
    await late.holding.gate.open()
    try await late.queue.untilEmpty()
    #expect(late.scene.likes == [7, 2, 3])
    #expect(late.resultCount == 1)
  }

  /// It could be executed twice, and its `result` run again at the next start.
  @Test func `while a late response is stored, its mutation cannot be sent again, and closing waits`()
    async throws
  {
    let disk = HeldStorage(.flush)
    defer { disk.release() }
    let late = try await Late(.response(liked("1", 7)), cacheStorage: disk)
    let (queue, rows) = (late.queue, try #require(late.scene.storage as? RowStorage))
    let id = try #require(await queue.mutations.first?.id)
    await late.holding.gate.open()
    try await eventually("the response is cached") { late.scene.likes == [7, 2, 3] }
    let isWaiting = try await queue.resend(id)
    #expect(!isWaiting)
    let closing = Task {
      await queue.close()
      return rows.all.keys.filter { $0.table == .records }.count
    }
    try await Task.sleep(for: .milliseconds(200))
    disk.release()
    #expect(await closing.value == 0)
    #expect(late.resultCount == 1)
  }

  @Test func `a late rejection is known`() async throws {
    let late = try await Late(
      .response("{\"like\":null}", errors: "[{\"message\":\"No.\",\"path\":[\"like\"]}]"))
    await late.holding.gate.open()
    let rows = try await late.queue.until { $0.first?.parking?.reason == .rejected }
    #expect(rows.first?.parking?.errors.map(\.message) == ["No."])
    #expect(late.scene.likes == [1, 2, 3])
    #expect(late.resultCount == 0)
  }

  private struct Refusal: Error {}

  @Test func `a check of the client can reject a late response`() async throws {
    let late = try await Late(
      .response(liked("1", 7)), checks: [GraphQLDataCheck { _, _ in throw Refusal() }])
    await late.holding.gate.open()
    _ = try await late.queue.until { $0.first?.parking?.reason == .rejected }
    #expect(late.scene.likes == [7, 2, 3])
    #expect(late.resultCount == 0)
  }

  @Test(arguments: [true, false])
  func `once somebody has decided or the queue is closed, a late response is only cached`(_ closes: Bool)
    async throws
  {
    let late = try await Late(.response(liked("1", 7)))
    if closes {
      await late.queue.close()
    } else {
      let id = try #require(await late.queue.mutations.first?.id)
      _ = try await late.queue.cancel(id)
    }
    await late.holding.gate.open()
    try await eventually("the response is cached") { late.scene.likes == [7, 2, 3] }
    #expect(late.resultCount == 0)
  }
}
