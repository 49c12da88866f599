import ApusCache
public import ApusClient
public import Foundation

/// The client of the whole app: one cache, so that no two views show two states of one medium.
public func makeMediaClient(_ endpoint: URL) -> GraphQLClient {
  GraphQLClient(
    url: endpoint, subscriptions: GraphQLWebSocketTransport(),
    cache: GraphQLCache(schema: cacheSchema))
}

/// A client whose server is made up: of the same cache, over other transports.
package func makeMediaClient(
  _ transport: any GraphQLTransport, _ subscriptions: any GraphQLSubscriptionTransport
) -> GraphQLClient {
  // It asks nobody: the URL is one that a file has.
  GraphQLClient(
    url: URL(fileURLWithPath: "/"), transport: transport, subscriptions: subscriptions,
    cache: GraphQLCache(schema: cacheSchema))
}
