import Apus
import ApusCache
import ApusClient
import ApusPlatform
import ApusTesting
import Foundation
import Testing

/// One client, with a cache or without.
@Suite(.timeLimit(.minutes(15))) struct OneClientTests {
  private let feed = "{\"feed\":[\(post("1", "One", likes: 1))]}"

  private func client(_ server: GraphQLScriptedTransport) throws -> GraphQLClient {
    GraphQLClient(url: try #require(URL(string: "https://example.org/graphql")), transport: server)
  }

  @Test(arguments: [GraphQLFetchPolicy.cacheFirst, .cacheAndNetwork, .networkFirst, .networkOnly])
  func `a client without a cache sends a request whatever the policy`(
    _ policy: GraphQLFetchPolicy
  ) async throws {
    let server = GraphQLScriptedTransport((0..<4).map { _ in .response(feed) })
    let client = try client(server)
    for _ in 0..<2 {
      #expect(try await client.fetch(FeedQuery(), policy: policy).feed.count == 1)
      #expect(try await client.response(for: FeedQuery(), policy: policy).data?.feed.count == 1)
    }
    #expect(server.requests.count == 4)
  }

  @Test func `a client without a cache rejects the policy that reads nothing else`() async throws {
    let server = GraphQLScriptedTransport([])
    let client = try client(server)
    await #expect {
      try await client.fetch(FeedQuery(), policy: .cacheOnly)
    } throws: {
      "\($0)".contains("Feed: the policy cacheOnly reads a cache, and the client has none")
    }
    await #expect(throws: GraphQLClientError.self) {
      try await client.response(for: FeedQuery(), policy: .cacheOnly)
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `watching without a cache delivers one response, or one error, and ends`() async throws {
    let server = GraphQLScriptedTransport([.response(feed), .status(500)])
    let client = try client(server)
    var counts: [Int] = []
    for await update in client.watch(FeedQuery()) { counts.append(update.data?.feed.count ?? 0) }
    #expect(counts == [1])
    var errors: [any Error] = []
    for await update in client.watch(FeedQuery()) { errors += update.error.map { [$0] } ?? [] }
    #expect(errors.count == 1 && errors.first is GraphQLClientError)
    #expect(server.requests.count == 2)
  }

  @Test func `watched pages without a cache say that there is none`() async throws {
    let client = try client(GraphQLScriptedTransport([]))
    let pages = client.watchPages(PostsQuery(first: 2), by: GraphQLPaging { query, _ in query })
    #expect(!pages.isComplete)
    await #expect {
      try await pages.loadNext()
    } throws: {
      "\($0)".contains("Posts: the cache joins watched pages, and the client has none")
    }
  }

  @Test func `fetching from cache and network sends, and reads the cache offline`() async throws {
    let scene = try Scene([.response(feed), .response("{\"feed\":[]}"), .status(503)])
    #expect(try await scene.client.fetch(FeedQuery()).feed.count == 1)
    #expect(try await scene.client.fetch(FeedQuery(), policy: .cacheAndNetwork).feed.isEmpty)
    #expect(try await scene.client.fetch(FeedQuery(), policy: .cacheAndNetwork).feed.isEmpty)
    #expect(scene.server.requests.count == 3)
  }

  @Test func `a copy without the cache stores and reads nothing`() async throws {
    let scene = try Scene([.response(feed), .response(feed), .response(liked("1", 9))])
    let uncached = scene.client.uncached
    _ = try await uncached.fetch(FeedQuery())
    #expect(scene.cache.read(FeedQuery()) == nil)
    _ = try await scene.client.fetch(FeedQuery())
    _ = try await uncached.perform(
      LikeMutation(post: "1"),
      optimistically: { try $0.write(LikesData(likes: 2), GraphQLCacheKey("Post", "1")) })
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.likes) == [1])
    #expect(scene.server.requests.count == 3)
    #expect(uncached.cache == nil && scene.client.cache === scene.cache)
  }

  @Test func `documents as text bypass the cache`() async throws {
    let scene = try Scene([.response(feed), .response(feed), .response(feed)])
    let text = try GraphQLText("{ feed { title } }")
    for _ in 0..<2 { _ = try await scene.client.fetch(text) }
    var updates = 0
    for await update in scene.client.watch(text) where update.data != nil { updates += 1 }
    #expect(updates == 1)
    #expect(scene.server.requests.count == 3)
    let error = await #expect(throws: GraphQLClientError.self) {
      try await scene.client.fetch(text, policy: .cacheOnly)
    }
    #expect(error?.description.contains("documents as text bypass it") == true)
    #expect(scene.cache.keptKeys.isEmpty)
    #expect(scene.events.failures.isEmpty)
  }

  @Test func `what needs the cache says that documents as text bypass it`() async throws {
    let scene = try Scene([.response(liked("1", 9))])
    let (text, reason) = (try GraphQLText("query Feed { feed { title } }"), "documents as text bypass it")
    let pages = scene.client.watchPages(text, by: GraphQLPaging { query, _ in query })
    await #expect { try await pages.loadNext() } throws: {
      "\($0)".contains("Feed: the cache joins watched pages, and \(reason); use pages(_:by:)")
    }
    let mutation = try GraphQLText("mutation { like { likes } }")
    await #expect {
      _ = try await scene.client.perform(mutation, optimistically: { $0.evict(GraphQLCacheKey("Post", "1")) })
    } throws: {
      "\($0)".contains("anonymous mutation: its closures change the cache, and \(reason)")
    }
    await #expect {
      _ = try await scene.client.perform(mutation, updating: { _, _ in })
    } throws: {
      "\($0)".contains("anonymous mutation: its closures change the cache, and \(reason)")
    }
    #expect(scene.server.requests.isEmpty)
    // Without a cache, nobody would see the change.
    _ = try await scene.client.uncached.perform(mutation, optimistically: { _ in })
    #expect(scene.server.requests.count == 1)

    #expect(scene.cache.read(text) == nil)
    #expect(!scene.cache.partial(text).isComplete)
    #expect(throws: GraphQLCacheError.documentAsText) { try scene.cache.retain(text) }
    var errors: [any Error] = []
    for await update in scene.cache.watch(text) { errors += update.error.map { [$0] } ?? [] }
    #expect(errors.map { $0 as? GraphQLCacheError } == [.documentAsText])
    #expect(throws: GraphQLCacheError.documentAsText) {
      try scene.cache.transaction { try $0.write(GraphQLAnyObject([:]), for: text) }
    }
    for event in scene.events.failures {
      #expect("\(event)".hasPrefix("Feed ") && "\(event)".contains("documents as text bypass the cache"))
    }
    #expect(scene.events.failures.count == 3)
  }
}
