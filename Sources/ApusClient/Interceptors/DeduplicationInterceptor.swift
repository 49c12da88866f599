/// Sends a query once when it is asked for again while its answer is on the way; both get that answer.
///
/// Queries are the same when their requests are, header fields and all. When everybody who waits for an answer was cancelled,
/// so is the request.
public struct DeduplicationInterceptor: GraphQLInterceptor {
  private let flights = Flights()

  /// An interceptor that shares answers among the requests that pass through it, and its copies.
  public init() {}

  public func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    guard !request.operations.isEmpty, request.operations.allSatisfy({ $0.kind == .query }) else {
      return try await next(request)
    }
    return try await flights.response(to: request, next)
  }
}

/// The requests that are under way, and who waits for them.
private final class Flights: Sendable {
  typealias Waiter = CheckedContinuation<GraphQLHTTPResponse, any Error>

  private struct Flight {
    /// Tells this flight from a later one of the same request.
    let number: Int
    var task: Task<Void, Never>?
    var waiters: [Int: Waiter]
  }

  private struct State {
    var flights: [GraphQLHTTPRequest: Flight] = [:]
    var lastNumber = 0

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  private let state = Locked(State())

  func response(
    to request: GraphQLHTTPRequest, _ next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    let number = state.withLock { state in state.nextNumber() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        wait(for: request, next, as: number, continuation)
        // A cancellation that came before the waiter was noted has found nobody.
        if Task.isCancelled { leave(request, number) }
      }
    } onCancel: {
      leave(request, number)
    }
  }

  private func wait(
    for request: GraphQLHTTPRequest, _ next: @escaping GraphQLNext, as waiter: Int,
    _ continuation: Waiter
  ) {
    state.withLock { state in
      if state.flights[request] != nil {
        state.flights[request]?.waiters[waiter] = continuation
        return
      }
      let flight = state.nextNumber()
      state.flights[request] = Flight(number: flight, waiters: [waiter: continuation])
      state.flights[request]?.task = Task { [self] in
        do {
          let response = try await next(request)
          land(request, flight, .success(response))
        } catch {
          land(request, flight, .failure(error))
        }
      }
    }
  }

  private func land(
    _ request: GraphQLHTTPRequest, _ number: Int, _ result: Result<GraphQLHTTPResponse, any Error>
  ) {
    let waiters = state.withLock { state -> [Waiter] in
      guard state.flights[request]?.number == number else { return [] }
      return state.flights.removeValue(forKey: request).map { Array($0.waiters.values) } ?? []
    }
    for waiter in waiters { waiter.resume(with: result) }
  }

  private func leave(_ request: GraphQLHTTPRequest, _ waiter: Int) {
    let (continuation, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      guard let continuation = state.flights[request]?.waiters.removeValue(forKey: waiter) else {
        return (nil, nil)
      }
      guard state.flights[request]?.waiters.isEmpty == true else { return (continuation, nil) }
      return (continuation, state.flights.removeValue(forKey: request)?.task)
    }
    continuation?.resume(throwing: CancellationError())
    task?.cancel()
  }
}
