import Apus
import ApusWebSocket
import ApusPlatform

/// The user and settings of a connection. Operations share a connection only if their identities are equal, so that none is sent with another user's
/// token.
struct SocketIdentity: Hashable, Sendable {
  let url: URL
  /// The header fields of the opening request, without those that belong to the handshake or to a single operation's HTTP request.
  let headers: GraphQLHTTPHeaders
  /// The interceptors that have not handled the opening request yet; nil if there are none, or once they have.
  let interceptors: PartIdentity?
  /// The payload of `connection_init`.
  var payload: GraphQLValue?

  init(
    _ url: URL, _ headers: GraphQLHTTPHeaders, interceptors: PartIdentity? = nil,
    payload: GraphQLValue?
  ) {
    var headers = headers
    headers.removeAll { WebSocketFields.ofHandshake.contains($0.name.lowercased()) }
    self.url = url
    self.headers = headers
    self.interceptors = interceptors
    self.payload = payload
  }
}
