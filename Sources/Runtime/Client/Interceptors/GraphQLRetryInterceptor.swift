import ApusPlatform

/// Sends idempotent operations again if the server is busy or the connection is lost, after a pause that doubles each time.
///
/// It obeys `Retry-After`. Mutations are sent once, unless ``GraphQLRequestOptions/isIdempotent`` is true.
///
/// ```swift
/// var client = GraphQLClient(url: url, interceptors: [GraphQLRetryInterceptor(maximumAttempts: 5)])
/// client.deadline = .seconds(60)
/// ```
public struct GraphQLRetryInterceptor: GraphQLInterceptor {
  /// The outcome of an attempt: a response with any status, or an error.
  public typealias Ending = Result<GraphQLHTTPResponse, GraphQLClientError>

  /// The maximum number of attempts, including the first.
  public var maximumAttempts: Int

  /// The pause before the second attempt, reduced by random jitter of up to 50 % to avoid synchronized retries.
  public var firstDelay: Duration

  /// The maximum pause. If the server asks for a longer one or sends an invalid `Retry-After`, the response is returned without retrying.
  public var maximumDelay: Duration

  /// The HTTP statuses after which the request is sent again.
  public var statuses: Set<Int> = [408, 429, 502, 503, 504]

  /// The state of the network; `nil` to ignore it. If no response arrives because there is no network, the operation waits for one within its
  /// deadline, and the attempt does not count.
  public var connectivity: GraphQLConnectivity?

  private let clock: any Clock<Duration>
  private let shouldRetry: (@Sendable (GraphQLHTTPRequest, Ending) -> Bool)?

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - maximumAttempts: the maximum number of attempts, including the first.
  ///   - firstDelay: the pause before the second attempt.
  ///   - maximumDelay: the maximum pause.
  ///   - connectivity: the state of the network, for example ``GraphQLConnectivity/system``; `nil` to ignore it.
  ///   - clock: the clock that measures the pauses; tests pass their own.
  ///   - shouldRetry: whether to send a request again after this outcome. By default, an idempotent request is sent again if its response has one
  ///     of ``statuses`` or does not arrive. For a request that is not idempotent, the closure is only called if its execution is ruled out:
  ///     ``GraphQLExecution``.
  public init(
    maximumAttempts: Int = 3, firstDelay: Duration = .milliseconds(200),
    maximumDelay: Duration = .seconds(20), connectivity: GraphQLConnectivity? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    shouldRetry: (@Sendable (GraphQLHTTPRequest, Ending) -> Bool)? = nil
  ) {
    self.maximumAttempts = maximumAttempts
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
    self.connectivity = connectivity
    self.clock = clock
    self.shouldRetry = shouldRetry
  }

  public func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    var request = request
    while true {
      let ending: Ending
      do {
        ending = .success(try await next(request))
      } catch let error as GraphQLClientError {
        ending = .failure(error)
      }
      guard maximumAttempts > 1, !request.mustBeSentOnce || ending.execution.isRuledOut,
        shouldRetry?(request, ending) ?? isPassing(request, ending)
      else { return try ending.get() }
      if let connectivity, !connectivity.isOnline, case .failure = ending {
        try await connectivity.waitUntilOnline()
        continue
      }
      guard request.attempt < maximumAttempts, let pause = pause(after: request, ending) else {
        return try ending.get()
      }
      try await clock.sleep(for: pause)
      request.attempt += 1
    }
  }

  /// Whether sending the request again is harmless and may help.
  private func isPassing(_ request: GraphQLHTTPRequest, _ ending: Ending) -> Bool {
    guard request.isIdempotent else { return false }
    switch ending {
    case .success(let response): return statuses.contains(response.status)
    case .failure(.transport), .failure(.outcomeUnknown), .failure(.timedOut): return true
    case .failure: return false
    }
  }

  /// The pause before the next attempt; nil if it exceeds the maximum or the request's deadline.
  private func pause(after request: GraphQLHTTPRequest, _ ending: Ending) -> Duration? {
    var pause = Backoff(first: firstDelay, maximum: maximumDelay).pause(afterFailures: request.attempt)
    if case .success(let response) = ending, let field = response.headers["Retry-After"] {
      guard let wanted = RetryAfter.duration(field, now: Date()), wanted <= maximumDelay else { return nil }
      pause = wanted
    }
    if let deadline = request.deadline, ContinuousClock.now + pause >= deadline { return nil }
    return pause
  }
}

extension GraphQLRetryInterceptor.Ending {
  /// The state of knowledge about the execution of the request.
  fileprivate var execution: GraphQLExecution {
    switch self {
    case .success(let response): response.execution
    case .failure(let error): error.execution
    }
  }
}
