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

@Suite(.timeLimit(.minutes(15))) struct QueueRestartTests {
  /// The rows of a queue that was killed while its first mutation was sent, and a second one waited.
  private func killed(_ key: GraphQLIdempotencyKey) async throws -> (RowStorage, key: String?) {
    let transport = HeldTransport()
    let storage = RowStorage()
    let scene = try QueueScene(transport, storage)
    let queue = try await scene.queue([QueueScene.like(key: key)])
    for post in ["1", "2"] { try await queue.enqueue(LikeMutation(post: post)) }
    let sent = try await transport.active(1)[0].request.key
    let rows = RowStorage(storage.all)
    await queue.close()
    // A request that was cancelled is treated as after a kill.
    #expect(storage.all == rows.all)
    #expect(scene.likes == [1, 2, 3])
    await #expect(throws: GraphQLMutationQueueError.closed) {
      try await queue.enqueue(LikeMutation(post: "3"))
    }
    return (rows, sent)
  }

  @Test func `with a key a mutation is sent again with the same one`() async throws {
    let (rows, key) = try await killed(QueueScene.key)
    let server = GraphQLScriptedTransport([.response(liked("1", 7)), .response(liked("2", 8))])
    let scene = try QueueScene(server, rows)
    let queue = try await scene.queue()
    try await queue.untilEmpty()
    #expect(server.requests.map(\.variables) == [["post": "1"], ["post": "2"]])
    #expect(server.requests.first?.key == key)
    #expect(scene.likes == [7, 8, 3])
  }

  @Test(arguments: ["resend", "confirm", "cancel"])
  func `without a key a mutation that may have been sent is parked`(_ decision: String) async throws {
    let (rows, key) = try await killed(.none)
    #expect(key == nil)
    let server = GraphQLScriptedTransport([.response(liked("2", 8)), .response(liked("1", 7))])
    let scene = try QueueScene(server, rows)
    let handlers = [QueueScene.like(key: .none)]
    let queue = try await scene.queue(handlers)
    let parked = try await queue.until { $0.count == 1 }[0]
    #expect(parked.parking?.reason == .unknownOutcome)
    #expect(parked.attempts == 1)
    #expect(scene.likes == [2, 8, 3])
    #expect(server.requests.map(\.variables) == [["post": "2"]])
    // It stays so until someone decides.
    let again = try await QueueScene(server, RowStorage(rows.all)).queue(handlers)
    #expect(await again.mutations.map(\.parking?.reason) == [.unknownOutcome])
    switch decision {
    case "resend":
      #expect(try await queue.resend(parked.id))
      try await queue.untilEmpty()
      #expect(scene.likes == [7, 8, 3])
    case "confirm": #expect(try await queue.confirm(parked.id))
    default: #expect(try await queue.cancel(parked.id))
    }
    try await queue.untilEmpty()
    #expect(server.requests.count == (decision == "resend" ? 2 : 1))
    #expect(scene.likes == [decision == "resend" ? 7 : 1, 8, 3])
  }

  /// A key that the app no longer sends makes no repetition harmless.
  @Test func `a handler that lost its key does not repeat`() async throws {
    let (rows, _) = try await killed(QueueScene.key)
    let server = GraphQLScriptedTransport([.response(liked("2", 8))])
    let queue = try await QueueScene(server, rows).queue([QueueScene.like(key: .none)])
    #expect(try await queue.until { $0.count == 1 }[0].parking?.reason == .unknownOutcome)
  }

  /// The file says that an attempt may have arrived, also while the mutation waits for the next one.
  @Test(arguments: [URLError(.networkConnectionLost), URLError(.cannotConnectToHost)])
  func `a handler that lost its key does not repeat what may have arrived earlier`(
    _ error: URLError
  ) async throws {
    let rows = RowStorage()
    let mayHaveRun = error.code == .networkConnectionLost
    let first = try await QueueScene(
      GraphQLScriptedTransport([.failure(mayHaveRun ? GraphQLClientError.outcomeUnknown(error) : error)]),
      rows
    ).queue(firstDelay: .seconds(3600))
    try await first.enqueue(LikeMutation(post: "1"))
    _ = try await first.until { $0.first.map { $0.attempts == 1 && $0.state == .waiting } ?? false }
    let server = GraphQLScriptedTransport([.response(liked("1", 7))])
    let queue = try await QueueScene(server, RowStorage(rows.all)).queue([QueueScene.like(key: .none)])
    if mayHaveRun {
      #expect(await queue.mutations.map(\.parking?.reason) == [.unknownOutcome])
      #expect(server.requests.isEmpty)
      // The user decides.
      #expect(try await queue.resend(1))
    }
    try await queue.untilEmpty()
    #expect(server.requests.count == 1)
    await first.close()
  }

  /// Sends a request again at once if its connection broke.
  private struct Again: GraphQLInterceptor {
    func intercept(
      _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
    ) async throws -> GraphQLHTTPResponse {
      do { return try await next(request) } catch { return try await next(request) }
    }
  }

  /// The second request of an attempt is not sent, because the user has changed. The first may have arrived.
  @Test func `a handler that lost its key does not repeat what may have arrived for another user`()
    async throws
  {
    let user = Locked("alice")
    let rows = RowStorage()
    let failing = GraphQLScriptedTransport([
      .perform { _ in
        user.withLock { $0 = "bob" }
        throw URLError(.networkConnectionLost)
      }
    ])
    let scene = try QueueScene(failing, rows)
    let authentication = GraphQLAuthenticationInterceptor {
      user.withLock { $0 }
    } refresh: {
      $0
    }
    let first = try await GraphQLMutationQueue(
      scene.client, storage: rows, identity: "ada", handlers: [QueueScene.like()],
      configuration: .init(
        connectivity: GraphQLConnectivity(),
        options: GraphQLRequestOptions(interceptors: [Again(), authentication])))
    try await first.enqueue(LikeMutation(post: "1"))
    try await eventually("the queue is blocked") { await first.block != nil }
    #expect(await first.block?.isUnauthenticated == true)
    #expect(await first.block == .unauthenticated("\(GraphQLClientError.credentialsChanged)"))
    #expect(await first.mutations.map(\.state) == [.waiting])
    #expect(failing.requests.count == 1)
    await first.close()
    let server = GraphQLScriptedTransport([.response(liked("1", 7))])
    let queue = try await QueueScene(server, RowStorage(rows.all)).queue([QueueScene.like(key: .none)])
    await queue.resume()
    let left = try await queue.until { $0.allSatisfy { $0.parking != nil } }
    #expect(left.map(\.parking?.reason) == [.unknownOutcome])
    #expect(server.requests.isEmpty)
    // The user decides.
    #expect(try await queue.resend(1))
    try await queue.untilEmpty()
    #expect(server.requests.count == 1)
  }

  @Test func `a key stays where it was`() async throws {
    let (rows, key) = try await killed(QueueScene.key)
    let server = GraphQLScriptedTransport([.response(liked("1", 7)), .response(liked("2", 8))])
    let queue = try await QueueScene(server, rows).queue([QueueScene.like(key: .variable("input.key"))])
    try await queue.untilEmpty()
    #expect(server.requests[0].key == key)
  }

  @Test func `the app is asked again about what was rejected when it ended`() async throws {
    let rows = RowStorage()
    let asked = Locked(0)
    let forever = QueueScene.like(conflict: { _, _ in
      asked.withLock { $0 += 1 }
      try? await Task.sleep(for: .seconds(3600))
      return .park
    })
    let queue = try await QueueScene(GraphQLScriptedTransport([.errors(GraphQLError(message: "no"))]), rows)
      .queue([
        forever
      ])
    try await queue.enqueue(LikeMutation(post: "1"))
    try await eventually("the app is asked about the conflict") { asked.withLock { $0 } > 0 }
    let server = GraphQLScriptedTransport([.errors(GraphQLError(message: "no")), .response(liked("1", 7))])
    let again = try await QueueScene(server, RowStorage(rows.all)).queue([
      QueueScene.like(conflict: { _, _ in .retry })
    ])
    try await again.untilEmpty()
    #expect(
      server.requests.map(\.key) == Array(repeating: try #require(server.requests.first?.key), count: 2))
  }

  @Test func `another identity's mutations are not sent`() async throws {
    let (rows, _) = try await killed(QueueScene.key)
    let server = GraphQLScriptedTransport([.response(liked("3", 9))])
    let scene = try QueueScene(server, rows)
    let other = try await scene.queue(identity: "bob")
    #expect(await other.mutations.isEmpty)
    #expect(await other.otherIdentities == ["ada": 2])
    #expect(scene.likes == [1, 2, 3])
    try await other.enqueue(LikeMutation(post: "3"))
    try await other.untilEmpty()
    #expect(server.requests.map(\.variables) == [["post": "3"]])
    let ada = try await QueueScene(HeldTransport(), RowStorage(rows.all)).queue()
    #expect(await ada.mutations.count == 2)
    try await other.discard(identity: "ada")
    #expect(rows.all.keys.map(\.table) == [.settings])
  }

  @Test func `mutations of unknown types stay`() async throws {
    let (rows, _) = try await killed(QueueScene.key)
    let scene = try QueueScene(GraphQLScriptedTransport([]), rows)
    let old = try await scene.queue([])
    #expect(await old.mutations.map(\.parking?.reason) == [.unknownOutcome, .unreadable])
    let server = GraphQLScriptedTransport([.response(liked("2", 8))])
    let queue = try await QueueScene(server, rows).queue()
    _ = try await queue.until { $0.count == 1 }
    #expect(server.requests.map(\.variables) == [["post": "2"]])
  }

  @Test func `clearing the cache loses no mutation`() async throws {
    let transport = HeldTransport()
    let storage = RowStorage()
    let scene = try QueueScene(transport, storage)
    let queue = try await scene.queue()
    for post in ["1", "2"] { try await queue.enqueue(LikeMutation(post: post)) }
    let first = try await transport.active(1)[0]
    scene.cache.clear()
    transport.answer(first.id, .success(liked("1", 7)))
    let second = try await transport.active(1)[0]
    // The response to a request from before is not written.
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "1")) == nil)
    transport.answer(second.id, .success(liked("2", 8)))
    try await queue.untilEmpty()
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "2"))?.likes == 8)
  }

  @Test func `damaged rows are counted and left`() async throws {
    let (rows, _) = try await killed(QueueScene.key)
    var all = rows.all
    let place = RowStorage.Place(table: .records, id: 2)
    all[place]?[20] ^= 1
    rows.replace(all)
    let server = GraphQLScriptedTransport([.response(liked("1", 7)), .response(liked("3", 9))])
    let queue = try await QueueScene(server, rows).queue()
    #expect(await queue.damagedCount == 1)
    #expect(try await queue.enqueue(LikeMutation(post: "3")).id == 3)
    try await queue.untilEmpty()
    #expect(rows.all[place] == all[place])
  }

  @Test func `a cache's storage is rejected and left alone`() async throws {
    let rows = RowStorage([RowStorage.Place(table: .settings, id: 0): [1, 2, 3]])
    let before = rows.all
    let scene = try QueueScene(GraphQLScriptedTransport([]), rows)
    await #expect(throws: GraphQLMutationQueueError.foreign) { _ = try await scene.queue() }
    #expect(rows.all == before)
  }

  @Test func `a response that arrived before a kill is written after it`() async throws {
    let storage = SnapshotStorage(LedgerTransport())
    let scene = try QueueScene(LedgerTransport(), storage)
    let handlers = [QueueScene.like(key: .none)]
    let queue = try await scene.queue(handlers)
    try await queue.enqueue(LikeMutation(post: "1"))
    try await queue.untilEmpty()
    let answered = storage.snapshots.map(\.rows).filter { rows in
      rows.values.contains { String(decoding: $0, as: UTF8.self).contains("response") }
    }
    #expect(answered.count == 2)
    for rows in answered {
      let server = LedgerTransport()
      let scene = try QueueScene(server, RowStorage(rows))
      let queue = try await scene.queue(handlers)
      #expect(await queue.mutations.isEmpty)
      #expect(scene.likes == [7, 2, 3])
      #expect(server.ledger.isEmpty)
    }
  }

  /// The rows after each commit, with what the server had carried out by then: what a kill would leave.
  @Test(arguments: [true, false]) func `a kill after any commit loses and doubles nothing`(
    _ hasKey: Bool
  ) async throws {
    let handlers = [
      QueueScene.like(key: hasKey ? QueueScene.key : .none),
      QueueScene.makeShelf(key: hasKey ? QueueScene.key : .none),
    ]
    let server = LedgerTransport()
    let storage = SnapshotStorage(server)
    let queue = try await QueueScene(server, storage).queue(handlers)
    let shelf = try #require(try await queue.enqueue(MakeShelfMutation(label: "new")).temporaryID)
    try await queue.enqueue(LikeMutation(post: shelf))
    try await queue.enqueue(LikeMutation(post: "3"))
    try await queue.untilEmpty()
    #expect(server.ledger == ["new": 1, "shelf-new": 1, "3": 1])
    let snapshots = storage.snapshots
    #expect(snapshots.count > 9)
    for (index, snapshot) in snapshots.enumerated() {
      let survivor = LedgerTransport(snapshot.ledger)
      let enqueued = snapshot.rows.keys.filter { $0.table == .records }.count
      let scene = try QueueScene(survivor, RowStorage(snapshot.rows))
      let queue = try await scene.queue(handlers)
      let left = try await queue.until { mutations in
        !mutations.contains { $0.state == .sending }
          && (mutations.isEmpty || mutations[0].parking != nil)
          && mutations.allSatisfy { $0.parking != nil || $0.variables["post"].string == shelf }
      }
      #expect(survivor.ledger.values.allSatisfy { $0 == 1 }, "kill \(index)")
      #expect(hasKey ? left.isEmpty : left.count <= 2, "kill \(index): \(left)")
      #expect(survivor.ledger.keys.allSatisfy { !$0.contains("temporary") }, "kill \(index)")
      // Each mutation is in the ledger or in the queue.
      #expect(survivor.ledger.count + left.count >= enqueued, "kill \(index)")
    }
  }
}

