import Apus
import ApusWebSocket

/// The header fields and the payload that a connection is opened with, as far as they identify its user.
struct ConnectionCredentials: Hashable, Sendable {
  /// The header fields of the opening request; nil until the interceptors have set them.
  var headers: GraphQLHTTPHeaders?
  /// The payload of `connection_init`, null if there is none; nil if it is unknown.
  var payload: GraphQLValue?

  init(headers: GraphQLHTTPHeaders? = nil, payload: GraphQLValue? = nil) {
    (self.headers, self.payload) = (headers, payload)
  }

  /// Takes the header fields of a request, except those that differ between requests of the same user.
  ///
  /// If a `GraphQLAuthenticationInterceptor` got a token to replace another one, the original counts.
  init(_ request: GraphQLHTTPRequest, payload: GraphQLValue? = nil) {
    let tokens = request.context[TokenRoot.Key.self]
    let fields = request.headers.fields.filter {
      let name = $0.name.lowercased()
      return !WebSocketFields.ofHandshake.contains(name) && !NonSecretHeaders.ofSingleRequests.contains(name)
    }
    headers = GraphQLHTTPHeaders(
      fields.map { field in
        GraphQLHTTPHeaders.Field(name: field.name, value: tokens.reduce(field.value) { $1.replaced(in: $0) })
      })
    self.payload = payload
  }

  /// Whether other credentials have the same values, leaving out those that are unknown here.
  func isPart(of other: ConnectionCredentials) -> Bool {
    (headers == nil || headers == other.headers) && (payload == nil || payload == other.payload)
  }

  /// Returns other credentials, with missing values filled in from these.
  func merging(_ other: ConnectionCredentials) -> ConnectionCredentials {
    ConnectionCredentials(headers: other.headers ?? headers, payload: other.payload ?? payload)
  }

  /// Whether other credentials belong to the same user. Unknown values are ignored.
  ///
  /// - Parameter user: ``GraphQLReconnectPolicy/user``.
  func areOfSameUser(as other: ConnectionCredentials, _ user: GraphQLReconnectPolicy.User) -> Bool {
    let (mine, others) = (other.merging(self), merging(other))
    return mine == others || mine.user(user) == others.user(user)
  }

  private func user(_ user: GraphQLReconnectPolicy.User) -> GraphQLValue {
    user(headers ?? [:], payload == .null ? nil : payload)
  }
}
