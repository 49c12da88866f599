#if os(Linux)
  /// A violation of RFC 6455 by the server, with the code for the Close frame.
  package struct WebSocketViolation: Error, Hashable {
    let code: Int
    package let reason: String

    /// An invalid frame.
    static func frame(_ reason: String) -> WebSocketViolation {
      WebSocketViolation(code: 1002, reason: reason)
    }
    /// Text that is not UTF-8.
    static let text = WebSocketViolation(code: 1007, reason: "the text is not UTF-8")
    /// A message that exceeds the maximum size.
    static func tooLong(_ limit: Int) -> WebSocketViolation {
      WebSocketViolation(code: 1009, reason: "the message has more than \(limit) bytes")
    }
  }
#endif
