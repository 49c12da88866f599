import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusCache

@Suite(.timeLimit(.minutes(15))) struct WatchTests {
  private let feed = "{\"feed\":[\(post("1", "One", likes: 1)),\(post("2", "Two", likes: 2))]}"

  @Test func `watchers follow mutations`() async throws {
    let scene = try Scene([
      .response(feed), .response("{\"like\":{\"likes\":5,\"___\":\"Post\",\"___id\":\"1\"}}"),
    ])
    var all = scene.client.watch(FeedQuery()).makeAsyncIterator()
    var update = try #require(await all.next())
    while update.isFetching { update = try #require(await all.next()) }
    #expect(update.data?.feed.map(\.likes) == [1, 2])
    var one = scene.cache.watch(LikesData.self, GraphQLCacheKey("Post", "1")).makeAsyncIterator()
    #expect(await one.next()?.data?.likes == 1)
    _ = try await scene.client.perform(LikeMutation(post: "1"))
    #expect(await all.next()?.data?.feed.map(\.likes) == [5, 2])
    #expect(await one.next()?.data?.likes == 5)
    #expect(scene.server.requests.count == 2)
  }

  /// Also one that another thread supersedes while it is sent: here the end of the first sends the third.
  @Test func `what a newer request supersedes is cancelled`() async throws {
    let scene = try Scene()
    let begun = Locked<[Int]>([])
    let cancelled = Locked<Set<Int>>([])
    let current = Locked<Watch<FeedQuery.Data>?>(nil)
    let source = PlanSource(
      key: PlanSource.Key(type: ObjectIdentifier(WatchTests.self), document: 1, variables: Array("{}".utf8)),
      name: "Feed", text: "query Feed{feed{title}}")
    let watch = Watch<FeedQuery.Data>(scene.cache, "Feed", .operation, .networkOnly, WatchAging(), { source })
    {
      let number = begun.withLock { begun in
        begun.append(begun.count + 1)
        return begun.count
      }
      return try await withTaskCancellationHandler {
        while true { try await Task.sleep(for: .seconds(3600)) }
      } onCancel: {
        cancelled.withLock { _ = $0.insert(number) }
        let watch = current.withLock { current in
          defer { current = nil }
          return current
        }
        _ = watch?.refetch()
      }
    }
    watch.start()
    try await eventually("the first request has begun") { begun.withLock { $0.count } == 1 }
    current.withLock { $0 = watch }
    _ = watch.refetch()
    try await eventually("the third request has begun, and two are cancelled") {
      cancelled.withLock { $0.count } == 2 && begun.withLock { $0.count } == 3
    }
    #expect(cancelled.withLock { $0.count } == 2)
    #expect(cancelled.withLock { $0.contains(1) })
  }

  private func data(_ titles: String...) -> FeedQuery.Data {
    FeedQuery.Data(feed: titles.map { .init(title: $0, likes: 1, author: .init(name: "Ada")) })
  }

  /// A superseded request cannot always be stopped: its data or its error may still arrive.
  @Test(arguments: [false, true]) func `what a superseded request says is dropped`(_ fails: Bool) async throws
  {
    let scene = try Scene()
    let (old, new) = (data("Old"), data("New"))
    let sent = Locked<[CheckedContinuation<FeedQuery.Data, any Error>]>([])
    let source = try PlanSource(FeedQuery())
    let watch = Watch<FeedQuery.Data>(
      scene.cache, "Feed", .operation, .networkOnly, WatchAging(), { source },
      { try await withCheckedThrowingContinuation { call in sent.withLock { $0.append(call) } } })
    func wait(for count: Int) async throws {
      try await eventually("\(count) requests are sent") { sent.withLock { $0.count } == count }
    }
    watch.start()
    try await wait(for: 1)
    _ = watch.refetch()
    try await wait(for: 2)
    let first = Task { await watch.next() }
    let calls = sent.withLock { $0 }
    if fails { calls[0].resume(throwing: URLError(.timedOut)) } else { calls[0].resume(returning: old) }
    for _ in 0..<100 { await Task.yield() }
    calls[1].resume(returning: new)
    let update = await first.value
    #expect(update?.data == new)
    #expect(update?.error == nil)
    #expect(update?.isFetching == false)
  }

  @Test func `an error goes with the next answer`() async throws {
    let scene = try Scene()
    let new = data("New")
    let count = Locked(0)
    let source = try PlanSource(FeedQuery())
    let watch = Watch<FeedQuery.Data>(
      scene.cache, "Feed", .operation, .networkOnly, WatchAging(), { source },
      {
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number == 1 { throw URLError(.timedOut) }
        return new
      })
    let failed = await watch.next()
    #expect(failed?.error is URLError)
    #expect(failed?.data == nil)
    _ = watch.refetch()
    let update = await watch.next()
    #expect(update?.error == nil)
    #expect(update?.data == new)
  }

  /// Data that cannot be decoded are fetched once, and not again with each change.
  @Test func `what cannot be decoded is fetched once`() async throws {
    let scene = try Scene([.response(feed), .failure(URLError(.notConnectedToInternet))])
    _ = try await scene.client.fetch(FeedQuery())
    var updates = scene.client.watch(FeedQuery()).makeAsyncIterator()
    #expect(await updates.next()?.data?.feed.count == 2)
    let source = PlanSource(
      key: PlanSource.Key(type: ObjectIdentifier(WatchTests.self), variables: Array("{}".utf8)), name: "F",
      text: "fragment F on Post{likes}")
    func write(_ likes: String) throws {
      var json = "{\"likes\":\(likes)}"
      try json.withUTF8 { bytes in
        try scene.cache.store.transaction {
          try $0.write(bytes, source, .object("Post:1"), isLocal: true)
        }
      }
    }
    let sent = scene.events.causes.count
    try write("\"many\"")
    var update = await updates.next()
    while update?.isFetching == true { update = await updates.next() }
    #expect(update?.error != nil && update?.data?.feed.count == 2)
    #expect(scene.events.causes.count == sent + 1)
    try write("\"lots\"")
    update = await updates.next()
    #expect(update?.isFetching == false && update?.data?.feed.count == 2)
    #expect(scene.events.causes.count == sent + 1)
  }

  @Test func `who reads the cache alone sends nothing`() async throws {
    let scene = try Scene([.response(feed)])
    _ = try await scene.client.fetch(FeedQuery())
    let sent = scene.events.causes.count
    var updates = scene.client.watch(FeedQuery(), policy: .cacheOnly).makeAsyncIterator()
    #expect(await updates.next()?.data?.feed.count == 2)
    try scene.cache.transaction { try $0.invalidate(FeedQuery()) }
    #expect(scene.events.causes.count == sent)
  }

  /// A new page at the end changes no earlier page: those are not decoded again.
  @Test func `text that stays is not delivered`() throws {
    let scene = try Scene()
    let list = PagedList(posts: Array(0..<8))
    func write(_ query: PostsQuery) throws {
      try scene.cache.receive(list.json(first: query.first.value, after: query.after.value), for: query)
    }
    try write(PostsQuery(first: 3))
    let delivered = Locked(0)
    let page = try PlanSource(PostsQuery(first: 1, after: "c0"))
    let watch = try scene.cache.store.watch(page, .operation) { _ in delivered.withLock { $0 += 1 } }
    try write(PostsQuery(first: 3, after: "c2"))
    #expect(scene.cache.read(PostsQuery(first: 3))?.posts.edges.count == 6)
    #expect(delivered.withLock { $0 } == 0)
    try scene.cache.transaction { try $0.write(LikesData(likes: 9), GraphQLCacheKey("Post", "1")) }
    #expect(delivered.withLock { $0 } == 1)
    scene.cache.store.unwatch(watch.number)
  }

  @Test func `what stays wakes nobody`() async throws {
    let scene = try Scene([.response(feed)])
    _ = try await scene.client.fetch(FeedQuery())
    var updates = scene.cache.watch(LikesData.self, GraphQLCacheKey("Post", "1")).makeAsyncIterator()
    #expect(await updates.next()?.data?.likes == 1)
    try scene.cache.transaction { transaction in
      // Another object, another field, the same value; then what is watched.
      try transaction.write(LikesData(likes: 50), GraphQLCacheKey("Post", "2"))
      try transaction.update(FeedQuery()) { $0.feed[0].title = "Other" }
      try transaction.write(LikesData(likes: 1), GraphQLCacheKey("Post", "1"))
    }
    try scene.cache.transaction { try $0.write(LikesData(likes: 3), GraphQLCacheKey("Post", "1")) }
    #expect(await updates.next()?.data?.likes == 3)
  }

  @Test func `cache and network`() async throws {
    let gate = Gate()
    let scene = try Scene([
      .response(feed), .response("{\"feed\":[\(post("2", "Two", likes: 3))]}", after: gate),
      .failure(URLError(.notConnectedToInternet)),
    ])
    _ = try await scene.client.fetch(FeedQuery())
    var updates = scene.client.watch(FeedQuery(), policy: .cacheAndNetwork).makeAsyncIterator()
    let first = try #require(await updates.next())
    #expect(first.data?.feed.count == 2)
    #expect(first.isFetching)
    await gate.open()
    var second = try #require(await updates.next())
    while second.isFetching { second = try #require(await updates.next()) }
    #expect(second.data?.feed.map(\.likes) == [3])

    // Offline: the data stays, and the error is beside it.
    var offline = scene.client.watch(FeedQuery(), policy: .cacheAndNetwork).makeAsyncIterator()
    var last = try #require(await offline.next())
    while last.isFetching { last = try #require(await offline.next()) }
    #expect(last.data?.feed.map(\.likes) == [3])
    #expect(last.error is GraphQLClientError)
  }

  @Test func `network first and network only`() async throws {
    let offline = GraphQLScriptedTransport.Step.failure(URLError(.notConnectedToInternet))
    let scene = try Scene([.response(feed), offline, offline, .response("{\"feed\":[]}")])
    _ = try await scene.client.fetch(FeedQuery())
    var first = scene.client.watch(FeedQuery(), policy: .networkFirst).makeAsyncIterator()
    let fallback = try #require(await first.next())
    #expect(fallback.data?.feed.count == 2)
    #expect(fallback.error != nil)
    var only = scene.client.watch(FeedQuery(), policy: .networkOnly).makeAsyncIterator()
    let nothing = try #require(await only.next())
    #expect(nothing.data == nil)
    #expect(nothing.error != nil)
    var fresh = scene.client.watch(FeedQuery(), policy: .networkOnly).makeAsyncIterator()
    let data = try #require(await fresh.next())
    #expect(data.data?.feed.isEmpty == true)
    #expect(!data.isFetching)
  }

  @Test func `what goes missing is fetched once`() async throws {
    let other = "{\"feed\":[{\"id\":\"9\",\"title\":\"Nine\",\"likes\":0,\"___\":\"Post\"}]}"
    let scene = try Scene([
      .response(feed), .response(other), .response("{\"feed\":[\(post("9", "Nine", likes: 0))]}"),
    ])
    var updates = scene.client.watch(FeedQuery()).makeAsyncIterator()
    var update = try #require(await updates.next())
    while update.isFetching { update = try #require(await updates.next()) }
    // Another query puts a post into the feed whose author nobody knows.
    _ = try await scene.client.fetch(IdentifiedQuery(), policy: .networkOnly)
    update = try #require(await updates.next())
    while update.isFetching { update = try #require(await updates.next()) }
    #expect(update.data?.feed.map(\.title) == ["Nine"])
    #expect(scene.server.requests.map(\.operationName) == ["Feed", "Identified", "Feed"])
  }

  @Test func `leaving the loop ends the watch`() async throws {
    let scene = try Scene([.response(feed)])
    let count = Locked(0)
    let task = Task {
      for await update in scene.client.watch(FeedQuery()) where !update.isFetching {
        count.withLock { $0 += 1 }
      }
    }
    try await eventually("the watch shows the response") { count.withLock { $0 } == 1 }
    task.cancel()
    await task.value
    #expect(count.withLock { $0 } == 1)
    #expect(scene.cache.store.watcherCount == 0)
  }

  /// Eight threads write, read and watch: each read is of one commit, in which both posts have as many likes.
  @Test func `reads are of one commit`() async throws {
    let scene = try Scene([.response(feed)])
    _ = try await scene.client.fetch(FeedQuery())
    try scene.cache.transaction { transaction in
      try transaction.update(FeedQuery()) { data in
        for index in data.feed.indices { data.feed[index].likes = 0 }
      }
    }
    let cache = scene.cache
    let watcher = Task {
      var last = -1
      for await update in cache.watch(FeedQuery()) {
        guard let likes = update.data?.feed.map(\.likes) else { continue }
        #expect(Set(likes).count == 1)
        last = likes[0]
        if last == 400 { break }
      }
      return last
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<100 {
            try cache.transaction { transaction in
              try transaction.update(FeedQuery()) { data in
                for index in data.feed.indices { data.feed[index].likes += 1 }
              }
            }
          }
        }
        group.addTask {
          for _ in 0..<200 {
            guard let likes = cache.read(FeedQuery())?.feed.map(\.likes) else { continue }
            #expect(Set(likes).count == 1)
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await watcher.value == 400)
  }
}
