import ApusPlatform

/// The lock of those who write. A thread may take it several times; a task waits for it without a thread.
///
/// It is `Sendable` because `depth` is only accessed by the thread that holds `mutex`.
final class WriterLock: @unchecked Sendable {
  private let mutex = RecursiveLock()
  /// The number of times that its thread has taken the lock.
  private var depth = 0
  /// The tasks that try again when the lock is free.
  private let waiters = Locked<[CheckedContinuation<Void, Never>]>([])

  /// Takes the lock; blocks the thread until it is free.
  func lock() {
    mutex.lock()
    depth += 1
  }

  func unlock() {
    depth -= 1
    let isFree = depth == 0
    mutex.unlock()
    if isFree { wakeNext() }
  }

  /// Runs `body` with the lock. Until it is free, the task is suspended.
  func run<Result: Sendable>(_ body: @Sendable () throws -> Result) async rethrows -> Result {
    while true {
      if let result = try runIfFree(body) { return result }
      await withCheckedContinuation { continuation in
        waiters.withLock { $0.append(continuation) }
        // The thread that held the lock may have freed it before the continuation was noted.
        if mutex.try() { mutex.unlock(); wakeNext() }
      }
    }
  }

  /// - Returns: nil if another thread holds the lock.
  private func runIfFree<Result>(_ body: () throws -> Result) rethrows -> Result? {
    guard mutex.try() else { return nil }
    depth += 1
    defer { unlock() }
    return try body()
  }

  /// Resumes the task that has waited longest. It wakes the next one when it is done.
  private func wakeNext() {
    let next = waiters.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    next?.resume()
  }
}
