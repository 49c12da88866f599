// What most programs do with Apus, in ten tasks, over the documents of the music schema (.graphql-samples/music). Documentation/samples
// compiles this file with the Swift that is generated from them, and Tests/Systems/Apple/check its views.
import Apus
import ApusCache
import ApusClient
import ApusSwiftUI
import ApusTesting
import Foundation
import Testing

let endpoint = URL(string: "https://example.com/graphql")!

// MARK: 1. Fetch

func fetchAlbum() async throws {
  let client = GraphQLClient(url: endpoint)
  let data = try await client.fetch(AlbumQuery(id: "a1"))
  print(data.album?.title ?? "no such album")
}

func fetchTwoAlbumsInOneRequest(_ client: GraphQLClient) async throws {
  let (album, library) = try await client.batch(AlbumQuery(id: "a1"), LibraryQuery(first: 20))
  print(album.data?.album?.title ?? "", library.data?.viewer?.displayName ?? "")
}

// MARK: 2. Mutate

func saveAlbum(_ client: GraphQLClient) async throws {
  let data = try await client.perform(SaveAlbumMutation(id: "a1", note: "for the train", rating: .null))
  for problem in data.saveAlbum.problems { print(problem.message) }
}

// MARK: 3. Handle errors

func showAlbum(_ client: GraphQLClient) async -> String {
  do {
    return try await client.fetch(AlbumQuery(id: "a1")).album?.title ?? "no such album"
  } catch GraphQLClientError.graphQL(let failure) {
    return failure.errors.map(\.message).joined(separator: ", ")
  } catch GraphQLClientError.transport {
    return "You are offline."
  } catch {
    return error.localizedDescription
  }
}

// MARK: 4. Sign in and out

actor Session {
  private(set) var token: String?

  func signIn(_ token: String) { self.token = token }
  func signOut() { token = nil }

  func refresh(_ rejected: String) async throws -> String {
    let new = rejected + "2"
    token = new
    return new
  }
}

func signInAndOut(_ session: Session) async throws {
  var client = GraphQLClient(url: endpoint)
  client.interceptors = [
    GraphQLAuthenticationInterceptor {
      await session.token
    } refresh: { rejected in
      try await session.refresh(rejected)
    },
    GraphQLRetryInterceptor(maximumAttempts: 3),
  ]

  await session.signIn("secret")
  let data = try await client.fetch(LibraryQuery(first: 20))
  print(data.viewer?.displayName ?? "nobody")

  await session.signOut()
  client.close()
}

// MARK: 5. Subscribe

func followPlayback(_ client: GraphQLClient) async throws {
  for try await data in client.subscribe(to: NowPlayingSubscription()) {
    print(data.nowPlaying.track.title, data.nowPlaying.position)
  }
}

// MARK: 6. Cache and watch

func watchAlbum() async throws {
  let cache = GraphQLCache(schema: cacheSchema)
  let client = GraphQLClient(url: endpoint, cache: cache)
  for await update in client.watch(AlbumQuery(id: "a1"), policy: .cacheAndNetwork) {
    print(update.data?.album?.title ?? "", update.isFetching)
  }
}

// MARK: 7. SwiftUI

#if canImport(SwiftUI)
  import SwiftUI

  struct AlbumView: View {
    @GraphQLFetch<AlbumQuery> private var album: GraphQLState<AlbumQuery.Data>
    @GraphQLMutate(SaveAlbumMutation.self) private var save

    init(id: String) { _album = GraphQLFetch(AlbumQuery(id: id)) }

    var body: some View {
      switch album {
      case .loading: ProgressView()
      case .failed(let error, _): Text(error.localizedDescription)
      case .loaded(let data):
        VStack {
          Text(data.album?.title ?? "no such album")
          Button("Save") { Task { try await save(SaveAlbumMutation(id: "a1")) } }
          Button("Load again") { Task { await $album.reload() } }
        }
      }
    }
  }
#endif

// MARK: 8. Pages

func readLibrary(_ client: GraphQLClient) async throws {
  let library = GraphQLPaging<LibraryQuery>(
    next: { $0.viewer?.library.pageInfo.endCursor }, into: \.after)
  for try await page in client.pages(LibraryQuery(first: 20), by: library) {
    print(page.viewer?.library.edges.count ?? 0)
  }
}

// MARK: 9. Scalars

struct Price: Hashable, Sendable {
  var cents: Int
}

enum PriceCodec: GraphQLCodec {
  static func read(from reader: inout GraphQLReader) throws -> Price {
    let string = try reader.readString()
    guard let amount = Double(string) else { throw GraphQLScalarError(expected: "a price") }
    return Price(cents: Int((amount * 100).rounded()))
  }

  static func write(_ price: Price, to writer: inout GraphQLWriter) throws {
    let cents = price.cents % 100
    writer.writeString("\(price.cents / 100).\(cents < 10 ? "0" : "")\(cents)")
  }
}

// MARK: 10. Tests

@Test func `a title is shown when the second attempt succeeds`() async throws {
  let server = GraphQLScriptedTransport([
    .status(503), .data(try AlbumQuery.Data.sample(["album": ["title": "Blue Hour"]])),
  ])
  let client = GraphQLClient(
    url: endpoint, transport: server, interceptors: [GraphQLRetryInterceptor(firstDelay: .zero)])
  #expect(await showAlbum(client) == "Blue Hour")
  #expect(server.requests.map(\.operationName) == ["Album", "Album"])
}
