import Apus
import ApusClient
import ApusPlatform
import ApusSwiftUI
import ApusTesting
import Foundation
import Testing

import ApusCache
import CacheFixtures

/// Models that are stopped, cleared, or given another operation.
@Suite(.serialized, .timeLimit(.minutes(15))) @MainActor struct ModelRestartTests {
  private func client(
    _ transport: any GraphQLTransport, _ subscriptions: (any GraphQLSubscriptionTransport)? = nil
  ) throws -> GraphQLClient {
    GraphQLClient(
      url: try #require(URL(string: "https://example.org/")), transport: transport,
      subscriptions: subscriptions,
      timeout: .seconds(3600))
  }

  private func liked(_ likes: Int) -> GraphQLScriptedSubscriptions.Step {
    .json("{\"data\":{\"liked\":{\"likes\":\(likes),\"___\":\"Post\",\"___id\":\"1\"}}}")
  }

  @Test func `a state is transformed with its data`() throws {
    struct Broken: Error {}
    let states: [GraphQLState<Int>] = [
      .loading, .loaded(1), .failed(Broken(), last: 2), .failed(Broken(), last: nil),
    ]
    let texts = states.map { $0.map { "\($0)" } }
    #expect(texts.map(\.data) == [nil, "1", "2", nil])
    #expect(texts.map { $0.error != nil } == [false, false, true, true])
    #expect(states.map(\.isLoading) == [true, false, false, false])
    #expect(throws: Broken.self) { try states[1].map { _ in throw Broken() } }
    #expect(throws: Never.self) { try states[3].map { _ in throw Broken() } }
  }

  @Test func `a mutation's data and error are cleared`() async throws {
    let transport = HeldTransport()
    let like = GraphQLMutationModel(LikeMutation.self, client: try client(transport))
    async let failed: Void = { _ = try? await like(LikeMutation(post: "1")) }()
    #expect(await RandomSequences.settled { transport.active.count == 1 })
    transport.answer(1, .failure(Refused()))
    await failed
    #expect(like.error != nil && like.data == nil)
    like.clear()
    #expect(like.error == nil && like.data == nil && !like.isRunning)
    async let succeeded: Void = { _ = try? await like(LikeMutation(post: "1"), optimistically: { _ in }) }()
    #expect(await RandomSequences.settled { transport.active.count == 1 && like.isRunning })
    transport.answer(2, .success("{\"like\":{\"likes\":3,\"___\":\"Post\",\"___id\":\"1\"}}"))
    await succeeded
    #expect(like.data?.like?.likes == 3 && like.error == nil)
    like.clear()
    like.clear()
    #expect(like.data == nil)
  }

  @Test func `a subscription that the server completes is over until it is begun again`() async throws {
    let events = GraphQLScriptedSubscriptions([liked(1), liked(2)])
    let model = GraphQLSubscriber(LikedSubscription(), client: try client(HeldTransport(), events))
    #expect(model.state.isLoading && !model.isOver)
    #expect(await RandomSequences.settled { model.isOver })
    #expect(model.state.data?.liked.likes == 2 && model.subscription == LikedSubscription())
    model.subscription = LikedSubscription()
    #expect(model.isOver && events.requests.count == 1)
    model.reload()
    #expect(!model.isOver)
    #expect(await RandomSequences.settled { model.isOver && events.requests.count == 2 })
    #expect(model.state.data?.liked.likes == 2)
  }

  private func page(_ titles: [String], next: String?) -> String {
    let edges = titles.map {
      "{\"node\":{\"title\":\"\($0)\",\"likes\":0,\"___\":\"Post\",\"___id\":\"\($0)\"}}"
    }
    let cursor = next.map { "\"\($0)\"" } ?? "null"
    return """
      {"posts":{"total":9,"edges":[\(edges.joined(separator: ","))],"pageInfo":{"hasNextPage":\(next != nil),\
      "hasPreviousPage":false,"startCursor":null,"endCursor":\(cursor)}}}
      """
  }

  /// Answers the request that waits.
  private func answer(_ transport: HeldTransport, _ data: String) async {
    #expect(await RandomSequences.settled { transport.active.count == 1 })
    if let held = transport.active.first { transport.answer(held.id, .success(data)) }
  }

  @Test func `another query begins with its first page, and an equal one does nothing`() async throws {
    let transport = HeldTransport()
    let pager = GraphQLPager(
      PostsQuery(first: 2), client: try client(transport),
      by: GraphQLPaging(
        next: { $0.posts.pageInfo.hasNextPage ? $0.posts.pageInfo.endCursor : nil }, into: \.after)
    ) { $0.posts.edges.map(\.node.title) }
    #expect(
      pager.query == PostsQuery(first: 2) && pager.isFetching && !pager.hasNext && pager.state.isLoading)
    await answer(transport, page(["a", "b"], next: "2"))
    #expect(await RandomSequences.settled { pager.items == ["a", "b"] })
    #expect(pager.hasNext && !pager.isFetching)
    pager.query = PostsQuery(first: 2)
    #expect(pager.items == ["a", "b"] && transport.sentCount == 1)
    pager.query = PostsQuery(first: 1)
    #expect(pager.query == PostsQuery(first: 1) && pager.items.isEmpty && pager.state.isLoading)
    await answer(transport, page(["c"], next: nil))
    #expect(await RandomSequences.settled { pager.items == ["c"] })
    #expect(!pager.hasNext && pager.error == nil)
    pager.stop()
    #expect(pager.items == ["c"] && !pager.isFetching && !pager.hasNext)
  }

  @Test func `a pager that is stopped ends its request, and keeps its items`() async throws {
    let transport = HeldTransport()
    let pager = GraphQLPager(
      PostsQuery(first: 1), client: try client(transport),
      by: GraphQLPaging(
        next: { $0.posts.pageInfo.hasNextPage ? $0.posts.pageInfo.endCursor : nil }, into: \.after)
    ) { $0.posts.edges.map(\.node.title) }
    await answer(transport, page(["a"], next: "2"))
    #expect(await RandomSequences.settled { pager.items == ["a"] })
    pager.beginNext()
    #expect(await RandomSequences.settled { pager.isFetching && transport.active.count == 1 })
    pager.stop()
    #expect(await RandomSequences.settled { transport.active.isEmpty })
    #expect(pager.items == ["a"] && !pager.isFetching)
  }

  @Test func `a watcher's query is the one that was set`() async throws {
    let transport = HeldTransport()
    func sent() -> [PostQuery?] { transport.active.map { $0.request.operation(PostQuery.self) } }
    let watcher = GraphQLWatcher(PostQuery(id: "1"), client: try client(transport))
    #expect(watcher.query == PostQuery(id: "1") && watcher.isFetching)
    #expect(await RandomSequences.settled { sent() == [PostQuery(id: "1")] })
    watcher.query = PostQuery(id: "2")
    #expect(watcher.query == PostQuery(id: "2") && watcher.isFetching && watcher.state.isLoading)
    #expect(await RandomSequences.settled { sent() == [PostQuery(id: "2")] })
    #expect(transport.sentCount == 2)
  }
}
