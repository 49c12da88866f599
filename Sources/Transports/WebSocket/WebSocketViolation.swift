#if os(Linux)
  /// A violation of RFC 6455 by the server, with the code for the Close frame.
  package struct WebSocketViolation: Error, Hashable {
    let code: Int
    package let reason: String

    /// The violation for an invalid frame (code 1002).
    static func frame(_ reason: String) -> WebSocketViolation {
      WebSocketViolation(code: 1002, reason: reason)
    }
    /// The violation for a text message that is not UTF-8 (code 1007).
    static let text = WebSocketViolation(code: 1007, reason: "the text is not UTF-8")
    /// A message that exceeds the maximum size.
    static func tooLong(_ limit: Int) -> WebSocketViolation {
      WebSocketViolation(code: 1009, reason: "the message has more than \(limit) bytes")
    }
  }
#endif
