import ApusCache
import ApusClient
import Foundation

public func makeClient() -> GraphQLClient {
  GraphQLClient(
    url: URL(string: "http://127.0.0.1:8080/graphql")!,
    subscriptions: GraphQLHTTPSubscriptionTransport(.eventStream),
    cache: GraphQLCache(schema: cacheSchema))
}
