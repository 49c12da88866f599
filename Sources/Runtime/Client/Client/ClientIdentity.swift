import Apus

/// Everything that decides what a client sends and what its callers get.
struct ClientIdentity: Hashable {
  /// The parts that are compared by value.
  private struct Settings: Hashable {
    let address: String
    let headers: GraphQLHTTPHeaders
    let timeout: Duration?
    let deadline: Duration?
    let maximumResponseBytes: Int
    let maximumParts: Int
    let forwardedHeaders: Set<String>
    let documents: GraphQLDocumentPolicy
    let queryMethod: GraphQLHTTPRequest.Method
    let onError: GraphQLErrorBehavior?
  }

  private let settings: Settings
  private let parts: [PartIdentity?]
  private let cache: ObjectIdentifier?

  init(_ client: GraphQLClient) {
    settings = Settings(
      address: client.url.absoluteString, headers: client.headers, timeout: client.timeout,
      deadline: client.deadline, maximumResponseBytes: client.maximumResponseBytes,
      maximumParts: client.maximumParts, forwardedHeaders: client.forwardedHeaders,
      documents: client.documents, queryMethod: client.queryMethod, onError: client.onError)
    parts = [
      client.transportIdentity, client.subscriptionsIdentity,
      client.interceptors.isEmpty ? nil : client.interceptorIdentity,
      client.checks.isEmpty ? nil : client.checkIdentity,
    ]
    cache = client.attachedCache.map { ObjectIdentifier($0) }
  }
}

extension GraphQLClient {
  /// Equal for clients whose callers get the same: views that are given an equal client use it from then on, but do not begin anew.
  ///
  /// Interceptors, checks, and transports that are values are equal only in copies of one client.
  package var identity: AnyHashable { ClientIdentity(self) }
}
