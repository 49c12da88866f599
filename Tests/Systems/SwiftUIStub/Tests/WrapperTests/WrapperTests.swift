import Apus
import ApusPlatform
@testable import ApusCache
import ApusClient
import ApusSwiftUI
import Foundation
import SwiftUI
import Testing

private struct PostView: View {
  @GraphQLFetch<PostQuery> private var post: GraphQLState<PostQuery.Data>
  init(id: String) { _post = GraphQLFetch(PostQuery(id: id)) }

  var body: some View {
    switch post {
    case .loading: ProgressView()
    case .failed(let error, let last):
      Text("failed: \(error is MissingClientError ? "no client" : "\(error)")")
      if let last { Text(last.post?.title ?? "no post") }
      Button("Again") { Task { await $post.reload() } }
    case .loaded(let data): Text(data.post?.title ?? "no post")
    }
  }
}

private struct FeedView: View {
  @GraphQLFetch(IdentifiedQuery()) private var feed

  var body: some View {
    ForEach(feed.data?.feed ?? [], id: \.id) { LikesRow(id: $0.id) }
  }
}

private struct LikesRow: View {
  @GraphQLRead private var likes: LikesData?
  private let id: String
  init(id: String) {
    self.id = id
    _likes = GraphQLRead(LikesData.self, GraphQLCacheKey("Post", id))
  }

  var body: some View { Text("\(id): \(likes.map { "\($0.likes)" } ?? "nothing")") }
}

private struct LikeButton: View {
  @GraphQLMutate(LikeMutation.self) private var like

  var body: some View {
    if like.isRunning { ProgressView() }
    Button("Like") { Task { try await like(LikeMutation(post: "1")) } }
  }
}

private struct PagesView: View {
  @GraphQLPages(
    PostsQuery(first: .value(2)),
    by: GraphQLPaging(
      next: { $0.posts.pageInfo.hasNextPage ? $0.posts.pageInfo.endCursor : nil }, into: \.after),
    items: { $0.posts.edges.map(\.node) })
  private var posts

  var body: some View {
    GraphQLRows($posts, id: \.title, distance: 1) { Text($0.title) }
  }
}

private struct LikedView: View {
  @GraphQLSubscribe(LikedSubscription(), into: [], { $0.append($1.liked.likes) }) private var likes:
    GraphQLState<[Int]>

  var body: some View { Text("\(likes.data ?? [])") }
}

/// Subscriptions whose events a test makes.
private final class Bell: GraphQLSubscriptionTransport {
  private let state = Locked<
    (begun: Int, ended: Int, ring: AsyncThrowingStream<Data, any Error>.Continuation?)
  >((0, 0, nil))

  var begun: Int { state.withLock { $0.begun } }
  var ended: Int { state.withLock { $0.ended } }

  func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
    let (stream, ring) = AsyncThrowingStream<Data, any Error>.makeStream()
    ring.onTermination = { [self] _ in state.withLock { $0.ended += 1 } }
    state.withLock { state in
      state.begun += 1
      state.ring = ring
    }
    return GraphQLEvents(stream)
  }

  func ring(_ likes: Int) {
    let json = #"{"data":{"liked":{"likes":\#(likes),"__typename":"Post","id":"1"}}}"#
    state.withLock { $0.ring }?.yield(Data(json.utf8))
  }
}

