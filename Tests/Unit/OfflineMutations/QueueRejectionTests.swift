import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusCache
import CacheFixtures
@testable import ApusOfflineMutations

/// What a queue does with mutations and rows that it cannot use, and after it is closed.
@Suite(.timeLimit(.minutes(15))) struct QueueRejectionTests {
  private struct Own: Error, CustomStringConvertible { var description: String { "not today" } }

  private struct Rejecting: GraphQLInterceptor {
    func intercept(
      _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
    ) async throws -> GraphQLHTTPResponse { throw Own() }
  }

  /// The rows of a queue with these mutations.
  private func stored(_ rows: [GraphQLQueuedMutation]) throws -> RowStorage {
    let storage = RowStorage()
    _ = try QueueRows(storage)
    try storage.commit(rows.map { try QueueRows.change(.records, $0.id, $0) })
    return storage
  }

  private func row(
    _ id: UInt32, _ text: String, state: GraphQLQueuedMutation.State = .waiting, response: String? = nil
  ) -> GraphQLQueuedMutation {
    GraphQLQueuedMutation(
      id: id, operationName: "Like", identity: "ada", lane: "", key: "k", keyPlace: QueueScene.key,
      temporaryID: nil, date: Date(), state: state, text: text, position: Int(id),
      response: response.map { Data($0.utf8) })
  }

  /// Nothing has left the device: the mutation is as it was.
  @Test(arguments: [true, false]) func `an interceptor that throws before anything is sent changes nothing`(
    _ hasKey: Bool
  ) async throws {
    let scene = try QueueScene(GraphQLScriptedTransport([]))
    let reported = Locked<[String]>([])
    let queue = try await GraphQLMutationQueue(
      scene.client, storage: scene.storage, identity: "ada",
      handlers: [QueueScene.like(key: hasKey ? QueueScene.key : .none)],
      configuration: .init(
        connectivity: GraphQLConnectivity(), options: GraphQLRequestOptions(interceptors: [Rejecting()]))
    ) { event in reported.withLock { $0.append("\(event)") } }
    try await queue.enqueue(LikeMutation(post: "1"))
    let tried = try await queue.until { $0.first.map { $0.attempts > 0 && $0.state == .waiting } ?? false }
    #expect(tried.map(\.id) == [1])
    try await eventually("the failure is reported") { !reported.withLock { $0.isEmpty } }
    #expect(reported.withLock { $0.first } == "Like could not be sent and will be tried again: not today.")
    #expect(scene.likes == [2, 2, 3])
    await queue.close()
  }

  @Test func `a handler that decides nothing parks what is rejected`() async throws {
    let rejection = GraphQLScriptedTransport.Step.errors(GraphQLError(message: "no"))
    let scene = try QueueScene(GraphQLScriptedTransport([rejection, rejection]))
    let queue = try await scene.queue([
      GraphQLMutationHandler(LikeMutation.self, key: .none),
      GraphQLMutationHandler(MakeShelfMutation.self, key: .none, creates: { $0.makeShelf.label }),
    ])
    try await queue.enqueue(LikeMutation(post: "1"))
    try await queue.enqueue(MakeShelfMutation(label: "a"))
    let parked = try await queue.until { $0.allSatisfy { $0.parking != nil } }
    #expect(parked.map(\.parking?.reason) == [.rejected, .rejected])
    #expect(parked.map(\.parking?.errors) == [[GraphQLError(message: "no")], [GraphQLError(message: "no")]])
  }

  @Test func `a mutation in place of a rejected one that cannot be sent is parked with the reason`()
    async throws
  {
    let id = GraphQLMutationQueue.temporaryID()
    let scene = try QueueScene(GraphQLScriptedTransport([.errors(GraphQLError(message: "no"))]))
    let queue = try await scene.queue([
      QueueScene.like(conflict: { _, _ in .replace(LikeMutation(post: id)) })
    ])
    try await queue.enqueue(LikeMutation(post: "1"))
    let parked = try await queue.until { $0.first?.parking?.message.contains("creates") == true }
    #expect(
      parked.first?.parking
        == GraphQLParking(
          reason: .rejected, message: "\(GraphQLMutationQueueError.unknownTemporaryID(id))"))
    #expect(parked.first?.variables == ["post": "1"])
  }

  @Test func `the last of two handlers for one mutation counts`() async throws {
    let scene = try QueueScene(HeldTransport())
    let queue = try await scene.queue([
      QueueScene.like(key: .none), QueueScene.like(key: QueueScene.key, lane: { $0.post }),
    ])
    let row = try await queue.enqueue(LikeMutation(post: "7"))
    #expect(row.lane == "7")
    #expect(row.key != nil)
  }

  @Test func `what the queue's users ask for has to be possible`() async throws {
    let scene = try QueueScene(HeldTransport())
    let queue = try await scene.queue(connectivity: GraphQLConnectivity(isOnline: false))
    let ids = [
      try await queue.enqueue(LikeMutation(post: "1")).id,
      try await queue.enqueue(LikeMutation(post: "2")).id,
    ]
    #expect(ids == [1, 2])
    #expect(try await queue.confirm(1) == false)
    #expect(try await queue.resend(1) == false)
    #expect(try await queue.resend(9) == false)
    #expect(try await queue.confirm(9) == false)
    #expect(try await queue.cancel(9) == false)
    #expect(try await queue.move(1, before: 1) == false)
    #expect(try await queue.move(9, before: 1) == false)
    #expect(await queue.mutations.map(\.position) == [1, 2])
    #expect(try await queue.move(2, before: 1))
    #expect(await queue.mutations.map(\.id) == [2, 1])
    #expect(await queue.mutations.map(\.position) == [1, 2])
    await #expect(throws: GraphQLMutationQueueError.unregistered("Like")) {
      try await queue.enqueue(LikeMutation(post: "1"), creating: GraphQLMutationQueue.temporaryID())
    }
  }

  @Test func `a closed queue changes nothing`() async throws {
    let scene = try QueueScene(GraphQLScriptedTransport([.status(400)]))
    let queue = try await scene.queue()
    let parked = try await queue.enqueue(LikeMutation(post: "1")).id
    _ = try await queue.until { $0.first?.parking != nil }
    let open = await queue.updates()
    await queue.close()
    await queue.close()
    #expect(try await queue.cancel(parked) == false)
    #expect(try await queue.resend(parked) == false)
    #expect(try await queue.confirm(parked) == false)
    #expect(try await queue.move(parked, before: nil) == false)
    await #expect(throws: GraphQLMutationQueueError.closed) { try await queue.discard(identity: "bob") }
    // Whoever watches sees the list, and then the end.
    for updates in [open, await queue.updates()] {
      var lists: [[UInt32]] = []
      for await list in updates { lists.append(list.map(\.id)) }
      #expect(lists == [[parked]])
    }
  }

  // MARK: - Rows

  @Test func `a stored mutation of an object that nothing creates is parked`() async throws {
    let id = GraphQLMutationQueue.temporaryID()
    let scene = try QueueScene(
      GraphQLScriptedTransport([]), stored([row(1, "{\"post\":\"\(id)\"}")]))
    let queue = try await scene.queue()
    let parked = try await queue.until { $0.first?.parking != nil }
    #expect(
      parked.first?.parking == GraphQLParking(reason: .orphaned, message: "the object \(id) was not created"))
    #expect(try await queue.resend(1) == false)
  }

  @Test func `a stored mutation that does not decode is parked, and stays so when it is sent again`()
    async throws
  {
    let server = GraphQLScriptedTransport([])
    let scene = try QueueScene(server, stored([row(1, "{\"post\":[]}"), row(2, "{}")]))
    let queue = try await scene.queue()
    #expect(await queue.mutations.map(\.parking?.reason) == [.unreadable, .unreadable])
    #expect(await queue.mutations[0].parking?.message.contains("post") == true)
    #expect(try await queue.resend(1))
    _ = try await queue.until { $0[0].parking?.reason == .unreadable }
    #expect(server.requests.isEmpty)
    #expect(await queue.mutations.map(\.attempts) == [0, 0])
  }

  @Test func `a stored response that does not decode is reported, and its mutation not sent again`()
    async throws
  {
    let server = GraphQLScriptedTransport([])
    let storage = try stored([row(3, "{\"post\":\"1\"}", response: "{\"data\":{\"like\":7}}")])
    let scene = try QueueScene(server, storage)
    let queue = try await scene.queue()
    #expect(await queue.mutations.isEmpty)
    #expect(storage.all.keys.map(\.table) == [.settings])
    let events = scene.queueEvents.withLock { $0 }
    guard case .resultDropped("Like", _)? = events.first, events.count == 1 else {
      Issue.record("\(events)")
      return
    }
    #expect(try await queue.enqueue(LikeMutation(post: "2")).id == 4)
  }

  @Test func `a stored mutation whose change cannot be shown is reported, and sent`() async throws {
    let server = GraphQLScriptedTransport([.response(liked("1", 7))])
    let scene = try QueueScene(server, stored([row(1, "{\"post\":\"1\"}")]))
    let queue = try await scene.queue([
      GraphQLMutationHandler(LikeMutation.self, key: QueueScene.key, optimistically: { _, _ in throw Own() })
    ])
    try await queue.untilEmpty()
    #expect(scene.events.all.first?.description == "An optimistic layer was dropped: not today.")
    #expect(scene.likes == [7, 2, 3])
    await #expect(throws: Own.self) { try await queue.enqueue(LikeMutation(post: "2")) }
    #expect(await queue.mutations.isEmpty)
  }

  @Test func `rows that are not a queue's are counted, and stay`() async throws {
    let storage = try stored([row(1, "{\"post\":\"1\"}")])
    try storage.commit([
      QueueRows.change(.records, 5, ["not", "a mutation"]), QueueRows.change(.ages, 1, ["x"]),
      QueueRows.change(.fields, 1, ["temporary", "real"]), QueueRows.change(.fields, 2, 7),
      QueueRows.change(.fields, 3, ["temporary"]),
    ])
    let before = storage.all
    let scene = try QueueScene(HeldTransport(), storage)
    let queue = try await scene.queue(connectivity: GraphQLConnectivity(isOnline: false))
    #expect(await queue.damagedCount == 4)
    #expect(await queue.mutations.map(\.id) == [1])
    #expect(await queue.serverID(of: "temporary") == "real")
    #expect(storage.all == before)
    #expect(try await queue.enqueue(LikeMutation(post: "2")).id == 2)
  }

  /// A number may itself be damage; what is left in a damaged row is not written over.
  @Test func `the number of a damaged row is not given again, and does not end the queue`() async throws {
    let storage = try stored([row(1, "{\"post\":\"1\"}")])
    try storage.commit([2, .max].map { try QueueRows.change(.records, $0, ["damaged"]) })
    let scene = try QueueScene(HeldTransport(), storage)
    let queue = try await scene.queue(connectivity: GraphQLConnectivity(isOnline: false))
    #expect(await queue.damagedCount == 2)
    #expect(try await queue.enqueue(LikeMutation(post: "2")).id == 3)
  }

  @Test func `a queue whose numbers are used up rejects mutations`() async throws {
    let scene = try QueueScene(HeldTransport(), stored([row(.max, "{\"post\":\"1\"}")]))
    let queue = try await scene.queue(connectivity: GraphQLConnectivity(isOnline: false))
    await #expect(throws: GraphQLMutationQueueError.self) { try await queue.enqueue(LikeMutation(post: "2")) }
    #expect(await queue.mutations.count == 1)
  }

  @Test func `counts that cannot be counted on from are damage`() throws {
    var stored = row(1, "{}").stored
    for name in ["position", "attempts"] {
      for count in ["-1", "\(Int.max)"] {
        var other = stored
        other[name] = try GraphQLValue(json: count)
        #expect(throws: GraphQLQueuedMutation.Unknown.self) { try GraphQLQueuedMutation(stored: other) }
      }
    }
    stored["mayHaveRun"] = true
    #expect(try GraphQLQueuedMutation(stored: stored).mayHaveRun)
  }

  @Test func `a queue rejects a client without a cache`() async throws {
    let scene = try QueueScene(GraphQLScriptedTransport([]))
    var client = scene.client
    client.cache = nil
    await #expect(throws: GraphQLMutationQueueError.missingCache) {
      try await GraphQLMutationQueue(
        client, storage: scene.storage, identity: "ada", handlers: [QueueScene.like()])
    }
  }
}
