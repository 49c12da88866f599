import Apus
import ApusHTTP
import ApusPlatform

/// The observed operations of a request: one, or those of a batch.
final class ObservedOperations: Sendable {
  let observer: any ClientObserver
  let numbers: [Int]
  private let hasEnded = Locked(false)

  init(_ observer: any ClientObserver, _ numbers: [Int]) {
    self.observer = observer
    self.numbers = numbers
  }

  /// Leaving a loop before its end cancels the operation.
  deinit { end(CancellationError()) }

  /// Notes the end of the operations; only the first call counts.
  func end(_ error: (any Error)?) {
    let isFirst = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
    if isFirst { for number in numbers { observer.ended(number, error) } }
  }

  /// Gives a request to `send`.
  func attempt(
    _ request: GraphQLHTTPRequest, _ send: () async throws -> GraphQLHTTPResponse
  ) async throws -> GraphQLHTTPResponse {
    let attempt = observer.attempts(request, for: numbers)
    do {
      let response = try await send()
      observer.ended(attempt, .success(response), for: numbers)
      return response
    } catch {
      observer.ended(attempt, .failure(error), for: numbers)
      throw error
    }
  }

  /// Notes the response to one of the operations.
  func receive(_ json: Data, _ errors: [GraphQLError], _ phases: ObservedPhases? = nil, at index: Int = 0) {
    observer.received(ObservedResponse(json: json, errors: errors, phases: phases), to: numbers[index])
  }
}

extension GraphQLClient {
  /// Begins the observation of an operation; nil if the client is not observed.
  func observing<Operation: GraphQLOperation>(_ operation: Operation) -> ObservedOperations? {
    observer.map { ObservedOperations($0, [$0.began(operation, operation.sentDescription)]) }
  }

  /// Runs a query with a cache, so that an observer sees what was found.
  func find<Query: GraphQLQuery, Result>(
    _ query: Query, in cache: any ClientCache, _ policy: GraphQLFetchPolicy, _ maxAge: Duration?,
    cached: (Query.Data) -> Result, send: () async throws -> Result
  ) async throws -> Result {
    guard let observer else {
      return try await cache.find(query, policy, maxAge, cached: cached, send: send)
    }
    let start = observer.now
    return try await ObservedContext.$current.withValue(ObservedContext(policy: policy)) {
      try await cache.find(
        query, policy, maxAge,
        cached: { data in
          observer.found(query, query.sentDescription, data, since: start)
          return cached(data)
        }, send: send)
    }
  }
}

extension Optional where Wrapped == ObservedOperations {
  /// Runs an operation, and notes its end.
  func run<Result>(_ body: () async throws -> Result) async throws -> Result {
    let result = try await begin(body)
    self?.end(nil)
    return result
  }

  /// Begins an operation with many responses, and notes its end if it fails. Otherwise the reader of the responses notes it. Operations that
  /// interceptors send do not inherit its cause.
  func begin<Result>(_ body: () async throws -> Result) async throws -> Result {
    guard let observed = self else { return try await body() }
    do {
      return try await ObservedContext.withoutCause(body)
    } catch {
      observed.end(error)
      throw error
    }
  }
}
