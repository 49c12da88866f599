/// The names of header fields of opening requests.
package enum WebSocketFields {
  /// The fields that belong to the handshake.
  package static let ofHandshake: Set = [
    "host", "upgrade", "connection", "content-length", "content-type", "transfer-encoding", "accept",
    "sec-websocket-key", "sec-websocket-version", "sec-websocket-protocol", "sec-websocket-extensions",
  ]
}
