import ApusPlatform

/// Runs work that has to end in time, whatever it does about its cancellation.
enum TimeLimit {
  /// Runs `body` as ``race(_:_:)`` does; without a limit in the caller's task, where cancelling it is up to `body`.
  static func run<Value: Sendable>(
    _ timeout: Duration?, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    timeout == nil ? try await body() : try await race(timeout, body)
  }

  /// Runs `body` in a separate task. When `timeout` has passed or the caller is cancelled, that task is cancelled, and the
  /// caller goes on at once.
  ///
  /// The task begins on the caller's thread. What ends before it waits for anything costs neither a change of thread nor an alarm.
  ///
  /// - Parameter timeout: the time that it may take; nil for no limit. With no time at all, the work does not begin.
  /// - Throws: ``GraphQLClientError/timedOut(after:)``, `CancellationError`, what `body` throws.
  static func race<Value: Sendable>(
    _ timeout: Duration?, on clock: AlarmClock = .shared,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    // Work that ends at once might win against an alarm for now.
    if let timeout, timeout <= .zero { throw GraphQLClientError.timedOut(after: timeout) }
    try Task.checkCancellation()
    let race = Race<Value>()
    let task = immediateTask {
      do {
        race.end(.success(try await body()))
      } catch {
        race.end(.failure(error))
      }
    }
    if let result = race.result { return try result.get() }
    let alarm = timeout.map { timeout in
      clock.set(for: timeout.asTimeout) {
        race.end(.failure(GraphQLClientError.timedOut(after: timeout)), cancelling: task)
      }
    }
    defer { if let alarm { clock.remove(alarm) } }
    return try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in race.wait(continuation) }
    } onCancel: {
      race.end(.failure(CancellationError()), cancelling: task)
    }
  }

  /// A task that runs on the caller's thread until it waits for something, where the system can do that.
  private static func immediateTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediate { await body() }
    } else {
      Task { await body() }
    }
  }
}

/// Work and the caller that waits for it. The first end counts: that of the work, the alarm or the cancellation.
private struct Race<Value: Sendable>: Sendable {
  /// A checked continuation would allocate memory. This one is resumed exactly once: by `wait`, which has not stored it, or by the caller that
  /// takes it out of `State.waiting` under the lock.
  typealias Continuation = UnsafeContinuation<Value, any Error>

  private enum State {
    case running
    case waiting(Continuation)
    case ended(Result<Value, any Error>)
  }

  private let state = Locked(State.running)

  /// How it has ended; nil before.
  var result: Result<Value, any Error>? {
    state.withLock { if case .ended(let result) = $0 { result } else { nil } }
  }

  func wait(_ continuation: Continuation) {
    let result = state.withLock { state -> Result<Value, any Error>? in
      if case .ended(let result) = state { return result }
      state = .waiting(continuation)
      return nil
    }
    if let result { continuation.resume(with: result) }
  }

  /// - Parameter task: the work, which is cancelled before the caller goes on; nil if it has ended.
  func end(_ result: Result<Value, any Error>, cancelling task: Task<Void, Never>? = nil) {
    let (isFirst, continuation) = state.withLock { state -> (Bool, Continuation?) in
      defer { if case .ended = state {} else { state = .ended(result) } }
      switch state {
      case .ended: return (false, nil)
      case .running: return (true, nil)
      case .waiting(let continuation): return (true, continuation)
      }
    }
    if isFirst { task?.cancel() }
    continuation?.resume(with: result)
  }
}