/// A server that counts what it carries out, once for each key.
final class LedgerTransport: GraphQLTransport {
  struct Ledger: Sendable {
    var counts: [String: Int] = [:]
    var keys: [String: String] = [:]
  }

  private let state: Locked<Ledger>

  init(_ ledger: Ledger = Ledger()) { state = Locked(ledger) }

  var all: Ledger { state.withLock { $0 } }
  var ledger: [String: Int] { all.counts }

  func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    let variables = request.variables
    let name = variables["post"].string ?? variables["label"].string ?? ""
    let data = variables["post"].string.map { liked($0, 7) } ?? madeShelf("shelf-" + name)
    state.withLock { state in
      if let key = request.key, state.keys[key] != nil { return }
      if let key = request.key { state.keys[key] = name }
      state.counts[name, default: 0] += 1
    }
    return GraphQLHTTPResponse(
      status: 200, headers: ["Content-Type": "application/graphql-response+json"],
      body: Data("{\"data\":\(data)}".utf8))
  }
}

/// A storage that keeps what it had after each commit.
final class SnapshotStorage: GraphQLCacheStorage {
  private let rows = RowStorage()
  private let server: LedgerTransport
  private let kept = Locked<[(rows: [RowStorage.Place: [UInt8]], ledger: LedgerTransport.Ledger)]>([])

  init(_ server: LedgerTransport) { self.server = server }

  var snapshots: [(rows: [RowStorage.Place: [UInt8]], ledger: LedgerTransport.Ledger)] {
    kept.withLock { $0 }
  }

  func open(
    _ row: (_ id: UInt64, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws -> GraphQLStorageError? { try rows.open(row) }

  func commit(_ changes: [(id: UInt64, bytes: [UInt8]?)]) throws {
    // The server may have carried something out since the last commit: a kill just before this one.
    let before = (rows.all, server.all)
    try rows.commit(changes)
    let after = (rows.all, server.all)
    kept.withLock { $0 += [before, after] }
  }

  func flush() throws {}
  func clear() throws { try rows.clear() }
  func close() {}
}
