import ApusWebSocket
import ApusPlatform

/// Decides what to do after a connection has ended.
struct SocketRetries {
  /// The next step after a connection has ended.
  enum Decision {
    /// Give up, with this error.
    case fail(any Error)
    /// Connect immediately, with a new token.
    case again
    /// Connect after a pause.
    case wait(Duration)
  }

  private let policy: GraphQLReconnectPolicy
  private let hasPayload: Bool
  private let hasInterceptors: Bool
  private var failureCount = 0
  private var wasRejected = false
  private var isConnected = false

  /// - Parameters:
  ///   - hasPayload: whether another payload of `connection_init` can be requested.
  ///   - hasInterceptors: whether there are interceptors that may get new credentials.
  init(_ policy: GraphQLReconnectPolicy, hasPayload: Bool, hasInterceptors: Bool) {
    self.policy = policy
    self.hasPayload = hasPayload
    self.hasInterceptors = hasInterceptors
  }

  /// The circumstances of the next attempt, for its payload.
  var initialization: GraphQLWebSocketTransport.Initialization {
    GraphQLWebSocketTransport.Initialization(attempt: failureCount + 1, wasRejected: wasRejected)
  }

  mutating func hasConnected() { isConnected = true }

  /// Decides what to do after a connection, or an attempt to connect, has ended.
  ///
  /// - Parameters:
  ///   - lasted: the time that the connection was open.
  ///   - wasHeard: whether anything arrived after the server's acknowledgement.
  mutating func next(after failure: any Error, lasted: Duration, wasHeard: Bool) -> Decision {
    if isConnected {
      if policy.isHealthy(lasted, wasHeard: wasHeard, afterAttempt: failureCount) { failureCount = 0 }
      // Otherwise, a server that accepts new credentials but rejects them after the first event would be asked again without a pause.
      if lasted >= policy.healthyAfter { wasRejected = false }
    }
    isConnected = false
    let error = reason(failure)
    if let mayRenew = mayRenew(after: failure) {
      if wasRejected || !mayRenew { return .fail(error) }
      wasRejected = true
      return .again
    }
    guard mayRetry(failure) else { return .fail(error) }
    // Without a network, the failure is not the server's.
    if !policy.connectivity.isOnline { return .again }
    guard failureCount + 1 < policy.maximumAttempts else { return .fail(error) }
    failureCount += 1
    return .wait(policy.delay(beforeAttempt: failureCount))
  }

  /// Whether credentials other than the rejected ones can be requested; nil if none were rejected.
  private func mayRenew(after failure: any Error) -> Bool? {
    switch failure {
    // Interceptors see the rejection of a connection only while it is being opened.
    case let rejection as SocketRejection: hasPayload || (rejection.wasOpen && hasInterceptors)
    case GraphQLSubscriptionError.rejected(let failure, _)
    where failure.status == 401 || failure.status == 403:
      hasPayload
    default: nil
    }
  }

  private func mayRetry(_ failure: any Error) -> Bool {
    switch failure {
    case let closure as WebSocketClosure: !closure.isViolation && policy.closeCodes.contains(closure.code)
    case GraphQLSubscriptionError.rejected(let failure, _):
      Self.passingStatuses.contains(failure.status)
    case GraphQLSubscriptionError.notAcknowledged: true
    case GraphQLClientError.transport(let error): mayRetry(error)
    case GraphQLClientError.timedOut: true
    default: GraphQLConnectionError(failure).map(Self.isPassing) ?? false
    }
  }

  /// The statuses with which a server rejects what it may accept later.
  static let passingStatuses = [408, 429, 500, 502, 503, 504]

  /// Whether an error of the connection may be temporary.
  static func isPassing(_ error: GraphQLConnectionError) -> Bool {
    switch error.code {
    case .badURL, .unsupportedURL, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .secureConnectionFailed,
      // The file of certificate authorities cannot be read.
      .cannotLoadFromNetwork,
      .httpTooManyRedirects, .badServerResponse:
      false
    default: true
    }
  }

  /// The error to show to callers.
  func reason(_ failure: any Error) -> any Error {
    switch failure {
    case let rejection as SocketRejection: reason(rejection.closure)
    case let closure as WebSocketClosure where closure.isViolation:
      GraphQLSubscriptionError.invalidMessage(closure.reason)
    case let closure as WebSocketClosure where closure.code == WebSocketClosure.abnormal:
      GraphQLSubscriptionError.connectionLost(
        GraphQLConnectionError(.networkConnectionLost, closure.reason))
    case let closure as WebSocketClosure:
      GraphQLSubscriptionError.closed(code: closure.code, reason: closure.reason)
    case GraphQLClientError.transport(let closure as WebSocketClosure): reason(closure)
    case GraphQLClientError.transport(let error): GraphQLSubscriptionError.connectionLost(error)
    default: failure
    }
  }
}
