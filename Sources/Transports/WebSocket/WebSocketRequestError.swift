#if os(Linux)
  /// The reason why a request cannot be sent.
  package struct WebSocketRequestError: Error {
    package let reason: String
  }
#endif
