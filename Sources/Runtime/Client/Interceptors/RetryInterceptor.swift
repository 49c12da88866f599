import ApusPlatform

/// Sends idempotent operations again when the server is busy or the connection broke, after a pause that doubles each time.
///
/// A `Retry-After` field is obeyed. Mutations are sent once, unless ``GraphQLRequestOptions/isIdempotent`` says otherwise.
///
/// ```swift
/// var client = GraphQLClient(url: url, interceptors: [RetryInterceptor(maximumAttempts: 5)])
/// client.deadline = .seconds(60)
/// ```
public struct RetryInterceptor: GraphQLInterceptor {
  /// How an attempt ended: with an answer of any status, or without one.
  public typealias Ending = Result<GraphQLHTTPResponse, GraphQLClientError>

  /// The maximum number of attempts, the first one included.
  public var maximumAttempts: Int

  /// The pause before the second attempt; a random part of up to a half is taken off, so that clients do not come together.
  public var firstDelay: Duration

  /// The longest pause. When the server asks for a longer one, or says nothing that makes sense, its answer is final.
  public var maximumDelay: Duration

  /// The answers after which another attempt makes sense.
  public var statuses: Set<Int> = [408, 429, 502, 503, 504]

  /// Says whether there is a network; nil to send again without asking. While there is none, an operation that got no answer waits until
  /// there is one, for as long as its deadline and its task allow, and the attempt does not count.
  public var connectivity: GraphQLConnectivity?

  private let clock: any Clock<Duration>
  private let shouldRetry: (@Sendable (GraphQLHTTPRequest, Ending) -> Bool)?

  /// - Parameters:
  ///   - maximumAttempts: the maximum number of attempts, the first one included.
  ///   - firstDelay: the pause before the second attempt.
  ///   - maximumDelay: the longest pause.
  ///   - connectivity: says whether there is a network, for example ``GraphQLConnectivity/system``; nil to send again without asking.
  ///   - clock: the clock that measures the pauses; tests pass their own.
  ///   - shouldRetry: whether to send a request again that ended so. By default an idempotent one that got one of
  ///     ``statuses``, no answer, or none in time. It is not asked about a request that is not idempotent, unless its execution
  ///     is ruled out: ``GraphQLExecution``.
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

  /// Whether sending the request again does no harm and may help.
  private func isPassing(_ request: GraphQLHTTPRequest, _ ending: Ending) -> Bool {
    guard request.isIdempotent else { return false }
    switch ending {
    case .success(let response): return statuses.contains(response.status)
    case .failure(.transport), .failure(.outcomeUnknown), .failure(.timedOut): return true
    case .failure: return false
    }
  }

  /// The pause; nil when it would be longer than the longest, or than the request's deadline.
  private func pause(after request: GraphQLHTTPRequest, _ ending: Ending) -> Duration? {
    var pause = backoff(afterAttempt: request.attempt)
    if case .success(let response) = ending, let field = response.headers["Retry-After"] {
      guard let wanted = RetryAfter.duration(field, now: Date()), wanted <= maximumDelay else { return nil }
      pause = wanted
    }
    if let deadline = request.deadline, ContinuousClock.now + pause >= deadline { return nil }
    return pause
  }

  private func backoff(afterAttempt attempt: Int) -> Duration {
    let limit = maximumDelay.asTimeout
    var longest = firstDelay.asTimeout
    for _ in 1..<max(attempt, 1) where longest < limit { longest *= 2 }
    return min(longest, limit) * Double.random(in: 0.5...1)
  }
}

extension RetryInterceptor.Ending {
  /// The known facts about the execution of the request.
  fileprivate var execution: GraphQLExecution {
    switch self {
    case .success(let response): response.execution
    case .failure(let error): error.execution
    }
  }
}
