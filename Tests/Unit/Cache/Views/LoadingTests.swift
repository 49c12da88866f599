import Apus
import ApusClient
import ApusPlatform
import ApusSwiftUI
import ApusTesting
import CacheFixtures
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// Views and requests while a cache is being loaded.
@Suite(.serialized, .timeLimit(.minutes(15))) @MainActor struct LoadingTests {
  /// A launch with a stored feed and a stored list, and without a network.
  private struct Launch {
    let storage: HeldStorage
    let transport: HeldTransport
    let cache: GraphQLCache
    let client: GraphQLClient

    init(posts: Int = 3, isEmpty: Bool = false) async throws {
      let rows = RowStorage()
      if !isEmpty {
        let before = GraphQLCache(schema: cacheSchema, storage: rows)
        await before.load()
        let feed = (1...posts).map { post("\($0)", "T\($0)", likes: $0) }.joined(separator: ",")
        before.write(
          try GraphQLDecodedBody.decoding(Data("{\"data\":{\"feed\":[\(feed)]}}".utf8), of: FeedQuery()).body,
          of: FeedQuery(), ticket: nil)
        let list = PagedList(posts: [1, 2, 3]).json(first: 3)
        before.write(
          try GraphQLDecodedBody.decoding(Data("{\"data\":\(list)}".utf8), of: Self.first).body,
          of: Self.first, ticket: nil)
        try await before.flush()
      }
      storage = HeldStorage(.open, rows)
      transport = HeldTransport()
      cache = GraphQLCache(schema: cacheSchema, storage: storage)
      client = GraphQLClient(
        url: try #require(URL(string: "https://example.org/")), transport: transport,
        subscriptions: GraphQLScriptedSubscriptions([.json(Kind.event)]), timeout: .seconds(3600),
        cache: cache)
    }

    static let first = PostsQuery(first: 3)
  }

  @Test(arguments: [3, 20_000]) func `a watcher shows what is stored, and sends nothing`(
    _ count: Int
  ) async throws {
    let launch = try await Launch(posts: count)
    let watcher = GraphQLWatcher(FeedQuery(), client: launch.client)
    #expect(watcher.state.isLoading && watcher.state.error == nil)
    #expect(launch.transport.sentCount == 0)
    launch.storage.release()
    #expect(await RandomSequences.settled { watcher.state.data?.feed.count == count })
    #expect(launch.transport.sentCount == 0 && watcher.state.error == nil && !watcher.isFetching)
    // From then on it watches.
    try launch.cache.transaction { transaction in
      try transaction.update(LikesData.self, GraphQLCacheKey("Post", "1")) { $0.likes = 99 }
    }
    #expect(await RandomSequences.settled { watcher.state.data?.feed.first?.likes == 99 })
  }

  @Test func `a pager shows the pages that are stored, and sends nothing`() async throws {
    let launch = try await Launch()
    let paging = GraphQLPaging<PostsQuery>(
      next: { $0.posts.pageInfo.hasNextPage ? $0.posts.pageInfo.endCursor : nil }, into: \.after)
    let pager = GraphQLPager(Launch.first, client: launch.client, by: paging) {
      $0.posts.edges.map(\.node.title)
    }
    #expect(pager.state.isLoading && pager.isFetching)
    launch.storage.release()
    #expect(await RandomSequences.settled { pager.items == ["T1", "T2", "T3"] && !pager.isFetching })
    #expect(launch.transport.sentCount == 0 && pager.error == nil)
  }

  @Test func `what is not stored is fetched once, also if a view asks again in the meantime`() async throws {
    let launch = try await Launch(isEmpty: true)
    let watcher = GraphQLWatcher(FeedQuery(), client: launch.client)
    let hasAsked = Locked(false)
    let refetch = Task {
      hasAsked.withLock { $0 = true }
      // In the same turn of the main actor, while the storage is held.
      await watcher.reload()
    }
    try await eventually("the view asks again") { hasAsked.withLock { $0 } }
    #expect(launch.transport.sentCount == 0)
    launch.storage.release()
    #expect(await RandomSequences.settled { launch.transport.active.count == 1 && watcher.isFetching })
    let isAnswered = launch.transport.answer(1, .success("{\"feed\":[\(post("1", "One", likes: 1))]}"))
    #expect(isAnswered)
    if !isAnswered { refetch.cancel() }
    await refetch.value
    #expect(await RandomSequences.settled { watcher.state.data?.feed.count == 1 })
    #expect(launch.transport.sentCount == 1)
  }

  /// Another thread takes the response while the watch begins.
  @Test func `a response that arrives while a watch begins late is shown`() async throws {
    typealias Call = CheckedContinuation<FeedQuery.Data, any Error>
    let launch = try await Launch(isEmpty: true)
    let cache = launch.cache
    let data = FeedQuery.Data(feed: [.init(title: "One", likes: 1, author: .init(name: "Ada"))])
    let (steps, changes, hasBegun) = (Locked(0), Locked(0), Locked(false))
    let (call, shown) = (Locked<Call?>(nil), Locked<FeedQuery.Data?>(nil))
    let beginning = Locked<Watch<FeedQuery.Data>?>(nil)
    let watch = Watch<FeedQuery.Data>(
      cache, "Feed", .operation, .cacheOnly, WatchAging(),
      {
        let step = steps.withLock { steps in
          steps += 1
          return steps
        }
        if step == 1 {
          // The watch begins. Meanwhile a response arrives, and something that it contains is evicted.
          _ = beginning.withLock { $0 }?.refetch()
          blockThread { call.withLock { $0 != nil } }
          try? cache.receive("{\"feed\":[\(post("1", "One", likes: 1))]}", for: FeedQuery())
          call.withLock { $0 }?.resume(returning: data)
          blockThread { steps.withLock { $0 } > 1 }
          var turns = 0
          blockThread {
            turns += 1
            return turns > 100 || steps.withLock { $0 } > 2
          }
          cache.transaction { $0.evict(GraphQLCacheKey("Post", "1")) }
          hasBegun.withLock { $0 = true }
        } else if step == 3, !hasBegun.withLock({ $0 }) {
          blockThread { changes.withLock { $0 } > 2 }
        }
        return try PlanSource(FeedQuery())
      },
      { try await withCheckedThrowingContinuation { continuation in call.withLock { $0 = continuation } } })
    beginning.withLock { $0 = watch }
    watch.begin { [weak watch] in
      changes.withLock { $0 += 1 }
      if let update = watch?.take() { shown.withLock { $0 = update.data } }
    }
    launch.storage.release()
    try await eventually("the response is shown") { shown.withLock { $0 } == data }
    beginning.withLock { $0 = nil }
  }

  @Test func `a view that goes before the cache is loaded leaves nothing`() async throws {
    let launch = try await Launch(isEmpty: true)
    var watcher: GraphQLWatcher? = GraphQLWatcher(FeedQuery(), client: launch.client)
    let released = Weak(object: watcher)
    watcher = nil
    #expect(released.object == nil)
    launch.storage.release()
    await launch.cache.load()
    #expect(await RandomSequences.settled { launch.cache.store.watcherCount == 0 })
    #expect(launch.transport.sentCount == 0)
  }

  @Test func `watched pages know the stored ones`() async throws {
    let launch = try await Launch()
    let paging = GraphQLPaging<PostsQuery>(
      next: { $0.posts.edges.count < 6 ? "c3" : nil }, into: \.after)
    let pages = launch.client.watchPages(Launch.first, by: paging)
    async let next = pages.loadNext()
    launch.storage.release()
    try await eventually("the next page is asked for") { launch.transport.active.count == 1 }
    let second = PagedList(posts: Array(1...6)).json(first: 3, after: "c3")
    launch.transport.answer(1, .success(second))
    #expect(try await next)
    #expect(launch.cache.read(Launch.first)?.posts.edges.count == 6)
  }

  /// What may come from a server, and is written to the cache.
  enum Kind: CaseIterable, Sendable {
    case query, mutation, optimisticMutation, wholeResponse, batch, list, parts, subscription

    /// Sends an operation, and takes what comes.
    func send(_ client: GraphQLClient, _ id: Int) async throws {
      let likes = LikeMutation(post: "\(id)")
      switch self {
      case .query: _ = try await client.response(for: PostQuery(id: "\(id)"))
      case .mutation: _ = try await client.perform(likes)
      case .optimisticMutation:
        _ = try await client.perform(likes, optimistically: { $0.evict(GraphQLCacheKey("Post", "\(id)")) })
      case .wholeResponse: _ = try await client.response(for: likes)
      case .batch: _ = try await client.batch(PostQuery(id: "\(id)"), likes)
      case .list: _ = try await client.batch([PostQuery(id: "\(id)")])
      case .parts:
        for try await response in client.responses(for: DetailsQuery(id: "\(id)")) { _ = response }
      case .subscription:
        for try await data in client.subscribe(to: LikedSubscription()) {
          _ = data
          break
        }
      }
    }

    /// What the server sends.
    var steps: [GraphQLScriptedTransport.Step] {
      let post =
        #"{"data":{"post":{"title":"One","likes":1,"note":null,"author":{"name":"Ada","___":"User","___id":"u"},"___":"Post","___id":"1"}}}"#
      let like = "{\"data\":{\"like\":{\"likes\":5,\"___\":\"Post\",\"___id\":\"1\"}}}"
      return switch self {
      case .query: [.json(post)]
      case .mutation, .optimisticMutation, .wholeResponse: [.json(like)]
      case .batch: [.json("[\(post),\(like)]")]
      case .list: [.json("[\(post)]")]
      case .parts:
        [
          .parts(
            #"{"data":{"post":{"title":"One","___":"Post","___id":"1"}},"pending":[{"id":"0","path":["post"],"label":"PostDetails"}],"hasNext":true}"#,
            #"{"completed":[{"id":"0","errors":[{"message":"no"}]}],"hasNext":false}"#)
        ]
      case .subscription: []
      }
    }

    static let event = "{\"data\":{\"liked\":{\"likes\":11,\"___\":\"Post\",\"___id\":\"1\"}}}"
  }

  /// Sends more operations than there are threads. Once each of them waits, another task must run all the same.
  ///
  /// - Parameters:
  ///   - cancels: whether they would wait for the server as well.
  ///   - release: ends what they wait for, once the other task has run, or in vain.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func expectFreeThreads(
    _ client: GraphQLClient, _ kind: Kind = .query, cancels: Bool = true,
    release: @escaping @Sendable () -> Void
  ) async {
    let executor = HeldExecutor()
    let waiting = (0..<64).map { id in
      Task(executorPreference: executor) { try? await kind.send(client, id) }
    }
    let isFree = Locked<Bool?>(nil)
    let unrelated = DispatchSemaphore(value: 0)
    Thread {
      // They have one thread: it gets no further than the first that blocks it.
      executor.runUntilAllWait()
      Task.detached { _ = unrelated.signal() }
    }.start()
    Thread {
      let hasRun = unrelated.wait(timeout: .now() + 20) == .success
      isFree.withLock { $0 = hasRun }
      release()
    }.start()
    #expect(await RandomSequences.settled { isFree.withLock { $0 } != nil })
    #expect(isFree.withLock { $0 } == true, "\(kind)")
    executor.release()
    for task in waiting where cancels { task.cancel() }
    for task in waiting { await task.value }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: Kind.allCases) func `operations that wait for the cache block no thread`(
    _ kind: Kind
  ) async throws {
    let launch = try await Launch(isEmpty: true)
    await expectFreeThreads(launch.client, kind) { [storage = launch.storage] in storage.release() }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: Kind.allCases) func `nothing is sent before the cache is loaded`(_ kind: Kind) async throws
  {
    let launch = try await Launch(isEmpty: true)
    let server = GraphQLScriptedTransport(kind.steps)
    let events = GraphQLScriptedSubscriptions([.json(Kind.event)])
    var client = launch.client
    client.transport = server
    client.subscriptions = events
    let executor = HeldExecutor()
    let sent = Task(executorPreference: executor) { [client] in try await kind.send(client, 1) }
    // As far as it gets without the storage.
    executor.runUntilAllWait()
    #expect(server.requests.isEmpty && events.requests.isEmpty)
    executor.release()
    launch.storage.release()
    try await sent.value
    #expect(server.requests.count + events.requests.count == 1)
    // What came is written.
    #expect(launch.cache.inspect().contains("Post:1"))
  }

  /// A thread writes until `release` is called.
  private func writing(to cache: GraphQLCache) async -> @Sendable () -> Void {
    let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread {
      cache.transaction { _ in
        begun.signal()
        end.wait()
      }
    }.start()
    await Task.detached { await Self.wait(begun) }.value
    return { end.signal() }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a request does not wait for those who write`() async throws {
    let launch = try await Launch(isEmpty: true)
    launch.storage.release()
    await launch.cache.load()
    await expectFreeThreads(launch.client, release: await writing(to: launch.cache))
    #expect(launch.transport.sentCount == 64)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: Kind.allCases) func `responses that wait to be written block no thread`(
    _ kind: Kind
  ) async throws {
    let launch = try await Launch(isEmpty: true)
    launch.storage.release()
    await launch.cache.load()
    var client = launch.client
    client.transport = GraphQLScriptedTransport(kind.steps, repeatsLast: true)
    await expectFreeThreads(client, kind, cancels: false, release: await writing(to: launch.cache))
    // What waited is written.
    #expect(launch.cache.inspect().contains("Post:1"))
  }

  private nonisolated static func wait(_ semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { continuation in
      Thread {
        semaphore.wait()
        continuation.resume()
      }.start()
    }
  }
}
