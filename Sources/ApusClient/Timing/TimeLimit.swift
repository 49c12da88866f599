import ApusConcurrency

/// Runs work that has to end in time, whatever it does about its cancellation.
enum TimeLimit {
  /// Runs `body` as ``race(_:_:)`` does; without a limit in the caller's task, where cancelling it is up to `body`.
  static func run<Value: Sendable>(
    _ timeout: Duration?, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    timeout == nil ? try await body() : try await race(timeout, body)
  }

  /// Runs `body` in a task of its own. When `timeout` has passed or the caller is cancelled, that task is cancelled, and the
  /// caller goes on at once.
  ///
  /// - Parameter timeout: how long it may take; nil is for ever. Without any time the work does not begin.
  /// - Throws: ``GraphQLClientError/timedOut(after:)``, `CancellationError`, what `body` throws.
  static func race<Value: Sendable>(
    _ timeout: Duration?, on clock: AlarmClock = .shared,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    // Work that ends at once might win against an alarm for now.
    if let timeout, timeout <= .zero { throw GraphQLClientError.timedOut(after: timeout) }
    let race = Race<Value>()
    let alarm = timeout.map { timeout in
      clock.set(for: timeout.asTimeout) {
        race.end(throwing: GraphQLClientError.timedOut(after: timeout))
      }
    }
    defer { if let alarm { clock.remove(alarm) } }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in race.start(continuation, body) }
    } onCancel: {
      race.end(throwing: CancellationError())
    }
  }
}

/// Work and the caller that waits for it. The work, the alarm or the cancellation resumes it, whichever is first.
private final class Race<Value: Sendable>: Sendable {
  typealias Continuation = CheckedContinuation<Value, any Error>

  private enum State {
    case new
    case running(Continuation, Task<Void, Never>)
    case ended(any Error)
    case finished
  }

  private let state = Locked(State.new)

  func start(_ continuation: Continuation, _ body: @escaping @Sendable () async throws -> Value) {
    let earlierEnd = state.withLock { state -> (any Error)? in
      if case .ended(let error) = state { return error }
      state = .running(
        continuation,
        Task {
          do {
            let value = try await body()
            finish()?.resume(returning: value)
          } catch {
            finish()?.resume(throwing: error)
          }
        })
      return nil
    }
    if let earlierEnd { continuation.resume(throwing: earlierEnd) }
  }

  func end(throwing error: any Error) {
    let running = state.withLock { state -> (Continuation, Task<Void, Never>)? in
      defer { if case .finished = state {} else { state = .ended(error) } }
      if case .running(let continuation, let task) = state { return (continuation, task) }
      return nil
    }
    guard let (continuation, task) = running else { return }
    task.cancel()
    continuation.resume(throwing: error)
  }

  private func finish() -> Continuation? {
    state.withLock { state in
      guard case .running(let continuation, _) = state else { return nil }
      state = .finished
      return continuation
    }
  }
}
