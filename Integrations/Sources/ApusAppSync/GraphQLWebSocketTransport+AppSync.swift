public import ApusClient
public import Foundation

extension GraphQLWebSocketTransport {
  /// Returns a transport for the subscriptions of AWS AppSync, which has a URL and messages of its own for them.
  ///
  /// ```swift
  /// let client = GraphQLClient(url: url, subscriptions: GraphQLWebSocketTransport.appSync(), headers: ["x-api-key": "da2-…"])
  /// ```
  /// The header fields `Authorization` and `x-api-key` authorize subscriptions in the same way as requests. APIs that require IAM signatures are not
  /// supported.
  ///
  /// - Parameters:
  ///   - url: the URL of the API, not that of its connections; `nil` means the client's.
  ///   - configuration: other settings.
  public static func appSync(
    url: URL? = nil, configuration: Configuration = Configuration()
  ) -> GraphQLWebSocketTransport {
    var configuration = configuration
    configuration.authorization = { request in
      let authorization = try AppSyncAuthorization(request)
      return GraphQLWebSocketTransport.Authorization(
        opening: authorization.opening, payload: authorization.payload,
        isExpired: AppSyncAuthorization.isExpired)
    }
    return GraphQLWebSocketTransport(url: url, configuration: configuration)
  }
}
