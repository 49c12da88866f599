import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// Who watches is told of what changes, and of nothing else: Apollo Kotlin's `WatcherTest` and `WatcherErrorHandlingTest`, in our words.
@Suite(.timeLimit(.minutes(15))) struct WatcherTests {
  private typealias Updates = GraphQLCacheUpdates<ShelfLabelOnlyQuery.Data>
  private static let offline = GraphQLScriptedTransport.Step.failure(URLError(.notConnectedToInternet))

  private func data(_ label: String) -> String { "{\"shelf\":\(shelf("1", "\"label\":\"\(label)\""))}" }

  private let query = ShelfLabelOnlyQuery(id: "1")

  /// The next update with nothing under way.
  private func settled(_ updates: inout Updates.AsyncIterator) async -> GraphQLUpdate<
    ShelfLabelOnlyQuery.Data
  >? {
    var update = await updates.next()
    while update?.isFetching == true { update = await updates.next() }
    return update
  }

  /// Time and again, so that a watch that begins too late would miss one.
  @Test func `another call of the same query`() async throws {
    for _ in 0..<100 {
      let scene = try Scene([.response(data("One")), .response(data("Two"))])
      var updates = scene.client.watch(query, policy: .networkOnly).makeAsyncIterator()
      #expect(await settled(&updates)?.data?.shelf?.label == "One")
      _ = try await scene.client.fetch(query, policy: .networkOnly)
      #expect(await settled(&updates)?.data?.shelf?.label == "Two")
    }
  }

  /// From the cache alone: nothing until there is something, and never a request.
  @Test func `watches of the cache alone`() async throws {
    let scene = try Scene()
    let (client, query) = (scene.client, query)
    let shown = Locked<[String?]>([])
    let task = Task {
      for await update in client.watch(query, policy: .cacheOnly) {
        shown.withLock { $0.append(update.data?.shelf?.label) }
      }
    }
    func wait(for count: Int) async throws {
      try await eventually("\(count) updates are shown") { shown.withLock { $0.count } >= count }
    }
    try await eventually("the watch has begun") { scene.cache.store.watcherCount == 1 }
    // Another object.
    try scene.cache.receive("{\"shelf\":\(shelf("2", "\"label\":\"B\""))}", for: ShelfLabelOnlyQuery(id: "2"))
    try scene.cache.receive(data("One"), for: query)
    try await wait(for: 1)
    // What was cleared may be another user's, so it is not shown any more.
    scene.cache.clear()
    try await wait(for: 2)
    try scene.cache.receive(data("Two"), for: query)
    try await wait(for: 3)
    task.cancel()
    await task.value
    #expect(shown.withLock { $0 } == ["One", nil, "Two"])
    #expect(scene.server.requests.isEmpty)
  }

  @Test func `writes of the program`() async throws {
    let scene = try Scene([.response(data("One"))])
    var updates = scene.client.watch(query).makeAsyncIterator()
    #expect(await settled(&updates)?.data?.shelf?.label == "One")
    try scene.cache.transaction { try $0.update(query) { $0.shelf?.label = "Two" } }
    #expect(await updates.next()?.data?.shelf?.label == "Two")
  }

  /// What says what is known wakes nobody: the same query again, another one that has the same, another that has nothing of it.
  @Test func `what is known wakes nobody`() async throws {
    let scene = try Scene([.response(data("One")), .response(data("One"))])
    var updates = scene.client.watch(query).makeAsyncIterator()
    #expect(await settled(&updates)?.data?.shelf?.label == "One")
    _ = try await scene.client.fetch(query, policy: .networkOnly)
    let same = shelf("1", "\"label\":\"One\",\"neighbour\":null")
    try scene.cache.receive("{\"shelf\":\(same)}", for: NeighboursQuery(id: "1"))
    try scene.cache.receive("{\"shelves\":[\(shelf("2", "\"label\":\"B\""))]}", for: ShelvesQuery())
    try scene.cache.receive(data("Two"), for: query)
    // The first that is told is the one that differs.
    #expect(await updates.next()?.data?.shelf?.label == "Two")
  }

  @Test func `other queries that have the object`() async throws {
    let scene = try Scene([.response(data("One"))])
    var updates = scene.client.watch(query).makeAsyncIterator()
    #expect(await settled(&updates)?.data?.shelf?.label == "One")
    // It is the second one's neighbour there.
    let inner = shelf("1", "\"label\":\"Two\",\"neighbour\":null")
    try scene.cache.receive(
      "{\"shelf\":\(shelf("2", "\"label\":\"B\",\"neighbour\":\(inner)"))}", for: NeighboursQuery(id: "2"))
    #expect(await updates.next()?.data?.shelf?.label == "Two")
  }

  /// What a watch depends on is what it read last.
  @Test func `dependencies move with the data`() async throws {
    let scene = try Scene()
    func write(_ owner: String, _ name: String) throws {
      let user = "{\"name\":\"\(name)\",\"best\":null,\"___\":\"User\",\"___id\":\"\(owner)\"}"
      try scene.cache.receive(
        "{\"shelf\":\(shelf("1", "\"label\":\"A\",\"owner\":\(user)"))}", for: ShelfOwnerQuery(id: "1"))
    }
    func rename(_ owner: String, _ name: String) throws {
      try scene.cache.receive(
        "{\"rename\":{\"name\":\"\(name)\",\"___\":\"User\",\"___id\":\"\(owner)\"}}",
        for: RenameMutation(name: name))
    }
    try write("u1", "Ada")
    var updates = scene.cache.watch(ShelfOwnerQuery(id: "1")).makeAsyncIterator()
    #expect(await updates.next()?.data?.shelf?.owner?.name == "Ada")
    try write("u2", "Eve")
    #expect(await updates.next()?.data?.shelf?.owner?.name == "Eve")
    // The first owner is nobody's business any more; the second is.
    try rename("u1", "Adele")
    let watching = scene.cache.inspect(GraphQLCacheKey("User", "u1"))
    #expect(!watching.contains("watched by"))
    try rename("u2", "Evelyn")
    #expect(await updates.next()?.data?.shelf?.owner?.name == "Evelyn")
  }

  /// A cache that is cleared is asked for again by those who watch through a client.
  @Test func `cleared caches are filled again`() async throws {
    let scene = try Scene([.response(data("One")), .response(data("Two"))])
    var updates = scene.client.watch(query).makeAsyncIterator()
    #expect(await settled(&updates)?.data?.shelf?.label == "One")
    scene.cache.clear()
    #expect(await settled(&updates)?.data?.shelf?.label == "Two")
    #expect(scene.server.requests.count == 2)
    #expect(scene.cache.read(query)?.shelf?.label == "Two")
  }

  @Test func `cancelled watches say nothing`() async throws {
    let gate = Gate()
    let scene = try Scene([.response(data("One"), after: gate)])
    let task = Task { () -> Int in
      var count = 0
      for await _ in scene.client.watch(query, policy: .networkOnly) { count += 1 }
      return count
    }
    try await eventually("the query is sent") { !scene.server.requests.isEmpty }
    task.cancel()
    await gate.open()
    #expect(await task.value == 0)
    #expect(scene.cache.store.watcherCount == 0)
  }

  // MARK: - Policies

  /// What a policy shows first, and what when the request is over.
  struct Course: Sendable, CustomTestStringConvertible {
    var policy: GraphQLFetchPolicy
    var isCached: Bool
    var isOnline: Bool
    /// The labels that are shown in turn; nil is no data.
    var labels: [String?]

    var testDescription: String { "\(policy), cached: \(isCached), online: \(isOnline)" }
  }

  private static let courses: [Course] = [
    Course(policy: .cacheFirst, isCached: true, isOnline: true, labels: ["Old"]),
    Course(policy: .cacheFirst, isCached: true, isOnline: false, labels: ["Old"]),
    Course(policy: .cacheFirst, isCached: false, isOnline: true, labels: ["New"]),
    Course(policy: .cacheFirst, isCached: false, isOnline: false, labels: [nil]),
    Course(policy: .cacheAndNetwork, isCached: true, isOnline: true, labels: ["Old", "New"]),
    Course(policy: .cacheAndNetwork, isCached: true, isOnline: false, labels: ["Old", "Old"]),
    Course(policy: .cacheAndNetwork, isCached: false, isOnline: true, labels: ["New"]),
    Course(policy: .cacheAndNetwork, isCached: false, isOnline: false, labels: [nil]),
    Course(policy: .networkFirst, isCached: true, isOnline: true, labels: ["New"]),
    Course(policy: .networkFirst, isCached: true, isOnline: false, labels: ["Old"]),
    Course(policy: .networkFirst, isCached: false, isOnline: true, labels: ["New"]),
    Course(policy: .networkFirst, isCached: false, isOnline: false, labels: [nil]),
    Course(policy: .networkOnly, isCached: true, isOnline: true, labels: ["New"]),
    Course(policy: .networkOnly, isCached: true, isOnline: false, labels: [nil]),
    Course(policy: .networkOnly, isCached: false, isOnline: true, labels: ["New"]),
    Course(policy: .networkOnly, isCached: false, isOnline: false, labels: [nil]),
  ]

  @Test(arguments: courses) func `each policy delivers to its watcher`(_ course: Course) async throws {
    let gate = Gate()
    let answer = "{\"data\":\(data("New"))}"
    let scene = try Scene([
      .perform { _ in
        await gate.wait()
        guard course.isOnline else { throw URLError(.notConnectedToInternet) }
        return GraphQLHTTPResponse(
          status: 200, headers: ["Content-Type": "application/json"], body: Data(answer.utf8))
      }
    ])
    if course.isCached { try scene.cache.receive(data("Old"), for: query) }
    var updates = scene.client.watch(query, policy: course.policy).makeAsyncIterator()
    var shown: [String?] = []
    var last: GraphQLUpdate<ShelfLabelOnlyQuery.Data>?
    let isSent = !(course.policy == .cacheFirst && course.isCached)
    if course.labels.count == 2 {
      // What is cached is there before the server has answered.
      last = await updates.next()
      #expect(last?.isFetching == true)
      shown.append(last?.data?.shelf?.label)
    }
    await gate.open()
    last = await settled(&updates)
    shown.append(last?.data?.shelf?.label)
    #expect(shown == course.labels)
    #expect((last?.error != nil) == (isSent && !course.isOnline))
    #expect(scene.server.requests.count == (isSent ? 1 : 0))
    // Whatever was, what comes later is shown, and the error is of the past.
    try scene.cache.receive(data("Later"), for: query)
    #expect(await settled(&updates)?.data?.shelf?.label == "Later")
  }

  /// A server that answers with a failure is as one that is away.
  @Test(arguments: [GraphQLFetchPolicy.cacheFirst, .cacheAndNetwork, .networkFirst, .networkOnly])
  func `servers that fail`(_ policy: GraphQLFetchPolicy) async throws {
    let scene = try Scene([.status(500)])
    var updates = scene.client.watch(query, policy: policy).makeAsyncIterator()
    let update = await settled(&updates)
    #expect(update?.data == nil)
    guard case .status(let failure)? = update?.error as? GraphQLClientError else {
      Issue.record("\(String(describing: update?.error))")
      return
    }
    #expect(failure.status == 500)
  }

  /// A request that a watch sends by itself, and that fails, leaves the data and gives the error beside it.
  @Test func `refetches that fail`() async throws {
    let scene = try Scene([.response(data("One")), .status(500)])
    var updates = scene.client.watch(query).makeAsyncIterator()
    #expect(await settled(&updates)?.data?.shelf?.label == "One")
    scene.cache.transaction { $0.evict(GraphQLCacheKey("Shelf", "1")) }
    let failed = await settled(&updates)
    #expect(failed?.data?.shelf?.label == "One")
    #expect(failed?.error is GraphQLClientError)
    try scene.cache.receive(data("Two"), for: query)
    #expect(await settled(&updates)?.data?.shelf?.label == "Two")
  }
}
