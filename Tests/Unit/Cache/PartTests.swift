import Apus
import ApusClient
import ApusTesting
import Foundation
import Testing

@testable import ApusCache

/// Responses in parts, and several in one.
@Suite(.timeLimit(.minutes(15))) struct PartTests {
  private let parts = GraphQLScriptedTransport.Step.parts(
    #"{"data":{"post":{"title":"One","___":"Post","___id":"1"}},"pending":[{"id":"0","path":["post"],"label":"PostDetails"}],"hasNext":true}"#,
    #"{"incremental":[{"id":"0","data":{"note":null,"author":{"name":"Ada","___":"User","___id":"u1"}}}],"completed":[{"id":"0"}],"hasNext":false}"#
  )

  @Test func `parts are written as they come`() async throws {
    let scene = try Scene([parts])
    var states = 0
    for try await response in scene.client.responses(for: DetailsQuery(id: "1")) {
      states += 1
      #expect(response.data?.post?.title == "One")
      let partial = scene.cache.partial(DetailsQuery(id: "1"))
      if states == 1 {
        // What is pending is missing, and not null.
        #expect(scene.cache.read(DetailsQuery(id: "1")) == nil)
        #expect(partial.missing.map(\.field) == ["note", "author"])
        #expect(scene.cache.inspect(GraphQLCacheKey("Post", "1")).contains("title: \"One\""))
      } else {
        #expect(partial.isComplete)
      }
    }
    #expect(states == 2)
    let data = try #require(scene.cache.read(DetailsQuery(id: "1")))
    #expect(data.post?.postDetails.value?.author.name == "Ada")
    #expect(data.post?.postDetails.value?.note == nil)
  }

  @Test func `fetch has all parts`() async throws {
    let scene = try Scene([parts])
    let data = try await scene.client.fetch(DetailsQuery(id: "1"))
    #expect(scene.cache.read(DetailsQuery(id: "1")) == data)
    _ = try await scene.client.fetch(DetailsQuery(id: "1"))
    #expect(scene.server.requests.count == 1)
  }

  /// What our types write has a member for each fragment, and what a server sends has the fragment's members.
  @Test func `a test's answer is written with its fragments`() async throws {
    let details = PostDetailsData(note: "n", author: .init(name: "Ada"))
    let scene = try Scene([.data(DetailsQuery.Data(post: .init(title: "One", postDetails: .value(details))))])
    let data = try await scene.client.fetch(DetailsQuery(id: "1"))
    #expect(data.post?.postDetails.value == details)
    #expect(scene.cache.read(DetailsQuery(id: "1")) == data)
  }

  @Test func `parts that fail stay missing`() async throws {
    let scene = try Scene([
      .parts(
        #"{"data":{"post":{"title":"One","___":"Post","___id":"1"}},"pending":[{"id":"0","path":["post"],"label":"PostDetails"}],"hasNext":true}"#,
        #"{"completed":[{"id":"0","errors":[{"message":"no","path":["post","author"]}]}],"hasNext":false}"#)
    ])
    for try await response in scene.client.responses(for: DetailsQuery(id: "1")) { _ = response }
    #expect(scene.cache.read(DetailsQuery(id: "1")) == nil)
    #expect(scene.cache.partial(DetailsQuery(id: "1")).missing.count == 2)
  }

  /// A part of an old response does not overwrite what was written since.
  @Test func `parts are as old as their request`() async throws {
    let scene = try Scene([parts])
    for try await response in scene.client.responses(for: DetailsQuery(id: "1")) where !response.isComplete {
      let json = Data(
        #"{"data":{"rename":{"name":"Grace","___":"User","___id":"u1"}}}"#.utf8)
      scene.cache.write(
        try GraphQLDecodedBody.decoding(json, as: RenameMutation.self).body,
        of: RenameMutation(name: "Grace"),
        ticket: nil)
    }
    #expect(scene.cache.read(DetailsQuery(id: "1"))?.post?.postDetails.value?.author.name == "Grace")
    // The request is over.
    let text = Data("{\"data\":{\"post\":\(post("1", "One", likes: 1, author: "Ada", note: "null"))}}".utf8)
    _ = try await Scene([.json(String(decoding: text, as: UTF8.self))]).client.fetch(PostQuery(id: "1"))
    let late = CacheTicket(scene.cache.store)
    scene.cache.write(
      try GraphQLDecodedBody.decoding(text, as: PostQuery.self).body, of: PostQuery(id: "1"),
      ticket: late.number)
    #expect(scene.cache.read(PostQuery(id: "1"))?.post?.author.name == "Ada")
  }

  @Test func `batches are kept`() async throws {
    let like = "{\"data\":{\"like\":{\"likes\":5,\"___\":\"Post\",\"___id\":\"1\"}}}"
    let feed = "{\"data\":{\"feed\":[\(post("1", "One", likes: 1))]}}"
    let empty = "{\"data\":{\"feed\":[]}}"
    let scene = try Scene([.json("[\(feed),\(like)]"), .json("[\(empty),\(feed)]")])
    let (first, second) = try await scene.client.batch(FeedQuery(), LikeMutation(post: "1"))
    #expect(first.data?.feed.count == 1)
    #expect(second.data?.like?.likes == 5)
    #expect(scene.cache.read(FeedQuery())?.feed.map(\.likes) == [5])
    let lists = try await scene.client.batch([FeedQuery(genre: "a"), FeedQuery(genre: "b")])
    #expect(lists.map { $0.data?.feed.count } == [0, 1])
    #expect(scene.cache.read(FeedQuery(genre: "a"))?.feed.isEmpty == true)
    #expect(scene.cache.read(FeedQuery(genre: "b"))?.feed.count == 1)
  }

  @Test func `responses with errors are kept only where that is meant`() async throws {
    let scene = try Scene(
      [
        .response(
          "{\"feed\":[\(post("1", "One", likes: 1))]}", errors: "[{\"message\":\"late\",\"path\":[\"x\"]}]")
      ], configuration: GraphQLCacheConfiguration(cachesPartialResponses: false))
    _ = try await scene.client.response(for: FeedQuery())
    #expect(scene.cache.read(FeedQuery()) == nil)
  }
}
