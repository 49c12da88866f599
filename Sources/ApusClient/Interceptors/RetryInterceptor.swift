import Foundation

/// Sends idempotent operations again when the server is busy or the connection broke, after a pause that doubles each time.
///
/// A `Retry-After` field is obeyed. Mutations are sent once, unless ``GraphQLRequestOptions/isIdempotent`` says otherwise.
public struct RetryInterceptor: GraphQLInterceptor {
  /// How often an operation is sent at most.
  public var maximumAttempts: Int

  /// The pause before the second attempt; a random part of up to a half is taken off, so that clients do not come together.
  public var firstDelay: Duration

  /// The longest pause. When the server asks for a longer one, its answer is taken as final.
  public var maximumDelay: Duration

  /// The answers after which another attempt makes sense.
  public var statuses: Set<Int> = [408, 429, 502, 503, 504]

  private let sleep: @Sendable (Duration) async throws -> Void

  /// - Parameters:
  ///   - maximumAttempts: how often an operation is sent at most.
  ///   - firstDelay: the pause before the second attempt.
  ///   - maximumDelay: the longest pause.
  ///   - sleep: waits; a test passes one that does not.
  public init(
    maximumAttempts: Int = 3, firstDelay: Duration = .milliseconds(200),
    maximumDelay: Duration = .seconds(20),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.maximumAttempts = maximumAttempts
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
    self.sleep = sleep
  }

  public func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    var request = request
    while true {
      let mayRepeat = request.isIdempotent && request.attempt < maximumAttempts
      do {
        let response = try await next(request)
        guard mayRepeat, statuses.contains(response.status),
          let delay = delay(afterAttempt: request.attempt, response)
        else { return response }
        try await sleep(delay)
      } catch let error as GraphQLClientError where mayRepeat && Self.isPassing(error) {
        try await sleep(backoff(afterAttempt: request.attempt))
      }
      request.attempt += 1
    }
  }

  /// Whether an error may be gone the next time.
  private static func isPassing(_ error: GraphQLClientError) -> Bool {
    switch error {
    case .transport, .timedOut: true
    case .responseTooLarge, .status, .notGraphQL, .decoding, .graphQL, .invalidRequest: false
    }
  }

  /// The pause; nil when the server asks for more than the longest one.
  private func delay(afterAttempt attempt: Int, _ response: GraphQLHTTPResponse) -> Duration? {
    guard let wanted = response.headers["Retry-After"].flatMap({ RetryAfter.duration($0, now: Date()) })
    else {
      return backoff(afterAttempt: attempt)
    }
    return wanted <= maximumDelay ? wanted : nil
  }

  private func backoff(afterAttempt attempt: Int) -> Duration {
    let doublings = min(attempt - 1, 30)
    let longest = min(firstDelay * (1 << doublings), maximumDelay)
    return longest * Double.random(in: 0.5...1)
  }
}
