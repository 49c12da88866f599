import ApusPlatform

/// The closures that are called when a cache is cleared.
final class ClearObservers: Sendable {
  private struct State {
    var closures: [Int: @Sendable () -> Void] = [:]
    var next = 0
  }

  private let state = Locked(State())

  func add(_ closure: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.next += 1
      state.closures[state.next] = closure
      return state.next
    }
  }

  func remove(_ number: Int) {
    // The closure is released outside of the lock.
    _ = state.withLock { $0.closures.removeValue(forKey: number) }
  }

  /// Calls the closures, the oldest first.
  func notify() {
    let closures = state.withLock { $0.closures }
    for (_, closure) in closures.sorted(by: { $0.key < $1.key }) { closure() }
  }
}
