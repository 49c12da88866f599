import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The requests that are under way, by the identifier of their task.
///
/// Whoever ends an exchange takes it out first, so its continuation is resumed once: the end of the task, its cancellation,
/// or the deadline. What comes later finds nothing.
final class Exchanges: Sendable {
  typealias Continuation = CheckedContinuation<GraphQLHTTPResponse, any Error>
  typealias Deadline = (timeout: Duration, instant: ContinuousClock.Instant)

  private struct Exchange {
    let task: URLSessionTask
    let continuation: Continuation
    let deadline: Deadline?
    var body = Data()
    /// Whether the server asked for a password, in vain.
    var wasRefusedPassword = false
  }

  private struct State {
    var exchanges: [Int: Exchange] = [:]
    /// When deadlines are looked at next; nil when nobody is waiting for that.
    var alarm: ContinuousClock.Instant?
  }

  private let state = Locked(State())

  /// Starts a task; what becomes of it resumes the continuation.
  func begin(_ task: URLSessionTask, _ continuation: Continuation, _ deadline: Deadline?) {
    state.withLock { state in
      state.exchanges[task.taskIdentifier] = Exchange(
        task: task, continuation: continuation, deadline: deadline)
      if let deadline { setAlarm(deadline.instant, &state) }
    }
    task.resume()
    // A cancellation that came before the exchange was noted has found nothing to end.
    if Task.isCancelled { end(task, throwing: CancellationError()) }
  }

  func receive(_ data: Data, for task: URLSessionTask) {
    state.withLock { state in state.exchanges[task.taskIdentifier]?.body.append(data) }
  }

  /// Notes that the server asked for a password, and will get none.
  func refusePassword(for task: URLSessionTask) {
    state.withLock { state in state.exchanges[task.taskIdentifier]?.wasRefusedPassword = true }
  }

  /// Ends an exchange before its answer is there, and stops the task, which closes the connection.
  func end(_ task: URLSessionTask, throwing error: any Error) {
    guard let exchange = take(task.taskIdentifier) else { return }
    exchange.continuation.resume(throwing: error)
    task.cancel()
  }

  /// Ends an exchange whose task has ended.
  func complete(_ task: URLSessionTask, _ error: (any Error)?) {
    guard let exchange = take(task.taskIdentifier) else { return }
    // Foundation on Linux then cancels the task, at a time when the whole answer is there.
    if let error, !exchange.wasRefusedPassword {
      exchange.continuation.resume(throwing: error)
    } else if let response = task.response as? HTTPURLResponse {
      exchange.continuation.resume(returning: GraphQLHTTPResponse(response, body: exchange.body))
    } else {
      exchange.continuation.resume(throwing: URLError(.badServerResponse))
    }
  }

  private func take(_ identifier: Int) -> Exchange? {
    state.withLock { state in state.exchanges.removeValue(forKey: identifier) }
  }

  /// Sees to it that deadlines are looked at no later than at `instant`. One sleeping task serves all requests: most have
  /// the same timeout, so a new one is hardly ever the first to end.
  private func setAlarm(_ instant: ContinuousClock.Instant, _ state: inout State) {
    if let alarm = state.alarm, alarm <= instant { return }
    state.alarm = instant
    Task.detached { [weak self] in
      try? await Task.sleep(until: instant, clock: .continuous)
      self?.endLateExchanges(alarm: instant)
    }
  }

  private func endLateExchanges(alarm: ContinuousClock.Instant) {
    let now = ContinuousClock.now
    let late = state.withLock { state -> [(URLSessionTask, Duration)] in
      let late = state.exchanges.values.compactMap { exchange in
        exchange.deadline.flatMap { $0.instant <= now ? (exchange.task, $0.timeout) : nil }
      }
      if state.alarm == alarm {
        state.alarm = nil
        let next = state.exchanges.values.compactMap { $0.deadline?.instant }.filter { $0 > now }.min()
        if let next { setAlarm(next, &state) }
      }
      return late
    }
    for (task, timeout) in late { end(task, throwing: GraphQLClientError.timedOut(after: timeout)) }
  }
}

extension GraphQLHTTPResponse {
  fileprivate init(_ response: HTTPURLResponse, body: Data) {
    self.init(status: response.statusCode, body: body)
    for case (let name as String, let value as String) in response.allHeaderFields { headers[name] = value }
  }
}
