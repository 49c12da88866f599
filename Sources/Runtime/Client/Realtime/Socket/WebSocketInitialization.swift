/// The circumstances in which the payload of `connection_init` is requested.
///
/// ```swift
/// let socket = WebSocketTransport { initialization in
///   ["authorization": .string(initialization.wasRefused ? "new token" : "token")]
/// }
/// ```
public struct WebSocketInitialization: Hashable, Sendable {
  /// 1 for the first attempt to connect, and one more for each that follows without success.
  public var attempt: Int
  /// Whether the server rejected the last payload, by ``WebSocketTransport/Configuration/isRefused``, or with status 401: a token in it has
  /// expired.
  public var wasRefused: Bool

  /// Creates the circumstances of an attempt.
  public init(attempt: Int = 1, wasRefused: Bool = false) {
    self.attempt = attempt
    self.wasRefused = wasRefused
  }
}
