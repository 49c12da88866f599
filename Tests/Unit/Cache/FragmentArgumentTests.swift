import Apus
import ApusTesting
import Testing

import ApusCache

/// A field under a fragment's variable has the key of the value, and a fragment is read on its own with the variable or its default.
@Suite(.timeLimit(.minutes(15))) struct FragmentArgumentTests {
  private let me = GraphQLCacheKey("User", "u1")

  private func scene() async throws -> Scene {
    func user(_ post: String, _ rest: String) -> String {
      let shared = #""___": "Post", "___id": "\#(post)", "title": "T\#(post)""#
      return #"{"me": {"___": "User", "___id": "u1", "name": "Ada", "post": {\#(shared)\#(rest)}}}"#
    }
    let scene = try Scene([.response(user("7", #", "likes": 70"#)), .response(user("1", ""))])
    let liked = try await scene.client.fetch(LikedPostQuery(id: "7", hasLikes: true))
    #expect(liked.me?.post?.likes == 70)
    let first = try await scene.client.fetch(MyFirstPostQuery())
    #expect(first.me?.post?.title == "T1" && first.me?.post?.likes == nil)
    return scene
  }

  @Test func `Each value is a field of its own`() async throws {
    let scene = try await scene()
    #expect(scene.cache.read(LikedPostQuery(id: "7", hasLikes: true))?.me?.post?.title == "T7")
    #expect(scene.cache.read(LikedPostQuery(id: "7", hasLikes: false))?.me?.post?.likes == nil)
    #expect(scene.cache.read(LikedPostQuery(id: "1", hasLikes: false))?.me?.post?.title == "T1")
    #expect(scene.cache.read(LikedPostQuery(id: "1", hasLikes: true)) == nil)
    #expect(scene.cache.read(MyFirstPostQuery())?.me?.post?.title == "T1")
  }

  @Test func `A fragment is read with its variables or their defaults`() async throws {
    let scene = try await scene()
    let first = try #require(scene.cache.read(UserPostData.self, me))
    #expect(first.post?.title == "T1" && first.post?.likes == nil)
    let liked = try #require(
      scene.cache.read(UserPostData.self, me, variables: ["id": "7", "hasLikes": true]))
    #expect(liked.post?.title == "T7" && liked.post?.likes == 70)
    #expect(scene.cache.read(UserPostData.self, me, variables: ["id": "8"]) == nil)
  }

  @Test func `A fragment is written with its variables`() async throws {
    let scene = try await scene()
    var user = try #require(
      scene.cache.read(UserPostData.self, me, variables: ["id": "7", "hasLikes": true]))
    user.post?.likes = 71
    user.name = "Grace"
    try scene.cache.transaction { try $0.write(user, me, variables: ["id": "7", "hasLikes": true]) }
    let read = scene.cache.read(LikedPostQuery(id: "7", hasLikes: true))
    #expect(read?.me?.post?.likes == 71 && read?.me?.name == "Grace")
  }
}
