import Apus

/// When to reconnect after a connection broke, and after which pause.
///
/// The pause doubles from ``firstDelay`` to ``maximumDelay``; a random part of up to a half is taken off, so that clients do not come
/// together. A healthy connection resets the count: a connection that lasted for ``healthyAfter``, or on which something came after the
/// server's acknowledgement and that lasted at least as long as the pause before it, or ``firstDelay``. So a server that sends an event
/// and dies is not asked each second. Without a network, nothing is attempted, and nothing counts.
///
/// ```swift
/// var configuration = WebSocketTransport.Configuration()
/// configuration.reconnect = GraphQLReconnectPolicy(maximumAttempts: 10, maximumDelay: .seconds(60))
/// let client = GraphQLClient(url: url, subscriptions: WebSocketTransport(configuration: configuration))
/// ```
public struct GraphQLReconnectPolicy: Sendable {
  /// The maximum number of attempts to connect, the first one included, until a connection is healthy; then the subscriptions fail. 1 means
  /// that a broken connection is not opened again.
  public var maximumAttempts: Int
  /// The pause before the second attempt.
  public var firstDelay: Duration
  /// The longest pause between attempts.
  public var maximumDelay: Duration
  /// The time after which a connection is healthy even if nothing arrived on it, and after which new credentials may be requested again.
  public var healthyAfter: Duration = .seconds(10)
  /// Says whether there is a network.
  public var connectivity: GraphQLConnectivity = .system
  /// The codes of Close frames after which another attempt makes sense; 1005 stands for a frame without one, 1006 for a connection
  /// that broke, 4408 for a payload of `connection_init` that came too late.
  public var closeCodes: Set<Int> = [1000, 1001, 1005, 1006, 1012, 1013, 1014, 4408]

  /// Identifies a user by the header fields of an opening request and the payload of `connection_init`.
  public typealias User = @Sendable (_ headers: GraphQLHTTPHeaders, _ payload: GraphQLValue?) -> GraphQLValue

  /// Identifies the user on whose behalf a connection speaks. A connection that is made again carries only operations of its user; others
  /// fail with ``GraphQLClientError/credentialsChanged``, since another user may have signed in.
  ///
  /// By default all header fields count, except those that name single requests, such as `traceparent`, and the whole payload; of a JSON
  /// Web Token all claims that its successors have, too. A token is the same user's if an ``AuthenticationInterceptor`` got it for an earlier
  /// one, or if the closure for the payload did when the server refused one. If your tokens change in another way, return what stays:
  /// ```swift
  /// var policy = GraphQLReconnectPolicy()
  /// policy.user = { headers, payload in payload?["userID"] ?? .null }
  /// ```
  public var user: User = { ConnectionUser.identified(by: $0, $1) }

  private let clock: any Clock<Duration>

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - maximumAttempts: the maximum number of attempts to connect, the first one included.
  ///   - firstDelay: the pause before the second attempt.
  ///   - maximumDelay: the longest pause.
  ///   - clock: the clock that measures the pauses; tests pass their own.
  public init(
    maximumAttempts: Int = 6, firstDelay: Duration = .seconds(1), maximumDelay: Duration = .seconds(30),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.maximumAttempts = maximumAttempts
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
    self.clock = clock
  }

  /// Connects once.
  public static let never = GraphQLReconnectPolicy(maximumAttempts: 1)

  /// The pause before an attempt, counted from 1 after the first connection.
  func delay(beforeAttempt attempt: Int) -> Duration {
    longestDelay(beforeAttempt: attempt) * Double.random(in: 0.5...1)
  }

  private func longestDelay(beforeAttempt attempt: Int) -> Duration {
    min(firstDelay * (1 << min(max(attempt - 1, 0), 30)), maximumDelay)
  }

  /// Whether a connection has shown that the server works again.
  ///
  /// - Parameters:
  ///   - lasted: how long it was open.
  ///   - wasHeard: whether anything came on it.
  ///   - attempt: which attempt it was, counted from 1; 0 for a connection without one before.
  func isHealthy(_ lasted: Duration, wasHeard: Bool, afterAttempt attempt: Int) -> Bool {
    lasted >= healthyAfter || (wasHeard && lasted >= longestDelay(beforeAttempt: attempt))
  }

  func pause(_ delay: Duration) async throws { try await clock.sleep(for: delay) }
}

/// The behavior of a subscription whose connection broke.
public enum GraphQLReconnectBehavior: Hashable, Sendable {
  /// It is sent again on the next connection. What happened in between was not received.
  case resubscribe
  /// It fails with ``GraphQLSubscriptionError/interrupted``.
  case fail
}
