import Foundation

/// How a WebSocket connection ended.
///
/// Specification: RFC 6455, section 7.
struct WebSocketClosure: Error, Hashable {
  /// The code of the server's Close frame; 1005 when it had none, 1006 when there was no such frame.
  var code: Int
  /// What the server, or this side, says about it.
  var reason: String
  /// Whether this side ended the connection because of what the server sent.
  var isViolation = false

  static let noStatus = 1005
  static let abnormal = 1006

  /// The end of a connection that broke.
  static func abnormal(_ reason: String) -> WebSocketClosure {
    WebSocketClosure(code: abnormal, reason: reason)
  }

  /// Whether a code may stand in a Close frame: 1005, 1006 and 1015 are for programs alone, those below 1000 for nobody.
  ///
  /// Specification: RFC 6455, section 7.4.
  static func mayBeSent(_ code: Int) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}

/// What a server did against the rules of RFC 6455, and the code by which it is told so.
struct WebSocketViolation: Error, Hashable {
  var code: Int
  var reason: String

  /// A frame that is not allowed.
  static func frame(_ reason: String) -> WebSocketViolation { WebSocketViolation(code: 1002, reason: reason) }
  /// Text that is not UTF-8.
  static let text = WebSocketViolation(code: 1007, reason: "the text is not UTF-8")
  /// A message that is longer than this side takes.
  static func tooLong(_ limit: Int) -> WebSocketViolation {
    WebSocketViolation(code: 1009, reason: "the message has more than \(limit) bytes")
  }
}
