extension GraphQLWebSocketTransport {
  /// The circumstances in which the payload of `connection_init` is requested.
  ///
  /// ```swift
  /// let socket = GraphQLWebSocketTransport { initialization in
  ///   ["authorization": .string(initialization.wasRejected ? "new token" : "token")]
  /// }
  /// ```
  public struct Initialization: Hashable, Sendable {
    /// The number of attempts to connect since the last success, starting at 1.
    public var attempt: Int
    /// Whether the server rejected the last payload, as ``GraphQLWebSocketTransport/Configuration/isRejected`` decides, or with status 401. A token in it has
    /// expired.
    public var wasRejected: Bool

    /// Creates a description of an attempt, for a test of the closure.
    public init(attempt: Int = 1, wasRejected: Bool = false) {
      self.attempt = attempt
      self.wasRejected = wasRejected
    }
  }
}
