import Apollo
import Foundation

final class Network {
  static let shared = Network()

  private(set) lazy var apollo: ApolloClient = {
    let cache = InMemoryNormalizedCache()
    let store = ApolloStore(cache: cache)
    let client = URLSessionClient()
    let provider = DefaultInterceptorProvider(
      client: client, shouldInvalidateClientOnDeinit: true, store: store)
    let url = URL(string: "https://example.com/graphql")!
    let transport = RequestChainNetworkTransport(
      interceptorProvider: provider, endpointURL: url, additionalHeaders: ["Authorization": "Bearer \(token)"]
    )
    return ApolloClient(networkTransport: transport, store: store)
  }()

  private let token = "t"

  func other() -> ApolloClient {
    let store = ApolloStore()
    let transport = RequestChainNetworkTransport(
      interceptorProvider: DefaultInterceptorProvider(store: store),
      endpointURL: URL(string: "https://b.example.com")!)
    return ApolloClient(networkTransport: transport, store: store)
  }
}
