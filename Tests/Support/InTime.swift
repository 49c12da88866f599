import Foundation

/// Runs what would wait forever if a rule were broken: the test then fails instead of hanging, even if the work ignores its cancellation.
///
/// - Parameters:
///   - what: what the test waits for, such as "the end of the request".
///   - limit: how long to wait at most, on a machine that has nothing else to do.
///   - body: the work.
/// - Throws: ``WaitedInVain`` after the limit, and the errors of `body`.
package func inTime<Value: Sendable>(
  _ what: String, within limit: Duration = .seconds(120), fileID: String = #fileID, line: Int = #line,
  _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let task = Task(operation: body)
  let end = First<Value>()
  return try await withCheckedThrowingContinuation { continuation in
    let alarm = Task {
      // Each step needs a turn, as the work does.
      for _ in 0..<1000 { try await Task.sleep(for: limit / 1000) }
      task.cancel()
      let error = WaitedInVain(description: "\(fileID):\(line): waited \(limit) in vain for \(what)")
      end.resume(continuation, with: .failure(error))
    }
    Task {
      end.resume(continuation, with: await task.result)
      alarm.cancel()
    }
  }
}

/// Lets the first of two results through.
///
/// Why it is `Sendable`: `lock` guards `isOver`.
private final class First<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var isOver = false

  func resume(_ continuation: CheckedContinuation<Value, any Error>, with result: Result<Value, any Error>) {
    let isFirst = lock.withLock {
      defer { isOver = true }
      return !isOver
    }
    if isFirst { continuation.resume(with: result) }
  }
}
