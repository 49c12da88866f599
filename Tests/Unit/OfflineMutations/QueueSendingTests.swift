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

@Suite(.timeLimit(.minutes(15))) struct QueueSendingTests {
  @Test func `mutations are sent in order and their responses replace the optimistic changes`() async throws {
    let transport = HeldTransport()
    let scene = try QueueScene(transport)
    let queue = try await scene.queue()
    var updates = scene.cache.watch(FeedQuery()).makeAsyncIterator()
    #expect(await updates.next()?.data?.feed.map(\.likes) == [1, 2, 3])
    try await queue.enqueue(LikeMutation(post: "1"))
    #expect(await updates.next()?.data?.feed.map(\.likes) == [2, 2, 3])
    try await queue.enqueue(LikeMutation(post: "2"))
    #expect(await updates.next()?.data?.feed.map(\.likes) == [2, 3, 3])
    let first = try await transport.active(1)[0]
    #expect(first.request.variables == ["post": "1"])
    #expect(first.request.isIdempotent)
    #expect(await queue.mutations.map(\.state) == [.sending, .waiting])
    transport.answer(first.id, .success(liked("1", 7)))
    // Never 1 again in between.
    #expect(await updates.next()?.data?.feed.map(\.likes) == [7, 3, 3])
    let second = try await transport.active(1)[0]
    #expect(second.request.variables == ["post": "2"])
    #expect(second.request.key != first.request.key)
    transport.answer(second.id, .success(liked("2", 8)))
    try await queue.untilEmpty()
    #expect(scene.likes == [7, 8, 3])
    #expect(transport.sentCount == 2)
    #expect(await queue.serverID(of: "other") == nil)
  }

  @Test func `lanes are sent at the same time`() async throws {
    let transport = HeldTransport()
    let scene = try QueueScene(transport)
    let queue = try await scene.queue([QueueScene.like(lane: { $0.post })])
    for post in ["1", "2", "1"] { try await queue.enqueue(LikeMutation(post: post)) }
    let active = try await transport.active(2)
    #expect(Set(active.map { $0.request.variables["post"].string }) == ["1", "2"])
    for held in active { transport.answer(held.id, .success(liked("1", 5))) }
    let last = try await transport.active(1)[0]
    #expect(last.request.variables == ["post": "1"])
    transport.answer(last.id, .success(liked("1", 6)))
    try await queue.untilEmpty()
  }

  @Test func `the storage says that a mutation is sent before it is`() async throws {
    let storage = RowStorage()
    let states = Locked<[GraphQLQueuedMutation.State]>([])
    let server = GraphQLScriptedTransport([
      .perform { _ in
        for (place, bytes) in storage.all where place.table == .records {
          let row = try GraphQLQueuedMutation(stored: GraphQLValue(json: Data(bytes.dropFirst(8))))
          states.withLock { $0.append(row.state) }
        }
        return GraphQLHTTPResponse(status: 200, body: Data("{\"data\":\(liked("1", 7))}".utf8))
      }
    ])
    let queue = try await QueueScene(server, storage).queue()
    try await queue.enqueue(LikeMutation(post: "1"))
    try await queue.untilEmpty()
    #expect(states.withLock { $0 } == [.sending])
    #expect(storage.all.keys.map(\.table) == [.settings])
  }

  @Test func `what cannot be stored is neither enqueued nor sent`() async throws {
    let storage = FailingStorage()
    let server = GraphQLScriptedTransport([.response(liked("2", 9))])
    let scene = try QueueScene(server, storage)
    let queue = try await scene.queue()
    storage.error.withLock { $0 = .full("full") }
    await #expect(throws: GraphQLMutationQueueError.storage("full")) {
      try await queue.enqueue(LikeMutation(post: "1"))
    }
    #expect(scene.likes == [1, 2, 3])
    #expect(await queue.mutations.isEmpty)
    storage.error.withLock { $0 = nil }
    try await queue.enqueue(LikeMutation(post: "2"))
    try await queue.untilEmpty()
    #expect(server.requests.map(\.variables) == [["post": "2"]])
  }

  @Test func `a mutation waits while the storage cannot say that it is sent`() async throws {
    let storage = FailingStorage()
    let server = GraphQLScriptedTransport([.response(liked("1", 9))])
    let connectivity = GraphQLConnectivity(isOnline: false)
    let queue = try await QueueScene(server, storage).queue(connectivity: connectivity)
    try await queue.enqueue(LikeMutation(post: "1"))
    storage.error.withLock { $0 = .full("full") }
    let before = storage.attempts.withLock { $0 }
    connectivity.update(isOnline: true)
    try await eventually("the storage has rejected three times") {
      storage.attempts.withLock { $0 } >= before + 3
    }
    #expect(server.requests.isEmpty)
    storage.error.withLock { $0 = nil }
    try await queue.untilEmpty()
    #expect(server.requests.count == 1)
  }

  @Test func `without a network nothing is sent`() async throws {
    let connectivity = GraphQLConnectivity(isOnline: false)
    let server = GraphQLScriptedTransport([.response(liked("1", 7))])
    let scene = try QueueScene(server)
    let queue = try await scene.queue(connectivity: connectivity)
    try await queue.enqueue(LikeMutation(post: "1"))
    #expect(scene.likes == [2, 2, 3])
    try await eventually("the queue waits for a network") { await queue.lanes.count == 1 }
    #expect(server.requests.isEmpty)
    connectivity.update(isOnline: true)
    try await queue.untilEmpty()
    #expect(scene.likes == [7, 2, 3])
  }

  struct Failure: Sendable {
    var step: GraphQLScriptedTransport.Step
    /// The reason for parking the mutation with a key, and without one; nil if it is sent again.
    var withKey: GraphQLParking.Reason?
    var withoutKey: GraphQLParking.Reason?
  }

  static let failures: [Failure] = [
    Failure(step: .failure(URLError(.cannotConnectToHost)), withKey: nil, withoutKey: nil),
    Failure(step: .status(429), withKey: nil, withoutKey: nil),
    Failure(
      step: .failure(GraphQLClientError.outcomeUnknown(URLError(.networkConnectionLost))),
      withKey: nil, withoutKey: .unknownOutcome),
    Failure(
      step: .failure(GraphQLClientError.timedOut(after: .seconds(1))), withKey: nil,
      withoutKey: .unknownOutcome),
    Failure(step: .status(503), withKey: nil, withoutKey: .unknownOutcome),
    Failure(
      step: .json("<p>Log in", type: "text/html"), withKey: nil, withoutKey: .unknownOutcome),
    Failure(step: .status(500), withKey: nil, withoutKey: .unknownOutcome),
    Failure(step: .status(400), withKey: .rejected, withoutKey: .rejected),
    Failure(step: .errors(GraphQLError(message: "no")), withKey: .rejected, withoutKey: .rejected),
    Failure(
      step: .response("{\"like\":{\"likes\":\"x\"}}"), withKey: .unknownOutcome, withoutKey: .unknownOutcome),
  ]

  @Test(arguments: failures.indices, [true, false])
  func `failures are retried or parked`(_ index: Int, _ hasKey: Bool) async throws {
    let failure = Self.failures[index]
    let server = GraphQLScriptedTransport([failure.step, failure.step, .response(liked("1", 7))])
    let scene = try QueueScene(server)
    let queue = try await scene.queue([QueueScene.like(key: hasKey ? QueueScene.key : .none)])
    try await queue.enqueue(LikeMutation(post: "1"))
    let mutations = try await queue.until { $0.allSatisfy { $0.parking != nil } }
    let keys = server.requests.map(\.key)
    #expect(server.requests.allSatisfy { $0.isIdempotent == hasKey })
    if let reason = hasKey ? failure.withKey : failure.withoutKey {
      #expect(mutations.first?.parking?.reason == reason)
      #expect(mutations.first?.parking?.message.isEmpty == false)
      #expect(keys.count == 1)
      // A rejected mutation is rolled back; one that may have been carried out is not.
      // The handler is asked before the change is rolled back.
      let likes = [reason == .rejected ? 1 : 2, 2, 3]
      try await eventually("the cache has \(likes)") { scene.likes == likes }
    } else {
      #expect(mutations.isEmpty)
      #expect(keys.count == 3)
      #expect(Set(keys).count == 1)
      #expect((keys.first ?? nil) != nil || !hasKey)
      #expect(scene.likes == [7, 2, 3])
    }
  }

  @Test func `a parked mutation does not hold others up`() async throws {
    let error = GraphQLError(message: "taken", extensions: ["code": "CONFLICT"])
    let server = GraphQLScriptedTransport([
      .errors(error), .response(liked("2", 8)), .response(liked("1", 7)),
    ])
    let scene = try QueueScene(server)
    let queue = try await scene.queue()
    let first = try await queue.enqueue(LikeMutation(post: "1"))
    try await queue.enqueue(LikeMutation(post: "2"))
    let parked = try await queue.until { $0.count == 1 && $0[0].parking != nil }
    #expect(parked.first?.parking?.errors == [error])
    #expect(scene.likes == [1, 8, 3])
    #expect(try await queue.resend(first.id))
    try await queue.untilEmpty()
    #expect(scene.likes == [7, 8, 3])
    #expect(try await queue.resend(first.id) == false)
    #expect(server.requests.map(\.key)[0] == server.requests.map(\.key)[2])
  }

  @Test func `conflicts are given to the handler`() async throws {
    let rejection = GraphQLScriptedTransport.Step.response(
      "{\"like\":null}", errors: "[{\"message\":\"stale\",\"path\":[\"like\"]}]")
    let server = GraphQLScriptedTransport([rejection, rejection, rejection, .response(liked("2", 8))])
    let scene = try QueueScene(server)
    let seen = Locked<[Int?]>([])
    let queue = try await scene.queue([
      QueueScene.like(conflict: { [cache = scene.cache] mutation, error in
        let likes = cache.read(LikesData.self, GraphQLCacheKey("Post", "1"))?.likes
        let count = seen.withLock { seen in
          seen.append(likes)
          return seen.count
        }
        #expect(error.graphQLErrors.map(\.message) == ["stale"])
        return count == 1 ? .retry : count == 2 ? .replace(LikeMutation(post: "2")) : .discard
      })
    ])
    try await queue.enqueue(LikeMutation(post: "1"))
    try await queue.untilEmpty()
    // Until the handler has decided, the optimistic change is shown; that of the second mutation concerns another post.
    #expect(seen.withLock { $0 } == [2, 2, 1])
    #expect(scene.likes == [1, 2, 3])
    #expect(server.requests.map(\.variables) == [["post": "1"], ["post": "1"], ["post": "2"]])
    let keys = server.requests.map(\.key)
    #expect(keys[0] == keys[1] && keys[1] != keys[2])
  }

  @Test func `results run in the transaction of the response`() async throws {
    struct Mistake: Error {}
    let server = GraphQLScriptedTransport([.response(liked("1", 7)), .response(liked("2", 9))])
    let scene = try QueueScene(server)
    let queue = try await scene.queue([
      QueueScene.like(result: { mutation, data, transaction in
        try transaction.write(LikesData(likes: (data.like?.likes ?? 0) * 10), GraphQLCacheKey("Post", "3"))
        if mutation.post == "2" { throw Mistake() }
      })
    ])
    try await queue.enqueue(LikeMutation(post: "1"))
    try await queue.untilEmpty()
    #expect(scene.likes == [7, 2, 70])
    #expect(scene.events.failures.isEmpty)
    try await queue.enqueue(LikeMutation(post: "2"))
    try await queue.untilEmpty()
    #expect(scene.likes == [7, 9, 70])
    let events = scene.queueEvents.withLock { $0 }
    guard case .resultDropped("Like", let error)? = events.first, error is Mistake else {
      Issue.record("\(events)")
      return
    }
  }

  /// The app handles an event when no one waits for the cache any more.
  @Test func `events of results come when the response is visible`() async throws {
    struct Mistake: Error {}
    let scene = try QueueScene(GraphQLScriptedTransport([.response(liked("1", 7))]))
    let seen = Locked<[[Int]?]>([])
    let queue = try await GraphQLMutationQueue(
      scene.client, storage: scene.storage, identity: "ada",
      handlers: [QueueScene.like(result: { _, _, _ in throw Mistake() })],
      configuration: .init(connectivity: GraphQLConnectivity())
    ) { event in seen.withLock { $0.append(scene.likes) } }
    try await queue.enqueue(LikeMutation(post: "1"))
    try await queue.untilEmpty()
    #expect(seen.withLock { $0 } == [[7, 2, 3]])
  }

  @Test func `nothing results from a mutation that was rejected`() async throws {
    let scene = try QueueScene(
      GraphQLScriptedTransport([
        .response("{\"like\":null}", errors: "[{\"message\":\"no\",\"path\":[\"like\"]}]")
      ]))
    let queue = try await scene.queue([
      QueueScene.like(result: { _, _, transaction in
        try transaction.write(LikesData(likes: 70), GraphQLCacheKey("Post", "3"))
      })
    ])
    try await queue.enqueue(LikeMutation(post: "1"))
    _ = try await queue.until { $0.first?.parking?.reason == .rejected }
    try await eventually("the change is rolled back") { scene.likes == [1, 2, 3] }
  }

  @Test func `a key may be a variable`() async throws {
    let server = GraphQLScriptedTransport(
      [.response("{\"rename\":{\"name\":\"n\",\"___\":\"User\",\"___id\":\"u1\"}}")], repeatsLast: true)
    let scene = try QueueScene(server)
    let handler = GraphQLMutationHandler(RenameMutation.self, key: .variable("name"))
    let queue = try await scene.queue([handler])
    #expect(try await queue.enqueue(RenameMutation(name: "own")).key == "own")
    let made = try await queue.enqueue(RenameMutation(name: "")).key
    try await queue.untilEmpty()
    #expect(server.requests.map(\.variables["name"].string) == ["own", made])
    #expect(made?.count == 36)
    let wrong = try await scene.queue(
      [GraphQLMutationHandler(RenameMutation.self, key: .variable("input.key"))], storage: RowStorage())
    await #expect(throws: GraphQLMutationQueueError.missingKeyVariable("input.key")) {
      try await wrong.enqueue(RenameMutation(name: "x"))
    }
    await #expect(throws: GraphQLMutationQueueError.unregistered("Like")) {
      try await wrong.enqueue(LikeMutation(post: "1"))
    }
  }

  /// In JSON, the file would be null.
  @Test func `files are rejected`() async throws {
    let scene = try QueueScene(GraphQLScriptedTransport([]))
    let queue = try await scene.queue([GraphQLMutationHandler(SendFileMutation.self, key: .none)])
    let file = GraphQLUpload(data: Data([1]), fileName: "a")
    await #expect(throws: GraphQLMutationQueueError.file("SendFile")) {
      try await queue.enqueue(SendFileMutation(file: .value(file)))
    }
    #expect(await queue.mutations.isEmpty)
  }

  @Test func `a queue that is released takes its changes back`() async throws {
    let scene = try QueueScene(GraphQLScriptedTransport([]))
    do {
      let queue = try await scene.queue(connectivity: GraphQLConnectivity(isOnline: false))
      try await queue.enqueue(LikeMutation(post: "1"))
      #expect(scene.likes == [2, 2, 3])
      await queue.close()
    }
    #expect(scene.likes == [1, 2, 3])
    do {
      let queue = try await scene.queue([QueueScene.like(key: .none)], storage: Self.parked(scene))
      #expect(await queue.mutations.first?.parking?.reason == .unknownOutcome)
      withExtendedLifetime(queue) { #expect(scene.likes == [2, 2, 3]) }
    }
    try await eventually("the layer is rolled back") { scene.likes == [1, 2, 3] }
  }

  @Test func `a mutation that no longer has its key in a variable is not sent again`() async throws {
    let scene = try QueueScene(HeldTransport())
    let place = GraphQLIdempotencyKey.variable("input.key")
    let rows = try Self.parked(scene, key: "k", place)
    let queue = try await scene.queue([QueueScene.like(key: place)], storage: rows)
    #expect(await queue.mutations.first?.parking?.reason == .unknownOutcome)
  }

  /// The rows of a queue whose only mutation may have been carried out.
  private static func parked(
    _ scene: QueueScene, key: String? = nil, _ place: GraphQLIdempotencyKey = .none
  ) throws -> RowStorage {
    let row = GraphQLQueuedMutation(
      id: 1, operationName: "Like", identity: "ada", lane: "", key: key, keyPlace: place, temporaryID: nil,
      date: Date(),
      state: .sending, text: "{\"post\":\"1\"}")
    let storage = RowStorage()
    _ = try QueueRows(storage)
    try storage.commit([QueueRows.change(.records, 1, row)])
    return storage
  }
}

private struct SendFileMutation: GraphQLMutation, GraphQLObject {
  var file: GraphQLNullable<GraphQLUpload>

  typealias Data = LikeMutation.Data

  static let operationName = "SendFile"
  static let operationID = ""
  static let operationDocument = "mutation SendFile($file:Upload){sendFile(file:$file)}"

  init(file: GraphQLNullable<GraphQLUpload>) { self.file = file }
  init(_reading r: inout GraphQLReader) throws { file = .null }
  func _write(to w: inout GraphQLWriter) {}
}
