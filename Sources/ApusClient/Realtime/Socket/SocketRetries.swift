import Foundation

/// Decides what follows when a connection ended.
struct SocketRetries {
  /// What to do.
  enum Decision {
    /// Give up, with this error.
    case fail(any Error)
    /// Connect at once, with a new token.
    case again
    /// Connect after a pause.
    case wait(Duration)
  }

  private let policy: GraphQLReconnectPolicy
  private let hasPayload: Bool
  private var failureCount = 0
  private var wasRefused = false
  private var isConnected = false

  /// - Parameter hasPayload: whether another payload of `connection_init` can be asked for.
  init(_ policy: GraphQLReconnectPolicy, hasPayload: Bool) {
    self.policy = policy
    self.hasPayload = hasPayload
  }

  /// What the next attempt's payload is made for.
  var initialization: WebSocketInitialization {
    WebSocketInitialization(attempt: failureCount + 1, wasRefused: wasRefused)
  }

  mutating func hasConnected() { isConnected = true }

  /// What follows the end of a connection, or of an attempt to make one.
  ///
  /// - Parameter lasted: how long the connection was open.
  mutating func next(after failure: any Error, lasted: Duration) -> Decision {
    if isConnected, lasted >= policy.healthyAfter {
      failureCount = 0
      wasRefused = false
    }
    isConnected = false
    let error = reason(failure)
    if Self.isRefusal(failure) {
      if wasRefused || !hasPayload { return .fail(error) }
      wasRefused = true
      return .again
    }
    guard mayRetry(failure), failureCount < policy.maximumAttempts else { return .fail(error) }
    failureCount += 1
    return .wait(policy.delay(beforeAttempt: failureCount))
  }

  /// Whether the server says that the token is not good.
  private static func isRefusal(_ failure: any Error) -> Bool {
    switch failure {
    case let closure as WebSocketClosure: closure.code == 4401 || closure.code == 4403
    case GraphQLSubscriptionError.refused(let failure, _): failure.status == 401 || failure.status == 403
    default: false
    }
  }

  private func mayRetry(_ failure: any Error) -> Bool {
    switch failure {
    case let closure as WebSocketClosure: !closure.isViolation && policy.closeCodes.contains(closure.code)
    case GraphQLSubscriptionError.refused(let failure, _):
      [408, 429, 500, 502, 503, 504].contains(failure.status)
    case GraphQLSubscriptionError.notAcknowledged: true
    case GraphQLClientError.transport(let error): mayRetry(error)
    case GraphQLClientError.timedOut: true
    case let error as URLError: Self.isPassing(error)
    default: false
    }
  }

  /// Whether an error of the connection may be gone the next time.
  static func isPassing(_ error: URLError) -> Bool {
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

  /// The error that callers see.
  func reason(_ failure: any Error) -> any Error {
    switch failure {
    case let closure as WebSocketClosure where closure.isViolation:
      GraphQLSubscriptionError.invalidMessage(closure.reason)
    case let closure as WebSocketClosure where closure.code == WebSocketClosure.abnormal:
      GraphQLSubscriptionError.connectionLost(
        URLError(.networkConnectionLost, userInfo: [NSLocalizedDescriptionKey: closure.reason]))
    case let closure as WebSocketClosure:
      GraphQLSubscriptionError.closed(code: closure.code, reason: closure.reason)
    case GraphQLClientError.transport(let closure as WebSocketClosure): reason(closure)
    case GraphQLClientError.transport(let error): GraphQLSubscriptionError.connectionLost(error)
    default: failure
    }
  }
}
