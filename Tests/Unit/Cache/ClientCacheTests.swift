import Apus
import ApusCache
import ApusPlatform
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusClient

@Suite(.timeLimit(.minutes(15))) struct ClientCacheTests {
  private let feed = "{\"feed\":[\(post("1", "One", likes: 1)),\(post("2", "Two", likes: 2))]}"

  @Test func `what one query learns another reads`() async throws {
    let scene = try Scene([
      .response(feed), .response("{\"like\":{\"likes\":5,\"___\":\"Post\",\"___id\":\"1\"}}"),
    ])
    _ = try await scene.client.fetch(FeedQuery())
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "1"))?.likes == 1)
    _ = try await scene.client.perform(LikeMutation(post: "1"))
    let data = try await scene.client.fetch(FeedQuery())
    #expect(data.feed.map(\.likes) == [5, 2])
    #expect(scene.server.requests.count == 2)
    #expect(scene.cache.read(FeedQuery(genre: "jazz")) == nil)
    #expect(scene.events.failures.isEmpty)
  }

  @Test func `variables are told apart`() async throws {
    let scene = try Scene([.response(feed), .response("{\"feed\":[]}")])
    _ = try await scene.client.fetch(FeedQuery())
    #expect(try await scene.client.fetch(FeedQuery(genre: "jazz")).feed.isEmpty)
    #expect(scene.cache.read(FeedQuery())?.feed.count == 2)
    // Null is another argument than none.
    #expect(scene.cache.read(FeedQuery(genre: .null)) == nil)
  }

  @Test func `conditions come back`() async throws {
    let answer =
      "{\"me\":{\"name\":\"Ada\",\"best\":{\"title\":\"One\",\"___\":\"Post\",\"___id\":\"1\"},\"___\":\"User\",\"___id\":\"u1\"}}"
    let scene = try Scene([.response(answer)])
    let sent = try await scene.client.fetch(MeQuery(withBest: true))
    #expect(scene.cache.read(MeQuery(withBest: true)) == sent)
    #expect(sent.me?.best?.title == "One")
    let without = scene.cache.read(MeQuery(withBest: false))
    #expect(without?.me?.name == "Ada")
    #expect(without?.me?.best == nil)
    let card = scene.cache.read(
      UserCardData.self, GraphQLCacheKey("User", "u1"), variables: ["withBest": true])
    #expect(card?.best?.title == "One")
  }

  @Test func `abstract places are identified`() async throws {
    let answer =
      "{\"found\":[{\"__typename\":\"Post\",\"__isNode\":\"Post\",\"id\":\"1\",\"title\":\"One\"},{\"__typename\":\"Tag\"},{\"__typename\":\"User\",\"__isNode\":\"User\",\"id\":\"u1\",\"name\":\"Ada\"}]}"
    let scene = try Scene([.response(answer)])
    let sent = try await scene.client.fetch(SearchQuery(text: "o"))
    #expect(scene.cache.read(SearchQuery(text: "o")) == sent)
    try scene.cache.transaction { transaction in
      try transaction.write(LikesData(likes: 7), GraphQLCacheKey("Post", "1"))
    }
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "1"))?.likes == 7)
  }

  // MARK: - Policies

  @Test func `each policy asks what it promises`() async throws {
    let offline = GraphQLScriptedTransport.Step.failure(URLError(.notConnectedToInternet))
    let scene = try Scene([offline, .response(feed), offline, offline, .response("{\"feed\":[]}")])
    await #expect(throws: GraphQLCacheError.missing("Feed")) {
      _ = try await scene.client.fetch(FeedQuery(), policy: .cacheOnly)
    }
    await #expect(throws: GraphQLClientError.self) {
      _ = try await scene.client.fetch(FeedQuery(), policy: .networkFirst)
    }
    #expect(try await scene.client.fetch(FeedQuery()).feed.count == 2)
    #expect(try await scene.client.fetch(FeedQuery(), policy: .cacheOnly).feed.count == 2)
    #expect(try await scene.client.fetch(FeedQuery(), policy: .networkFirst).feed.count == 2)
    await #expect(throws: GraphQLClientError.self) {
      _ = try await scene.client.fetch(FeedQuery(), policy: .networkOnly)
    }
    #expect(try await scene.client.fetch(FeedQuery(), policy: .networkFirst).feed.isEmpty)
    #expect(scene.server.requests.count == 5)
  }

  /// Sends a request again if the server is busy.
  private struct Again: GraphQLInterceptor {
    func intercept(
      _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
    ) async throws -> GraphQLHTTPResponse {
      let response = try await next(request)
      return response.status == 503 ? try await next(request) : response
    }
  }

  /// What is stored may be the first user's.
  @Test(arguments: [GraphQLFetchPolicy.networkFirst, .cacheFirst], [true, false])
  func `nothing stored is shown if another user has signed in during the request`(
    _ policy: GraphQLFetchPolicy, _ isWhole: Bool
  ) async throws {
    let user = Locked("alice")
    let scene = try Scene([
      .response(feed),
      .perform { _ in
        user.withLock { $0 = "bob" }
        return GraphQLHTTPResponse(status: 503)
      }, .response("{\"feed\":[]}"),
    ])
    var client = scene.client
    client.interceptors = [
      Again(),
      GraphQLAuthenticationInterceptor {
        user.withLock { $0 }
      } refresh: {
        $0
      },
    ]
    _ = try await client.fetch(FeedQuery())
    scene.clock.advance(100)
    let error = await #expect(throws: GraphQLClientError.self) {
      if isWhole {
        _ = try await client.response(for: FeedQuery(), policy: policy, maxAge: .seconds(10))
      } else {
        _ = try await client.fetch(FeedQuery(), policy: policy, maxAge: .seconds(10))
      }
    }
    guard case .credentialsChanged? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(scene.server.requests.map { $0.headers["Authorization"] } == ["Bearer alice", "Bearer alice"])
    #expect(scene.cache.read(FeedQuery())?.feed.count == 2)
  }

  @Test func `policies of whole responses`() async throws {
    let offline = GraphQLScriptedTransport.Step.failure(URLError(.notConnectedToInternet))
    let failed = "{\"data\":{\"feed\":[]},\"errors\":[{\"message\":\"the index is old\"}]}"
    let scene = try Scene([.response(feed), offline, offline, .json(failed)])
    await #expect(throws: GraphQLCacheError.missing("Feed")) {
      _ = try await scene.client.response(for: FeedQuery(), policy: .cacheOnly)
    }
    #expect(try await scene.client.response(for: FeedQuery(), policy: .cacheFirst).data?.feed.count == 2)
    let cached = try await scene.client.response(for: FeedQuery(), policy: .cacheFirst)
    #expect(cached.data?.feed.count == 2)
    #expect(scene.server.requests.count == 1)
    #expect(try await scene.client.response(for: FeedQuery(), policy: .networkFirst) == cached)
    await #expect(throws: GraphQLClientError.self) {
      _ = try await scene.client.response(for: FeedQuery(), policy: .networkOnly)
    }
    let last = try await scene.client.response(for: FeedQuery(), policy: .networkOnly)
    #expect(last.errors.map(\.message) == ["the index is old"])
    #expect(scene.cache.read(FeedQuery())?.feed.isEmpty == true)
    #expect(scene.server.requests.count == 4)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `requests under way are shared`() async throws {
    let gate = Gate()
    let scene = try Scene([.response(feed, after: gate)])
    let executor = HeldExecutor()
    let tasks = (0..<5).map { _ in
      Task(executorPreference: executor) { try await scene.client.fetch(FeedQuery()).feed.count }
    }
    // Once one has sent the query, all others wait for its response.
    try await eventually("the query is sent") {
      executor.runUntilAllWait()
      return !scene.server.requests.isEmpty
    }
    #expect(scene.cache.read(FeedQuery()) == nil)
    await gate.open()
    executor.release()
    var counts: [Int] = []
    for task in tasks { counts.append(try await task.value) }
    #expect(counts == [2, 2, 2, 2, 2])
    #expect(scene.server.requests.count == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a query that shares an older response keeps what was written since`() async throws {
    let gate = Gate()
    let like = "{\"like\":{\"likes\":7,\"___\":\"Post\",\"___id\":\"1\"}}"
    let scene = try Scene([.response(feed, after: gate), .response(like)])
    let client = scene.client
    let first = Task { try await client.fetch(FeedQuery(), policy: .networkOnly) }
    try await eventually("the query is sent") { scene.server.requests.count == 1 }
    _ = try await client.perform(LikeMutation(post: "1"))
    let executor = HeldExecutor()
    let second = Task(executorPreference: executor) {
      try await client.fetch(FeedQuery(), policy: .networkOnly)
    }
    executor.runUntilAllWait()
    await gate.open()
    executor.release()
    _ = try await (first.value, second.value)
    #expect(scene.server.requests.count == 2)
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "1"))?.likes == 7)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a batch that shares an older response keeps what was written since`() async throws {
    let gate = Gate()
    let both = "[{\"data\":\(feed)},{\"data\":{\"feed\":[]}}]"
    let scene = try Scene([
      .perform { _ in
        await gate.wait()
        return GraphQLHTTPResponse(
          status: 200, headers: ["Content-Type": "application/json"], body: Data(both.utf8))
      },
      .response("{\"like\":{\"likes\":7,\"___\":\"Post\",\"___id\":\"1\"}}"),
    ])
    var client = scene.client
    client.interceptors = [GraphQLDeduplicationInterceptor()]
    let (first, executor) = (
      Task { [client] in try await client.batch(FeedQuery(), FeedQuery(genre: "jazz")) }, HeldExecutor()
    )
    try await eventually("the batch is sent") { scene.server.requests.count == 1 }
    _ = try await client.perform(LikeMutation(post: "1"))
    let second = Task(executorPreference: executor) { [client] in
      try await client.batch(FeedQuery(), FeedQuery(genre: "jazz"))
    }
    executor.runUntilAllWait()
    await gate.open()
    executor.release()
    #expect(try await first.value.0.data?.feed.count == 2)
    #expect(try await second.value.0.data?.feed.count == 2)
    #expect(scene.server.requests.count == 2)
    #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "1"))?.likes == 7)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a query shares no response with one that is not cached`() async throws {
    let gate = Gate()
    let scene = try Scene([.response(feed, after: gate), .response(feed)])
    var client = scene.client
    client.interceptors = [GraphQLDeduplicationInterceptor()]
    let first = Task { [client] in try await client.uncached.fetch(FeedQuery()) }
    try await eventually("the query is sent") { scene.server.requests.count == 1 }
    _ = try await client.fetch(FeedQuery())
    #expect(scene.cache.read(FeedQuery())?.feed.count == 2)
    await gate.open()
    _ = try await first.value
    #expect(scene.server.requests.count == 2)
  }

  @Test func `a query that an interceptor keeps is no longer in flight`() async throws {
    let scene = try Scene([.response(feed), .json("[{\"data\":\(feed)}]")])
    let kept = KeepingInterceptor()
    var client = scene.client
    client.interceptors = [kept]
    _ = try await client.fetch(FeedQuery())
    _ = try await client.batch([FeedQuery()])
    let tickets = kept.requests.withLock { $0 }.map(\.tickets)
    #expect(tickets.map(\.count) == [1, 1])
    #expect(tickets.allSatisfy { $0.allSatisfy { $0 == nil } })
  }

  private final class KeepingInterceptor: GraphQLInterceptor {
    let requests = Locked<[GraphQLHTTPRequest]>([])

    func intercept(
      _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
    ) async throws -> GraphQLHTTPResponse {
      requests.withLock { $0.append(request) }
      return try await next(request)
    }
  }

  // MARK: - Errors and order

  @Test func `errors do not replace what is cached`() async throws {
    let known = "{\"post\":\(post("1", "One", likes: 1, note: "\"kept\""))}"
    let failed = "{\"post\":\(post("1", "New", likes: 2, note: "null"))}"
    let gone = "{\"post\":null}"
    let scene = try Scene([
      .response(known),
      .response(failed, errors: "[{\"message\":\"no note\",\"path\":[\"post\",\"note\"]}]"),
      .response(gone, errors: "[{\"message\":\"no author\",\"path\":[\"post\",\"author\",\"name\"]}]"),
      .response(gone),
    ])
    _ = try await scene.client.fetch(PostQuery(id: "1"))
    let response = try await scene.client.response(for: PostQuery(id: "1"))
    #expect(response.data?.post?.note == nil)
    #expect(scene.cache.read(PostQuery(id: "1"))?.post?.note == "kept")
    #expect(scene.cache.read(PostQuery(id: "1"))?.post?.title == "New")
    // The null has come up to the post from a field that may not be null.
    _ = try await scene.client.response(for: PostQuery(id: "1"))
    #expect(scene.cache.read(PostQuery(id: "1"))?.post?.title == "New")
    // A null without an error is what the server says.
    _ = try await scene.client.response(for: PostQuery(id: "1"))
    let data = try #require(scene.cache.read(PostQuery(id: "1")))
    #expect(data.post == nil)
  }

  @Test func `late responses do not overwrite newer writes`() async throws {
    let gate = Gate()
    let scene = try Scene([
      .response(feed), .response(feed, after: gate),
      .response("{\"like\":{\"likes\":9,\"___\":\"Post\",\"___id\":\"1\"}}"), .response(feed),
    ])
    _ = try await scene.client.fetch(FeedQuery())
    async let late = scene.client.fetch(FeedQuery(), policy: .networkOnly)
    try await eventually("the second query is sent") { scene.server.requests.count == 2 }
    _ = try await scene.client.perform(LikeMutation(post: "1"))
    await gate.open()
    _ = try await late
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.likes) == [9, 2])
    // What is sent afterwards is newer.
    _ = try await scene.client.fetch(FeedQuery(), policy: .networkOnly)
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.likes) == [1, 2])
  }

  /// Of two queries the one that was sent last counts, in whatever order their responses come.
  @Test(arguments: [true, false]) func `queries that overtake one another`(_ isInOrder: Bool) async throws {
    let (first, second) = (Gate(), Gate())
    let one = "{\"feed\":[{\"id\":\"1\",\"title\":\"Old\",\"likes\":1,\"___\":\"Post\"}]}"
    let scene = try Scene([.response(one, after: first), .response(feed, after: second)])
    async let old = scene.client.fetch(IdentifiedQuery(), policy: .networkOnly)
    try await eventually("the first query is sent") { !scene.server.requests.isEmpty }
    async let new = scene.client.fetch(FeedQuery(), policy: .networkOnly)
    try await eventually("the second query is sent") { scene.server.requests.count == 2 }
    if isInOrder {
      await first.open()
      _ = try await old
      await second.open()
      _ = try await new
    } else {
      await second.open()
      _ = try await new
      await first.open()
      _ = try await old
    }
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.title) == ["One", "Two"])
  }

  @Test func `events of subscriptions are written`() async throws {
    let events = GraphQLScriptedSubscriptions([
      .json("{\"data\":{\"liked\":{\"likes\":11,\"___\":\"Post\",\"___id\":\"2\"}}}")
    ])
    let scene = try Scene([.response(feed)], subscriptions: events)
    _ = try await scene.client.fetch(FeedQuery())
    for try await data in scene.client.subscribe(to: LikedSubscription()) {
      #expect(data.liked.likes == 11)
      #expect(scene.cache.read(FeedQuery())?.feed.map(\.likes) == [1, 11])
    }
  }
}
