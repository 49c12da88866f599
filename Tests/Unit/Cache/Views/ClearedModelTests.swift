import Apus
import ApusClient
import ApusPlatform
import ApusSwiftUI
import ApusTesting
import CacheFixtures
import Foundation
import Testing

@testable import ApusCache

/// Models whose data is not in the cache, after the account that it belongs to has signed out.
@Suite(.serialized, .timeLimit(.minutes(15))) @MainActor struct ClearedModelTests {
  /// Subscriptions whose events a test sends.
  private final class Server: Sendable {
    private let streams = Locked<[AsyncThrowingStream<Int, any Error>.Continuation]>([])

    var count: Int { streams.withLock { $0.count } }

    /// The subscription with this number.
    func stream(_ number: Int) throws -> AsyncThrowingStream<Int, any Error>.Continuation {
      let streams = streams.withLock { $0 }
      return try #require(streams.indices.contains(number) ? streams[number] : nil)
    }

    func send(_ likes: Int, to number: Int) throws { try stream(number).yield(likes) }

    func makeTransport() -> GraphQLScriptedSubscriptions {
      GraphQLScriptedSubscriptions { [self] _ in
        let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
        streams.withLock { $0.append(continuation) }
        return (0..<9).map { _ in
          .perform { _ in
            for try await likes in stream {
              return Data("{\"data\":{\"liked\":{\"likes\":\(likes),\"___\":\"Post\",\"___id\":\"1\"}}}".utf8)
            }
            return nil
          }
        }
      }
    }
  }

  private let transport = HeldTransport()
  private let cache = GraphQLCache(schema: cacheSchema)
  private let server = Server()

  private var client: GraphQLClient {
    get throws {
      GraphQLClient(
        url: try #require(URL(string: "https://example.org/")), transport: transport,
        subscriptions: server.makeTransport(), timeout: .seconds(3600), cache: cache)
    }
  }

  private var subscriber: GraphQLSubscriber<LikedSubscription, [Int]> {
    get throws {
      GraphQLSubscriber(LikedSubscription(), client: try client, into: []) { $0.append($1.liked.likes) }
    }
  }

  private func answer(_ data: String) async {
    #expect(await RandomSequences.settled { transport.active.count == 1 })
    if let held = transport.active.first { transport.answer(held.id, .success(data)) }
  }

  @Test func `a subscriber begins anew`() async throws {
    let model = try subscriber
    #expect(await RandomSequences.settled { server.count == 1 })
    try server.send(1, to: 0)
    #expect(await RandomSequences.settled { model.state.data == [1] })
    cache.clear()
    #expect(await RandomSequences.settled { model.state.data == [] && server.count == 2 })
    try server.send(2, to: 0)
    try server.send(3, to: 1)
    #expect(await RandomSequences.settled { model.state.data == [3] })
    #expect(model.state.error == nil)
  }

  @Test func `a subscriber of the latest event has none`() async throws {
    let model = GraphQLSubscriber(LikedSubscription(), client: try client)
    #expect(await RandomSequences.settled { server.count == 1 })
    try server.send(1, to: 0)
    #expect(await RandomSequences.settled { model.state.data?.liked.likes == 1 })
    cache.clear()
    #expect(await RandomSequences.settled { model.state.isLoading })
  }

  @Test func `a subscriber that is loaded again at once has no earlier value`() async throws {
    let model = try subscriber
    #expect(await RandomSequences.settled { server.count == 1 })
    try server.send(1, to: 0)
    #expect(await RandomSequences.settled { model.state.data == [1] })
    cache.clear()
    model.reload()
    #expect(model.state.data == [])
    #expect(await RandomSequences.settled { server.count == 2 })
    try server.send(2, to: 1)
    #expect(await RandomSequences.settled { model.state.data == [2] })
    #expect(server.count == 2)
  }

  @Test func `a subscriber that was stopped has no value, and stays stopped`() async throws {
    let model = try subscriber
    #expect(await RandomSequences.settled { server.count == 1 })
    try server.send(1, to: 0)
    #expect(await RandomSequences.settled { model.state.data == [1] })
    model.stop()
    cache.clear()
    #expect(await RandomSequences.settled { model.state.data == [] })
    #expect(server.count == 1)
  }

  @Test func `the error of a subscriber goes too`() async throws {
    let model = try subscriber
    #expect(await RandomSequences.settled { server.count == 1 })
    try server.stream(0).finish(throwing: Refused())
    #expect(await RandomSequences.settled { model.state.error != nil })
    cache.clear()
    #expect(await RandomSequences.settled { model.state.error == nil && server.count == 2 })
  }

  @Test func `a mutation has no result, also if it was in flight`() async throws {
    let like = GraphQLMutationModel(LikeMutation.self, client: try client)
    let first = Task { try await like(LikeMutation(post: "1")) }
    await answer(liked("1", 1))
    _ = try await first.value
    #expect(like.data?.like?.likes == 1)
    let second = Task { try await like(LikeMutation(post: "1")) }
    #expect(await RandomSequences.settled { transport.active.count == 1 })
    cache.clear()
    #expect(await RandomSequences.settled { like.data == nil && like.isRunning })
    await answer(liked("1", 2))
    #expect(try await second.value.like?.likes == 2)
    #expect(like.data == nil && !like.isRunning)
    let third = Task { try await like(LikeMutation(post: "1")) }
    await answer(liked("1", 3))
    _ = try await third.value
    #expect(like.data?.like?.likes == 3)
  }

  @Test func `a watcher of a document as text has no data until a new response arrives`() async throws {
    let watcher = GraphQLWatcher(try GraphQLText("{ title }"), client: try client)
    await answer(#"{"title":"Old"}"#)
    #expect(await RandomSequences.settled { watcher.state.data?["title"].string == "Old" })
    cache.clear()
    #expect(await RandomSequences.settled { watcher.state.isLoading && watcher.isFetching })
    // A request in flight is abandoned.
    cache.clear()
    #expect(await RandomSequences.settled { transport.sentCount == 3 && transport.active.count == 1 })
    await answer(#"{"title":"New"}"#)
    #expect(await RandomSequences.settled { watcher.state.data?["title"].string == "New" })
    watcher.stop()
    watcher.start()
    #expect(watcher.state.data?["title"].string == "New" && !watcher.isFetching)
    watcher.stop()
    cache.clear()
    watcher.start()
    #expect(watcher.state.isLoading && watcher.isFetching)
    await answer(#"{"title":"Newest"}"#)
    #expect(await RandomSequences.settled { watcher.state.data?["title"].string == "Newest" })
  }

  @Test func `a list of documents as text has no items until a new response arrives`() async throws {
    let paging = GraphQLPaging<GraphQLText> { query, data in
      data["next"].string.map { next in
        var query = query
        query.variables["after"] = .string(next)
        return query
      }
    }
    let first = try GraphQLText("query List($after: String) { title next }")
    let pager = GraphQLPager(first, client: try client, by: paging) { [$0["title"].string ?? ""] }
    await answer(#"{"title":"A","next":"b"}"#)
    #expect(await RandomSequences.settled { pager.items == ["A"] })
    pager.beginNext()
    await answer(#"{"title":"B","next":null}"#)
    #expect(await RandomSequences.settled { pager.items == ["A", "B"] && !pager.isFetching })
    cache.clear()
    #expect(
      await RandomSequences.settled { pager.items.isEmpty && pager.state.isLoading && pager.isFetching })
    await answer(#"{"title":"C","next":null}"#)
    #expect(await RandomSequences.settled { pager.items == ["C"] && !pager.isFetching })
  }
}
