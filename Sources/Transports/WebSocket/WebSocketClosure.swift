/// The end of a WebSocket connection.
///
/// Specification: RFC 6455, section 7.
package struct WebSocketClosure: Error, Hashable {
  /// The code in the server's Close frame; 1005 if it contains none, 1006 if there was no such frame.
  package var code: Int
  /// The reason from the server, or from this side.
  package var reason: String
  /// Whether this side ended the connection because the server violated the protocol.
  package var isViolation = false

  package init(code: Int, reason: String, isViolation: Bool = false) {
    self.code = code
    self.reason = reason
    self.isViolation = isViolation
  }

  static let noStatus = 1005
  package static let abnormal = 1006

  /// The end of a lost connection.
  package static func abnormal(_ reason: String) -> WebSocketClosure {
    WebSocketClosure(code: abnormal, reason: reason)
  }

  /// Whether a Close frame may contain a code: 1005, 1006 and 1015 are only for use within programs, and those below 1000 are unused.
  ///
  /// Specification: RFC 6455, section 7.4.
  static func mayBeSent(_ code: Int) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}
