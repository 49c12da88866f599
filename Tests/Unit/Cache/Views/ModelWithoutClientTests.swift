import Apus
import ApusClient
import Testing

@testable import ApusCache
@testable import ApusSwiftUI

/// Models that no view has given a client yet.
@Suite(.serialized, .timeLimit(.minutes(15))) @MainActor struct ModelWithoutClientTests {
  @Test func `a mutation without a client is an error`() async {
    let like = GraphQLMutationModel<LikeMutation>()
    await #expect(throws: MissingClientError.self) { try await like(LikeMutation(post: "1")) }
    #expect(like.error is MissingClientError && like.data == nil && !like.isRunning)
    like.clear()
    #expect(like.error == nil)
  }

  @Test func `a watcher without a client waits for one`() async {
    let watcher = GraphQLWatcher(PostQuery(id: "1"), policy: .cacheFirst)
    watcher.start()
    await watcher.reload()
    watcher.query = PostQuery(id: "2")
    #expect(watcher.query == PostQuery(id: "2") && watcher.state.isLoading && !watcher.isFetching)
    watcher.stop()
    #expect(watcher.state.isLoading && !watcher.isFetching)
  }

  @Test func `pages without a client are none`() async {
    let pager = GraphQLPager(
      PostsQuery(first: 1), client: nil,
      by: GraphQLPaging(next: { $0.posts.pageInfo.endCursor }, into: \.after), policy: .cacheFirst
    ) { $0.posts.edges.map(\.node.title) }
    pager.start()
    await pager.loadNext()
    await pager.reload()
    pager.query = PostsQuery(first: 2)
    #expect(pager.query == PostsQuery(first: 2) && pager.items.isEmpty && !pager.hasNext && !pager.isFetching)
  }
}
