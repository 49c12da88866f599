import ApusPlatform

/// The running requests, and the callers that wait for them.
///
/// The first caller sends the request in its own task. A separate task for each request would cost more than all other work here.
final class Flights: Sendable {
  /// The context key for the flights that a request may share.
  enum Key: GraphQLContextKey {
    static var defaultValue: Flights? { nil }
  }

  /// A response, with the tickets of the request that it answers.
  private typealias Landing = (response: GraphQLHTTPResponse, tickets: [RequestTicket?])
  /// Resumed with the response, or with nil if it is this waiter's turn to send.
  private typealias Continuation = CheckedContinuation<Landing?, any Error>
  private typealias Waiter = (number: Int, continuation: Continuation)

  private struct State {
    /// The other callers that wait for each running request.
    var waiters: [SharedRequest: [Waiter]] = [:]
    var lastNumber = 0
  }

  private let state = Locked(State())

  /// The flights that a request may share; nil if it must be sent separately.
  static func shared(by request: GraphQLHTTPRequest) -> Flights? {
    guard let flights = request.context[Key.self] else { return nil }
    // A streamed response has only one reader, so requests cannot share it.
    if request.context[IsStreamed.self] { return nil }
    let isQuery = !request.operations.isEmpty && request.operations.allSatisfy { $0.kind == .query }
    return isQuery ? flights : nil
  }

  func response(
    to request: SharedRequest, _ next: GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    if !begin(request), let landing = try await wait(for: request) {
      request.http.takeOver(landing.tickets)
      return landing.response
    }
    do {
      let response = try await next(request.http)
      land(request, .success(response))
      return response
    } catch {
      if Task.isCancelled { pass(request) } else { land(request, .failure(error)) }
      throw error
    }
  }

  /// - Returns: false if the request is already being sent.
  private func begin(_ request: SharedRequest) -> Bool {
    state.withLock { state in
      guard state.waiters[request] == nil else { return false }
      state.waiters[request] = []
      return true
    }
  }

  /// Waits for the response. Returns nil if it is this caller's turn to send.
  private func wait(for request: SharedRequest) async throws -> Landing? {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isFirst = state.withLock { state in
          guard let index = state.waiters.index(forKey: request) else {
            // The response arrived in the meantime.
            state.waiters[request] = []
            return true
          }
          state.waiters.values[index].append((number, continuation))
          return false
        }
        if isFirst { continuation.resume(returning: nil) }
        // If the task was cancelled before the waiter was added, that did nothing, so check again.
        if Task.isCancelled { leave(request, number) }
      }
    } onCancel: {
      leave(request, number)
    }
  }

  /// Passes the response to all waiters.
  private func land(_ request: SharedRequest, _ result: Result<GraphQLHTTPResponse, any Error>) {
    let waiters = state.withLock { state in state.waiters.removeValue(forKey: request) } ?? []
    if waiters.isEmpty { return }
    let landing: Result<Landing?, any Error> = result.map { ($0, request.http.tickets) }
    for waiter in waiters { waiter.continuation.resume(with: landing) }
  }

  /// Lets the next waiter send the request.
  private func pass(_ request: SharedRequest) {
    let next = state.withLock { state -> Waiter? in
      guard let index = state.waiters.index(forKey: request) else { return nil }
      if state.waiters.values[index].isEmpty {
        state.waiters.remove(at: index)
        return nil
      }
      return state.waiters.values[index].removeFirst()
    }
    next?.continuation.resume(returning: nil)
  }

  private func leave(_ request: SharedRequest, _ number: Int) {
    let waiter = state.withLock { state -> Waiter? in
      guard let index = state.waiters.index(forKey: request),
        let place = state.waiters.values[index].firstIndex(where: { $0.number == number })
      else { return nil }
      return state.waiters.values[index].remove(at: place)
    }
    waiter?.continuation.resume(throwing: CancellationError())
  }
}

/// A request that is hashed only once, and compared completely only if the hashes are equal.
final class SharedRequest: Hashable, Sendable {
  let http: GraphQLHTTPRequest
  private let transport: PartIdentity
  private let hash: Int

  init(_ http: GraphQLHTTPRequest, over transport: PartIdentity) {
    self.http = http
    self.transport = transport
    hash = http.hashValue
  }

  static func == (first: SharedRequest, second: SharedRequest) -> Bool {
    first === second
      || (first.hash == second.hash && first.transport == second.transport && first.http == second.http
        && first.http.context.isEqual(
          to: second.http.context, apartFrom: OperationValues.self, Flights.Key.self, RequestTicket.Key.self)
        && first.caches == second.caches)
  }

  /// The caches that store the response. A request without them has no ticket to hand over.
  private var caches: [ObjectIdentifier] { http.context[RequestTicket.Key.self].map(\.cache) }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
