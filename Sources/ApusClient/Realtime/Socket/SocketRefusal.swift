import Apus
import ApusWebSocket

/// A server's refusal of a connection's credentials, by close code 4401 or 4403.
struct SocketRefusal: Error {
  let closure: WebSocketClosure
  /// The header fields of the opening request, as the interceptors left them.
  let headers: GraphQLHTTPHeaders
  /// The payload of `connection_init`.
  let payload: GraphQLValue?
  /// Whether the connection had been acknowledged, so that the interceptors do not know of the refusal.
  let wasOpen: Bool

  /// - Returns: nil for any other end.
  init?(
    _ error: any Error, _ headers: GraphQLHTTPHeaders, _ payload: GraphQLValue?, wasOpen: Bool
  ) {
    guard let closure = error as? WebSocketClosure, closure.code == 4401 || closure.code == 4403 else {
      return nil
    }
    (self.closure, self.headers, self.payload, self.wasOpen) = (closure, headers, payload, wasOpen)
  }

  /// The same in the terms of HTTP, for interceptors that get new credentials. Both codes mean that these are not accepted: servers of
  /// graphql-transport-ws use 4403 where HTTP has 401.
  var response: GraphQLHTTPResponse {
    GraphQLHTTPResponse(
      status: 401, headers: ["Content-Type": "text/plain"], body: .init(closure.reason.utf8))
  }
}
