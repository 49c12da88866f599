import Apus

/// The conditions and pauses for reconnecting after a connection was lost.
///
/// The pause doubles from ``firstDelay`` to ``maximumDelay``, reduced by random jitter of up to 50 % to avoid synchronized reconnects. A healthy
/// connection resets the count. A connection is healthy if it lasts for ``healthyAfter``. If anything arrives after the server's acknowledgement, it
/// only has to last as long as the pause before it, without jitter, or as ``firstDelay`` if it is the first. So the client does not reconnect every
/// second to a server that sends an event and then fails. Without a network, nothing is attempted or counted.
///
/// ```swift
/// var configuration = GraphQLWebSocketTransport.Configuration()
/// configuration.reconnect = GraphQLReconnectPolicy(maximumAttempts: 10, maximumDelay: .seconds(60))
/// let client = GraphQLClient(url: url, subscriptions: GraphQLWebSocketTransport(configuration: configuration))
/// ```
public struct GraphQLReconnectPolicy: Sendable {
  /// The maximum number of consecutive attempts to connect, including the first. A healthy connection resets the count. After the last attempt, the
  /// subscriptions fail. With 1, a lost connection is not opened again.
  public var maximumAttempts: Int
  /// The pause before the second attempt.
  public var firstDelay: Duration
  /// The maximum pause between attempts.
  public var maximumDelay: Duration
  /// The time after which a connection is healthy even if nothing has arrived, and after which new credentials may be requested again.
  public var healthyAfter: Duration = .seconds(10)
  /// The state of the network, which attempts wait for.
  public var connectivity: GraphQLConnectivity = .system
  /// The codes of Close frames after which the client reconnects. 1005 represents a frame without a code, 1006 a lost connection, and 4408 a
  /// `connection_init` that arrived too late.
  public var closeCodes: Set<Int> = [1000, 1001, 1005, 1006, 1012, 1013, 1014, 4408]

  /// Identifies a user by the header fields of an opening request and the payload of `connection_init`.
  public typealias User = @Sendable (_ headers: GraphQLHTTPHeaders, _ payload: GraphQLValue?) -> GraphQLValue

  /// Identifies the user of a connection. A reopened connection carries only operations of the same user. Others fail with
  /// ``GraphQLClientError/credentialsChanged``, because another user may have signed in.
  ///
  /// By default, the user is identified by the whole payload and all header fields, except those that identify single requests, such as
  /// `traceparent`. A JSON Web Token is represented by the claims that its successors share. A token belongs to the same user if a
  /// ``GraphQLAuthenticationInterceptor`` got it to replace an earlier one, or if the payload's closure did after the server had rejected one. If your
  /// tokens change in another way, return something that stays the same:
  /// ```swift
  /// var policy = GraphQLReconnectPolicy()
  /// policy.user = { headers, payload in payload?["userID"] ?? .null }
  /// ```
  /// The closure is called in a task, when an operation asks for a connection or one is reopened.
  public var user: User = { ConnectionUser.identified(by: $0, $1) }

  private let clock: any Clock<Duration>

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - maximumAttempts: the maximum number of attempts to connect, including the first.
  ///   - firstDelay: the pause before the second attempt.
  ///   - maximumDelay: the maximum pause.
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

  /// Connects once and never reconnects.
  public static let never = GraphQLReconnectPolicy(maximumAttempts: 1)

  /// The pause before an attempt. Attempts are counted from 1 after the first connection.
  func delay(beforeAttempt attempt: Int) -> Duration {
    backoff.pause(afterFailures: attempt)
  }

  private var backoff: Backoff { Backoff(first: firstDelay, maximum: maximumDelay) }

  /// Whether a connection has shown that the server works again.
  ///
  /// - Parameters:
  ///   - lasted: the time that the connection was open.
  ///   - wasHeard: whether anything arrived on it.
  ///   - attempt: the number of the attempt, starting at 1; 0 for the first connection.
  func isHealthy(_ lasted: Duration, wasHeard: Bool, afterAttempt attempt: Int) -> Bool {
    lasted >= healthyAfter || (wasHeard && lasted >= backoff.longestPause(afterFailures: attempt))
  }

  func pause(_ delay: Duration) async throws { try await clock.sleep(for: delay) }
}
