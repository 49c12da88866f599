import Apus
import ApusClient
import ApusTesting
import Testing

@testable import ApusCache

/// Operations that a cache can neither read nor write: the text is not the compiler's, or the variables are not JSON.
@Suite(.timeLimit(.minutes(15))) struct UnusableOperationTests {
  private static let rejected = GraphQLCacheError.unreadableDocument(offset: 23)
  private static let key = GraphQLCacheKey("Post", "1")

  /// The events that something cannot be used, as operation and error.
  private func unusable(_ scene: Scene) -> [String] {
    scene.events.all.compactMap {
      if case .unusable(let name, let error) = $0 { "\(name): \(error)" } else { nil }
    }
  }

  @Test func `reading nothing is reported with the operation and the reason`() throws {
    let scene = try Scene()
    let (cut, infinite) = (CutQuery(), InfiniteQuery())
    #expect(scene.cache.read(cut) == nil)
    #expect(scene.cache.json(of: cut) == nil)
    let partial = scene.cache.partial(cut)
    #expect(partial.data == nil && partial.missing.isEmpty && !partial.isStale && !partial.isOptimistic)
    #expect(partial.age == .zero)
    #expect(scene.cache.read(CutFragment.self, Self.key) == nil)
    #expect(scene.cache.partial(CutFragment.self, Self.key).data == nil)
    #expect(scene.cache.read(infinite) == nil)
    let reports = unusable(scene)
    #expect(
      reports.dropLast() == Array(repeating: "Cut: \(Self.rejected)", count: 3)
        + Array(repeating: "CutFragment: \(GraphQLCacheError.unreadableDocument(offset: 28))", count: 2))
    #expect(reports.last?.hasPrefix("Infinite: the operation's variables cannot be encoded: ") == true)
    #expect(scene.events.all.count == 6)
    #expect(GraphQLCacheError.unreadableDocument(offset: 3).description.contains("byte 3"))
  }

  @Test func `a query that the cache cannot read is sent, and its data is not written`() async throws {
    let scene = try Scene([.response("{\"feed\":[]}")])
    #expect(try await scene.client.fetch(CutQuery()).feed.isEmpty)
    #expect(scene.events.causes == [.missing([])])
    #expect(unusable(scene) == Array(repeating: "Cut: \(Self.rejected)", count: 2))
  }

  @Test func `a transaction that uses it throws, and changes nothing`() throws {
    let scene = try Scene()
    let data = FeedQuery.Data(feed: [])
    #expect(throws: Self.rejected) { try scene.cache.transaction { _ = try $0.read(CutQuery()) } }
    #expect(throws: Self.rejected) { try scene.cache.transaction { try $0.write(data, for: CutQuery()) } }
    #expect(throws: Self.rejected) { try scene.cache.transaction { try $0.evict(CutQuery()) } }
    #expect(throws: Self.rejected) { try scene.cache.transaction { try $0.invalidate(CutQuery()) } }
    #expect(throws: GraphQLCacheError.self) { _ = try scene.cache.retain(InfiniteQuery()) }
    #expect(scene.events.all.isEmpty)
  }

  @Test func `what cannot be read retains nothing, and keeps nothing else from being retained`() async throws
  {
    let scene = try Scene(configuration: GraphQLCacheConfiguration(gracePeriod: .seconds(60)))
    try scene.cache.receive("{\"feed\":[\(post("1", "One", likes: 1))]}", for: FeedQuery())
    let jazz = FeedQuery(genre: "jazz")
    try scene.cache.receive("{\"feed\":[\(post("2", "Two", likes: 2))]}", for: jazz)
    let retentions = [
      try scene.cache.retain(CutQuery()), try scene.cache.retain(FeedQuery()),
      try scene.cache.retain(CutFragment.self, GraphQLCacheKey("Post", "2")),
    ]
    scene.clock.advance(1000)
    await scene.cache.collectGarbage()
    withExtendedLifetime(retentions) {
      #expect(scene.cache.read(FeedQuery())?.feed.count == 1)
      #expect(scene.cache.read(jazz) == nil)
      #expect(scene.cache.read(LikesData.self, GraphQLCacheKey("Post", "2")) == nil)
    }
  }

  @Test func `a watch ends with the reason`() async throws {
    let scene = try Scene()
    var updates = scene.cache.watch(CutQuery()).makeAsyncIterator()
    let first = await updates.next()
    #expect(first?.error as? GraphQLCacheError == Self.rejected)
    #expect(first?.data == nil)
    #expect(await updates.next() == nil)
    var sent = scene.client.watch(InfiniteQuery()).makeAsyncIterator()
    #expect(await sent.next()?.error is GraphQLCacheError)
    #expect(await sent.next() == nil)
    #expect(unusable(scene).count == 2)
    #expect(scene.server.requests.isEmpty)
  }

  @Test func `refetching a watched object says that its data is missing`() async throws {
    let scene = try Scene()
    #expect(await error(scene.cache.makeWatch(LikesData.self, Self.key, [:])) == .missing("LikesData"))
  }

  private func error<Data>(_ watch: Watch<Data>) async -> GraphQLCacheError? {
    watch.begin {}
    await watch.refetch().wait()
    return watch.take()?.error as? GraphQLCacheError
  }
}

private struct CutQuery: GraphQLQuery {
  typealias Data = FeedQuery.Data

  static let operationName = "Cut"
  static let operationID = ""
  static let operationDocument = "query Cut{feed{title li"

  func _write(to w: inout GraphQLWriter) {}
}

private struct InfiniteQuery: GraphQLQuery {
  typealias Data = FeedQuery.Data

  static let operationName = "Infinite"
  static let operationID = ""
  static let operationDocument = "query Infinite($size:Float){feed(size:$size){title}}"

  func _write(to w: inout GraphQLWriter) { w.double("size", .infinity) }
}

private struct CutFragment: GraphQLFragment {
  var likes: Int

  static let fragmentDocument = "fragment CutFragment on Post"

  init(_reading r: inout GraphQLReader) throws { likes = try r.int("likes") }
  func _write(to w: inout GraphQLWriter) { w.int("likes", likes) }
}
