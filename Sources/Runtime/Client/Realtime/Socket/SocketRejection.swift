import Apus
import ApusWebSocket

/// A server's rejection of a connection's credentials.
struct SocketRejection: Error {
  let closure: WebSocketClosure
  /// The header fields of the opening request after the interceptors.
  let headers: GraphQLHTTPHeaders
  /// The payload of `connection_init`.
  let payload: GraphQLValue?
  /// Whether the connection had been acknowledged, so that the interceptors do not see the rejection.
  let wasOpen: Bool

  /// - Parameter isRejected: ``GraphQLWebSocketTransport/Configuration/isRejected``.
  /// - Returns: nil if the connection ended for another reason.
  init?(
    _ error: any Error, _ headers: GraphQLHTTPHeaders, _ payload: GraphQLValue?, wasOpen: Bool,
    _ isRejected: (_ code: Int, _ reason: String) -> Bool
  ) {
    guard let closure = error as? WebSocketClosure, !closure.isViolation,
      isRejected(closure.code, closure.reason)
    else { return nil }
    (self.closure, self.headers, self.payload, self.wasOpen) = (closure, headers, payload, wasOpen)
  }

  /// The closure that corresponds to a message that rejects the connection.
  static func closure(_ reason: String) -> WebSocketClosure { WebSocketClosure(code: 4403, reason: reason) }

  /// The equivalent HTTP response, for interceptors that get new credentials.
  var response: GraphQLHTTPResponse {
    GraphQLHTTPResponse(
      status: 401, headers: ["Content-Type": "text/plain"], body: .init(closure.reason.utf8))
  }
}
