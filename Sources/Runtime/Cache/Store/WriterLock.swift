import ApusPlatform

/// The lock of those who write. A thread may take it several times; a task waits for it without a thread.
///
/// It is `Sendable` because `depth` is only accessed by the thread that holds `mutex`.
final class WriterLock: @unchecked Sendable {
  private struct Waiting {
    /// The tasks that try again when the lock is free.
    var tasks: [CheckedContinuation<Void, Never>] = []
    /// The threads that wait, and the tasks that were woken and have not tried yet: each of them takes the lock, or waits again, and frees it
    /// later.
    var awake = 0
  }

  private let mutex = RecursiveLock()
  /// The number of times that its thread has taken the lock.
  private var depth = 0
  private let waiting = Locked(Waiting())

  /// Takes the lock; blocks the thread until it is free.
  func lock() {
    if !mutex.try() {
      waiting.withLock { $0.awake += 1 }
      mutex.lock()
      waiting.withLock { $0.awake -= 1 }
    }
    depth += 1
  }

  func unlock() {
    depth -= 1
    let isFree = depth == 0
    mutex.unlock()
    if isFree { wakeNext() }
  }

  /// Runs `body` with the lock. Until it is free, the task is suspended.
  ///
  /// - Parameter afterOthers: whether those who wait already get the lock first. Long work in slices would keep it from them, because a lock that was
  ///   just freed is taken by whoever is running.
  func run<Result: Sendable>(
    afterOthers: Bool = false, _ body: @Sendable () throws -> Result
  ) async rethrows -> Result {
    var wasWoken = false
    if afterOthers, waiting.withLock({ $0.awake > 0 || !$0.tasks.isEmpty }) {
      await wait(wasWoken: false)
      wasWoken = true
    }
    while true {
      if mutex.try() {
        depth += 1
        defer { unlock() }
        if wasWoken { waiting.withLock { $0.awake -= 1 } }
        return try body()
      }
      await wait(wasWoken: wasWoken)
      wasWoken = true
    }
  }

  /// Suspends the task until somebody frees the lock. It counts as awake then.
  private func wait(wasWoken: Bool) async {
    await withCheckedContinuation { continuation in
      let othersAreAwake = waiting.withLock { waiting in
        if wasWoken { waiting.awake -= 1 }
        waiting.tasks.append(continuation)
        return waiting.awake > 0
      }
      // Whoever is awake takes and frees the lock later. Otherwise, the thread that held it may have freed it before the continuation was noted.
      if !othersAreAwake, mutex.try() { mutex.unlock(); wakeNext() }
    }
  }

  /// Resumes the task that has waited longest. It wakes the next one when it is done.
  private func wakeNext() {
    let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
      if waiting.tasks.isEmpty { return nil }
      waiting.awake += 1
      return waiting.tasks.removeFirst()
    }
    next?.resume()
  }
}
