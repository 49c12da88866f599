import ApusPlatform

/// Runs work with a time limit that holds even if the work ignores cancellation.
enum TimeLimit {
  /// Runs `body` like ``race(_:_:)``. Without a limit, runs it in the caller's task, where `body` must respond to cancellation itself.
  static func run<Value: Sendable>(
    _ timeout: Duration?, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    timeout == nil ? try await body() : try await race(timeout, body)
  }

  /// Runs `body` in a separate task. If `timeout` passes or the caller is cancelled, that task is cancelled, and the caller continues immediately.
  ///
  /// The task begins on the caller's thread. If it ends before it waits for anything, it needs neither a thread switch nor an alarm.
  ///
  /// - Parameter timeout: the time limit; nil for no limit. With zero, the work does not begin.
  /// - Throws: ``GraphQLClientError/timedOut(after:)``, `CancellationError`, and errors of `body`.
  static func race<Value: Sendable>(
    _ timeout: Duration?, on clock: AlarmClock = .shared,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    // Work that ends immediately might finish before the alarm.
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

  /// Creates a task that runs on the caller's thread until it waits for something, if the system supports that.
  private static func immediateTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediate { await body() }
    } else {
      Task { await body() }
    }
  }
}

/// Work, and the caller that waits for it. The first of three ends counts: the work's, the alarm's or the cancellation's.
private struct Race<Value: Sendable>: Sendable {
  /// A checked continuation would allocate memory. This one is resumed exactly once: by `wait` if it was not stored, or by the caller that removes it
  /// from `State.waiting` while holding the lock.
  typealias Continuation = UnsafeContinuation<Value, any Error>

  private enum State {
    case running
    case waiting(Continuation)
    case ended(Result<Value, any Error>)
  }

  private let state = Locked(State.running)

  /// The result; nil until the race has ended.
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

  /// - Parameter task: the work, which is cancelled before the caller continues; nil if it has ended.
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