/// The wrappers, on the screen of the stub: what a view shows when it appears, is made again, and leaves.
@Suite(.serialized, .timeLimit(.minutes(15))) @MainActor struct WrapperTests {
  private let transport = HeldTransport()
  private let plain: GraphQLClient
  private let cache = GraphQLCache(schema: cacheSchema)
  private var cached: GraphQLClient {
    var client = plain
    client.cache = cache
    return client
  }

  init() throws {
    plain = GraphQLClient(
      url: try #require(URL(string: "https://example.org/")), transport: transport, timeout: .seconds(3600))
  }

  private func settled(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<5000 {
      if condition() { return true }
      try? await Task.sleep(for: .milliseconds(1))
    }
    return false
  }

  private func post(_ id: String, _ title: String) -> String {
    """
    {"post":{"title":"\(title)","likes":1,"note":null,"author":{"name":"A","__typename":"User","id":"u1"},"__typename":"Post","id":"\(id)"}}
    """
  }

  private let feed = """
    {"feed":[{"title":"A","likes":1,"__typename":"Post","id":"1"},{"title":"B","likes":2,"__typename":"Post","id":"2"}]}
    """

  @Test func `a view without a client says so`() {
    let screen = Screen(PostView(id: "1"))
    #expect(screen.lines == ["failed: no client", "[Again]"])
  }

  @Test func `a view fetches once when it appears, and ends its request when it leaves`() async {
    let screen = Screen(PostView(id: "1").graphQLClient(plain))
    #expect(screen.lines == ["…"])
    #expect(await settled { transport.active.count == 1 })
    screen.clear()
    #expect(await settled { transport.active.isEmpty })
    #expect(transport.sentCount == 1)
  }

  @Test func `other variables fetch anew, equal ones do nothing`() async throws {
    let screen = Screen(PostView(id: "1").graphQLClient(plain))
    #expect(await settled { transport.active.count == 1 })
    screen.show(PostView(id: "1").graphQLClient(plain))
    transport.answer(try #require(transport.active.first).id, .success(post("1", "One")))
    #expect(await settled { screen.lines == ["One"] })
    screen.show(PostView(id: "1").graphQLClient(plain))
    #expect(screen.lines == ["One"] && transport.sentCount == 1)
    screen.show(PostView(id: "2").graphQLClient(plain))
    #expect(screen.lines == ["…"])
    #expect(await settled { transport.active.count == 1 && transport.sentCount == 2 })
    // The request of the variables before is given up.
    screen.show(PostView(id: "3").graphQLClient(plain))
    #expect(await settled { transport.active.count == 1 && transport.sentCount == 3 })
    transport.answer(try #require(transport.active.first).id, .success(post("3", "Three")))
    #expect(await settled { screen.lines == ["Three"] })
  }

  @Test func `an error is shown, and its button tries again`() async throws {
    struct Refused: Error {}
    let screen = Screen(PostView(id: "1").graphQLClient(plain))
    #expect(await settled { transport.active.count == 1 })
    transport.answer(try #require(transport.active.first).id, .failure(Refused()))
    #expect(await settled { screen.lines.last == "[Again]" })
    screen.buttons["Again"]?()
    #expect(await settled { transport.active.count == 1 })
    transport.answer(try #require(transport.active.first).id, .success(post("1", "One")))
    #expect(await settled { screen.lines == ["One"] })
  }

  @Test func `the first frame has what the cache has, and rows follow it until they leave`() async throws {
    let query = IdentifiedQuery()
    let body = try GraphQLDecodedBody.decoding(Data("{\"data\":\(feed)}".utf8), as: IdentifiedQuery.self).body
    cache.write(body, of: query, ticket: nil)
    let screen = Screen(FeedView().graphQLClient(cached))
    #expect(screen.firstLines == ["1: 1", "2: 2"] && transport.sentCount == 0)
    #expect(screen.bodies["FeedView"] == 1 && screen.bodies["LikesRow"] == 2)
    try cache.transaction { try $0.write(LikesData(likes: 7), GraphQLCacheKey("Post", "2")) }
    #expect(await settled { screen.lines == ["1: 1", "2: 7"] })
    #expect(cache.store.watcherCount == 3)
    screen.clear()
    #expect(await settled { cache.store.watcherCount == 0 })
  }

  @Test func `a mutation shows that it runs`() async throws {
    let screen = Screen(LikeButton().graphQLClient(cached))
    #expect(screen.lines == ["[Like]"])
    screen.buttons["Like"]?()
    #expect(await settled { screen.lines == ["…", "[Like]"] && transport.active.count == 1 })
    let answer = #"{"like":{"likes":2,"___":"Post","___id":"1"}}"#
    transport.answer(try #require(transport.active.first).id, .success(answer))
    #expect(await settled { screen.lines == ["[Like]"] })
    #expect(cache.read(LikesData.self, GraphQLCacheKey("Post", "1"))?.likes == 2)
  }

  @Test func `a subscription begins with its view, and ends when that leaves`() async throws {
    let bell = Bell()
    var client = plain
    client.subscriptions = bell
    let screen = Screen(LikedView().graphQLClient(client))
    #expect(screen.lines == ["[]"])
    #expect(await settled { bell.begun == 1 })
    bell.ring(1)
    #expect(await settled { screen.lines == ["[1]"] })
    bell.ring(2)
    #expect(await settled { screen.lines == ["[1, 2]"] })
    screen.show(LikedView().graphQLClient(client))
    #expect(screen.lines == ["[1, 2]"] && bell.ended == 0)
    screen.clear()
    #expect(await settled { bell.ended == 1 })
    #expect(bell.begun == 1)
  }

  @Test func `the last row that appears asks for the next page`() async throws {
    func page(_ titles: [String], next: String?) -> String {
      let edges = titles.map { #"{"node":{"title":"\#($0)","likes":1,"__typename":"Post","id":"\#($0)"}}"# }
      let end = next.map { "\"\($0)\"" } ?? "null"
      return """
        {"posts":{"total":4,"edges":[\(edges.joined(separator: ","))],"pageInfo":{"hasNextPage":\(next != nil),"endCursor":\(end),\
        "hasPreviousPage":false,"startCursor":null}}}
        """
    }
    let screen = Screen(PagesView().graphQLClient(plain))
    #expect(screen.lines == ["…"])
    #expect(await settled { transport.active.count == 1 })
    transport.answer(try #require(transport.active.first).id, .success(page(["A", "B"], next: "c")))
    #expect(await settled { screen.lines == ["A", "B", "…"] && transport.active.count == 1 })
    transport.answer(try #require(transport.active.first).id, .success(page(["C"], next: nil)))
    #expect(await settled { screen.lines == ["A", "B", "C"] })
    #expect(transport.sentCount == 2)
  }
}
