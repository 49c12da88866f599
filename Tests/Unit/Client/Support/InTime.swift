import ApusConcurrency

@testable import ApusClient

/// Work that did not end in time, whether or not it takes notice of being cancelled.
struct TookTooLong: Error {}

/// Runs what waits for ever where a rule is broken: the test then fails instead of hanging.
func inTime<Value: Sendable>(
  _ limit: Duration = .seconds(120), _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let task = Task(operation: body)
  let isOver = Locked(false)
  return try await withCheckedThrowingContinuation { continuation in
    @Sendable func end(_ result: Result<Value, any Error>) {
      let isFirst = isOver.withLock { isOver in
        defer { isOver = true }
        return !isOver
      }
      if isFirst { continuation.resume(with: result) }
    }
    let alarm = Task {
      try await Task.sleep(for: limit)
      task.cancel()
      end(.failure(TookTooLong()))
    }
    Task {
      end(await task.result)
      alarm.cancel()
    }
  }
}
