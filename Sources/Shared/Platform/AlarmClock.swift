/// Calls closures at given times. A single sleeping task serves all of them. Most timeouts are equal, so a new alarm is hardly ever the next to go
/// off, and setting it needs no timer.
package final class AlarmClock: Sendable {
  /// The clock of the process.
  package static let shared = AlarmClock()

  private struct Alarm {
    /// The time since `start`. A `Duration` is copied as a number, but the standard library's instants through the runtime.
    let due: Duration
    let ring: @Sendable () -> Void
  }

  private struct State {
    var alarms: [Int: Alarm] = [:]
    var lastNumber = 0
    /// The time when the sleeping task wakes up; nil if there is none.
    var waking: Duration?
    var sleeper: Task<Void, Never>?
  }

  private let start = ContinuousClock.now
  private let state = Locked(State())

  package init() {}

  deinit {
    let sleeper = state.withLock { $0.sleeper }
    sleeper?.cancel()
  }

  /// Calls `ring` after a duration, unless the alarm is removed before.
  ///
  /// - Returns: the alarm's number.
  package func set(for duration: Duration, _ ring: @escaping @Sendable () -> Void) -> Int {
    let due = now + duration
    let (number, replaced) = state.withLock { state in
      state.lastNumber += 1
      state.alarms[state.lastNumber] = Alarm(due: due, ring: ring)
      return (state.lastNumber, wake(at: due, &state))
    }
    replaced?.cancel()
    return number
  }

  /// Removes an alarm and releases its closure.
  package func remove(_ number: Int) {
    // Released without holding the lock, because that may set or remove other alarms.
    let alarm = state.withLock { state in state.alarms.removeValue(forKey: number) }
    withExtendedLifetime(alarm) {}
  }

  /// The time since the clock was created.
  package var now: Duration { start.duration(to: .now) }

  /// The number of alarms that have neither rung nor been removed.
  package var count: Int { state.withLock { $0.alarms.count } }

  /// Wakes up when `due` has passed, or earlier.
  ///
  /// - Returns: the task that slept until now. The caller cancels it without holding the lock. A new one replaces it, so that only one task sleeps.
  private func wake(at due: Duration, _ state: inout State) -> Task<Void, Never>? {
    if let waking = state.waking, waking <= due { return nil }
    state.waking = due
    let replaced = state.sleeper
    state.sleeper = Task.detached { [weak self, start] in
      guard (try? await Task.sleep(until: start + due, clock: .continuous)) != nil else { return }
      self?.ring(wokenAt: due)
    }
    return replaced
  }

  private func ring(wokenAt waking: Duration) {
    let now = now
    let due = state.withLock { state in
      let due = state.alarms.filter { $0.value.due <= now }
      for number in due.keys { state.alarms[number] = nil }
      if state.waking == waking {
        state.waking = nil
        state.sleeper = nil
        // The sleeping task has just ended, so none needs to be cancelled.
        if let next = state.alarms.values.map(\.due).min() { _ = wake(at: next, &state) }
      }
      return due.values.sorted { $0.due < $1.due }.map(\.ring)
    }
    for ring in due { ring() }
  }
}
