import ApusPlatform

/// An event that occurs once, for tasks to wait for. A cancelled task stops waiting.
package final class Completion: Sendable {
  private struct State {
    var isOver = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var next = 0
  }

  private let state = Locked(State())

  package init() {}

  /// Waits until the event has occurred, or the task is cancelled.
  package func wait() async {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.isOver || Task.isCancelled { return true }
          state.waiters[number] = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
  }

  /// Marks the event as having occurred.
  package func finish() {
    let waiters = state.withLock { state in
      state.isOver = true
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }
}
