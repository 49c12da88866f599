/// Calls closures when their time has come. One sleeping task serves all of them: most timeouts are equal, so a new alarm is
/// hardly ever the first to ring, and setting one costs no timer.
final class AlarmClock: Sendable {
  /// The clock of the process.
  static let shared = AlarmClock()

  private struct Alarm {
    let instant: ContinuousClock.Instant
    let ring: @Sendable () -> Void
  }

  private struct State {
    var alarms: [Int: Alarm] = [:]
    var lastNumber = 0
    /// When the sleeping task wakes; nil when none sleeps.
    var waking: ContinuousClock.Instant?
    var sleeper: Task<Void, Never>?
  }

  private let state = Locked(State())

  deinit { state.withLock { $0.sleeper }?.cancel() }

  /// Calls `ring` after some time, unless the alarm is removed before.
  ///
  /// - Returns: the alarm's number.
  func set(for duration: Duration, _ ring: @escaping @Sendable () -> Void) -> Int {
    let instant = ContinuousClock.now + duration
    return state.withLock { state in
      state.lastNumber += 1
      state.alarms[state.lastNumber] = Alarm(instant: instant, ring: ring)
      wake(at: instant, &state)
      return state.lastNumber
    }
  }

  /// Forgets an alarm, and all that its closure holds.
  func remove(_ number: Int) {
    // Released outside of the lock: what goes with it may set or remove alarms.
    let alarm = state.withLock { state in state.alarms.removeValue(forKey: number) }
    withExtendedLifetime(alarm) {}
  }

  /// Wakes at `instant` at the latest.
  private func wake(at instant: ContinuousClock.Instant, _ state: inout State) {
    if let waking = state.waking, waking <= instant { return }
    state.waking = instant
    // One task sleeps, and not one more for each alarm that rings earlier than those before.
    state.sleeper?.cancel()
    state.sleeper = Task.detached { [weak self] in
      guard (try? await Task.sleep(until: instant, clock: .continuous)) != nil else { return }
      self?.ring(wokenAt: instant)
    }
  }

  private func ring(wokenAt instant: ContinuousClock.Instant) {
    let now = ContinuousClock.now
    let due = state.withLock { state -> [@Sendable () -> Void] in
      let due = state.alarms.filter { $0.value.instant <= now }
      for number in due.keys { state.alarms[number] = nil }
      if state.waking == instant {
        state.waking = nil
        state.sleeper = nil
        if let next = state.alarms.values.map(\.instant).min() { wake(at: next, &state) }
      }
      return due.values.sorted { $0.instant < $1.instant }.map(\.ring)
    }
    for ring in due { ring() }
  }
}
