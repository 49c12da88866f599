/// A violation of RFC 6455 by the server, and the code that tells it so.
package struct WebSocketViolation: Error, Hashable {
  let code: Int
  package let reason: String

  /// A frame that is not allowed.
  static func frame(_ reason: String) -> WebSocketViolation { WebSocketViolation(code: 1002, reason: reason) }
  /// Text that is not UTF-8.
  static let text = WebSocketViolation(code: 1007, reason: "the text is not UTF-8")
  /// A message that is longer than this side accepts.
  static func tooLong(_ limit: Int) -> WebSocketViolation {
    WebSocketViolation(code: 1009, reason: "the message has more than \(limit) bytes")
  }
}
