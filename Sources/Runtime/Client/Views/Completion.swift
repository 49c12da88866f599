import ApusPlatform

/// Something that ends once, and that tasks wait for. A task that is cancelled waits no longer.
package final class Completion: Sendable {
  private struct State {
    var isOver = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var next = 0
  }

  private let state = Locked(State())

  package init() {}

  /// Waits until it is over, or the task is cancelled.
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

  /// It is over.
  package func finish() {
    let waiters = state.withLock { state in
      state.isOver = true
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }
}
