import Apus
import ApusClient
import ApusSwiftUI
import ApusTesting
import Foundation
import Testing

/// A view whose client is replaced by another.
@Suite(.serialized, .timeLimit(.minutes(15))) @MainActor struct ClientReplacementTests {
  /// Answers with the user's name.
  private let server = GraphQLScriptedTransport(
    [
      .perform { request in
        let name = request.headers["X-User"] ?? "nobody"
        let body = "{\"data\":{\"post\":\(post("1", name, likes: 0, note: "\"n\""))}}"
        return GraphQLHTTPResponse(status: 200, body: Data(body.utf8))
      }
    ], repeatsLast: true)

  private struct User: GraphQLInterceptor {
    let name: String

    func intercept(
      _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
    ) async throws -> GraphQLHTTPResponse {
      var request = request
      request.headers["X-User"] = name
      return try await next(request)
    }
  }

  private func client(_ name: String, isField: Bool) throws -> GraphQLClient {
    var client = GraphQLClient(url: try #require(URL(string: "https://example.org/")), transport: server)
    if isField { client.headers["X-User"] = name } else { client.interceptors = [User(name: name)] }
    return client
  }

  @Test(arguments: [true, false])
  func `a client with other header fields or interceptors replaces the old one`(_ isField: Bool) async throws
  {
    let watcher = GraphQLWatcher(PostQuery(id: "1"), client: try client("alice", isField: isField))
    #expect(await RandomSequences.settled { watcher.state.data?.post?.title == "alice" })
    watcher.use(try client("bob", isField: isField))
    #expect(watcher.state.data?.post?.title != "alice")
    #expect(await RandomSequences.settled { watcher.state.data?.post?.title == "bob" })
    await watcher.reload()
    #expect(watcher.state.data?.post?.title == "bob")
  }

  @Test func `an equal client does not begin anew`() async throws {
    let watcher = GraphQLWatcher(PostQuery(id: "1"), client: try client("alice", isField: true))
    #expect(await RandomSequences.settled { watcher.state.data?.post?.title == "alice" })
    watcher.use(try client("alice", isField: true))
    #expect(watcher.state.data?.post?.title == "alice" && server.requests.count == 1)
  }
}
