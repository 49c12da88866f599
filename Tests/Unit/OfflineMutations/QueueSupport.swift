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

/// A cache with a feed, the rows of a queue, and its server.
struct QueueScene {
  static let key = GraphQLIdempotencyKey.header("Idempotency-Key")

  let cache: GraphQLCache
  let client: GraphQLClient
  let storage: any GraphQLCacheStorage
  let events = Events()
  /// The events of queues.
  let queueEvents = Locked<[GraphQLMutationQueueEvent]>([])

  init(
    _ transport: any GraphQLTransport, _ storage: any GraphQLCacheStorage = RowStorage(),
    configuration: GraphQLCacheConfiguration = GraphQLCacheConfiguration(),
    cacheStorage: (any GraphQLCacheStorage)? = nil
  ) throws {
    cache = GraphQLCache(schema: cacheSchema, storage: cacheStorage, configuration: configuration) {
      [events] in events.add($0)
    }
    let url = try #require(URL(string: "https://example.org/graphql"))
    client = GraphQLClient(url: url, transport: transport, timeout: .seconds(3600), cache: cache)
    self.storage = storage
    let feed =
      "{\"data\":{\"feed\":[\(post("1", "One", likes: 1)),\(post("2", "Two", likes: 2)),\(post("3", "Three", likes: 3))]}}"
    let body = try GraphQLDecodedBody.decoding(Data(feed.utf8), of: FeedQuery()).body
    cache.write(body, of: FeedQuery(), ticket: nil)
  }

  var likes: [Int]? { cache.read(FeedQuery())?.feed.map(\.likes) }

  /// Likes a post, in the cache as well.
  static func like(
    key: GraphQLIdempotencyKey = key,
    result:
      @escaping @Sendable (LikeMutation, LikeMutation.Data, borrowing GraphQLCacheTransaction) throws ->
      Void = { _, _, _ in },
    conflict: @escaping GraphQLConflictResolution<LikeMutation>.Function = { _, _ in .park },
    lane: @escaping @Sendable (LikeMutation) -> String = { _ in "" }
  ) -> GraphQLMutationHandler {
    GraphQLMutationHandler(
      LikeMutation.self, key: key,
      optimistically: { mutation, transaction in
        try transaction.update(LikesData.self, GraphQLCacheKey("Post", mutation.post)) { $0.likes += 1 }
      }, result: result, conflict: conflict, lane: lane)
  }

  /// Makes a shelf, whose label in the response is its identifier.
  static func makeShelf(key: GraphQLIdempotencyKey = key) -> GraphQLMutationHandler {
    GraphQLMutationHandler(MakeShelfMutation.self, key: key, creates: { $0.makeShelf.label }) {
      mutation, id, transaction in
      try transaction.write(ShelfLabelData(label: mutation.label), GraphQLCacheKey("Shelf", id))
    }
  }

  func queue(
    _ handlers: [GraphQLMutationHandler] = [like(), makeShelf()], identity: String = "ada",
    storage: (any GraphQLCacheStorage)? = nil, connectivity: GraphQLConnectivity = GraphQLConnectivity(),
    firstDelay: Duration = .milliseconds(1), maximumLanes: Int = 8
  ) async throws -> GraphQLMutationQueue {
    try await GraphQLMutationQueue(
      client, storage: storage ?? self.storage, identity: identity, handlers: handlers,
      configuration: .init(
        firstDelay: firstDelay, maximumDelay: firstDelay * 4, connectivity: connectivity,
        maximumLanes: maximumLanes)
    ) { [queueEvents] event in queueEvents.withLock { $0.append(event) } }
  }
}

extension GraphQLQueueBlock {
  var isUnauthenticated: Bool { if case .unauthenticated = self { true } else { false } }
}

extension GraphQLMutationQueue {
  /// Waits until the mutations are as wanted.
  ///
  /// - Throws: ``WaitedInVain`` if the queue is closed first, which ends what can be cancelled.
  func until(_ isWanted: ([GraphQLQueuedMutation]) -> Bool) async throws -> [GraphQLQueuedMutation] {
    let alarm = Task {
      for _ in 0..<600 { try await Task.sleep(for: .milliseconds(100)) }
      await close()
    }
    defer { alarm.cancel() }
    for await mutations in updates() where isWanted(mutations) { return mutations }
    throw WaitedInVain(description: "the queue was closed, or timed out, with \(mutations)")
  }

  func untilEmpty() async throws { _ = try await until(\.isEmpty) }
}

extension HeldTransport {
  /// Waits until this many requests want an answer.
  ///
  /// - Throws: ``WaitedInVain`` if they never do.
  func active(_ count: Int) async throws -> [Held] {
    var found = active
    try await eventually("\(count) requests wait for a response") {
      found = active
      return found.count == count
    }
    return found
  }
}

extension GraphQLHTTPRequest {
  /// The variables that it carries.
  var variables: GraphQLValue {
    guard case .bytes(let body) = body, let value = try? GraphQLValue(json: body) else { return .null }
    return value["variables"]
  }

  var key: String? { headers["Idempotency-Key"] }
}

extension GraphQLScriptedTransport.Step {
  /// A response with this data.
  static func response(_ data: String, errors: String? = nil) -> Self {
    .json("{" + (errors.map { "\"errors\":\($0)," } ?? "") + "\"data\":\(data)}")
  }
}

/// A post of the feed, as the server sends it.
private func post(_ id: String, _ title: String, likes: Int) -> String {
  "{\"title\":\"\(title)\",\"likes\":\(likes),\"author\":{\"name\":\"Ada\",\"___\":\"User\",\"___id\":\"u1\"},\"___\":\"Post\",\"___id\":\"\(id)\"}"
}

func liked(_ post: String, _ likes: Int) -> String {
  "{\"like\":{\"likes\":\(likes),\"___\":\"Post\",\"___id\":\"\(post)\"}}"
}

func madeShelf(_ id: String) -> String {
  "{\"makeShelf\":{\"label\":\"\(id)\",\"___\":\"Shelf\",\"___id\":\"\(id)\"}}"
}
