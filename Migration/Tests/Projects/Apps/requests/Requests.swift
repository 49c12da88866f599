import Apollo
import Foundation

final class Requests {
  private let client: ApolloClient
  private var subscription: (any Cancellable)?

  init(client: ApolloClient) { self.client = client }

  func follow() {
    subscription = client.subscribe(subscription: MusicAPI.NowPlayingSubscription()) { result in
      print((try? result.get().data?.nowPlaying.title) ?? "")
    }
  }

  func send(_ file: URL) throws {
    let part = try GraphQLFile(fieldName: "cover", originalName: "cover.png", fileURL: file)
    let mutation = MusicAPI.RateAlbumMutation(input: .init(albumID: "a", stars: 3))
    client.upload(operation: mutation, files: [part]) { result in print(result) }
  }

  func publish() -> Publishers.ApolloFetch<MusicAPI.SearchQuery> {
    client.fetchPublisher(query: MusicAPI.SearchQuery(text: "a"))
  }

  func start() -> any Cancellable {
    client.perform(mutation: MusicAPI.RateAlbumMutation(input: .init(albumID: "a", stars: 3)))
  }

  func any(_ client: some Fetching) { client.fetch(query: MusicAPI.SearchQuery(text: "a")) }

  func make() -> ApolloClient {
    ApolloClient.init(url: URL(fileURLWithPath: "/"))
  }

  func other(_ transport: any NetworkTransport) -> ApolloClient {
    ApolloClient(networkTransport: transport, store: ApolloStore())
  }
}

/// A client whose type a closure's parameter does not say.
func with<Value>(_ value: Value, _ body: (Value) -> Void) { body(value) }

func rate(_ client: ApolloClient) {
  with(client) { it in
    it.perform(mutation: MusicAPI.RateAlbumMutation(input: .init(albumID: "a", stars: 3)))
  }
}

func all(_ urls: [URL]) -> [ApolloClient] { urls.map(ApolloClient.init(url:)) }

protocol Sending: ApolloClient {}

protocol Fetching { func fetch(query: MusicAPI.SearchQuery) }

final class Double: ApolloClientProtocol {}
