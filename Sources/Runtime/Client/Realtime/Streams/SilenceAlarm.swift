import ApusPlatform

/// Ends a response that brings nothing for too long: one alarm, which is set again when it rings too early.
final class SilenceAlarm: Sendable {
  private struct State {
    /// Since when a piece is waited for; nil while none is.
    var start: Duration?
    /// The alarm that is set; nil before the first wait.
    var alarm: Int?
    var hasRung = false
  }

  private let state = Locked(State())
  private let limit: Duration
  private let clock: AlarmClock
  private let end: @Sendable () -> Void

  /// - Parameters:
  ///   - limit: how long a piece may be waited for.
  ///   - end: ends the response.
  init(_ limit: Duration, on clock: AlarmClock = .shared, end: @escaping @Sendable () -> Void) {
    self.limit = limit.asTimeout
    self.clock = clock
    self.end = end
  }

  deinit {
    if let alarm = state.withLock({ $0.alarm }) { clock.remove(alarm) }
  }

  /// Whether it has ended the response.
  var hasRung: Bool { state.withLock { $0.hasRung } }

  /// Waits for a piece.
  func waiting<Piece: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ next: () async throws -> Piece
  ) async rethrows -> Piece {
    let now = clock.now
    let isSet = state.withLock { state in
      state.start = now
      return state.alarm != nil
    }
    if !isSet { set(for: limit) }
    defer { state.withLock { $0.start = nil } }
    return try await next()
  }

  private func set(for duration: Duration) {
    let alarm = clock.set(for: duration) { [weak self] in self?.ring() }
    state.withLock { $0.alarm = alarm }
  }

  private func ring() {
    let now = clock.now
    let left = state.withLock { state -> Duration? in
      // While nothing is waited for, the reader is slow, and not the server.
      let left = state.start.map { $0 + limit - now } ?? limit
      if left > .zero { return left }
      state.hasRung = true
      return nil
    }
    if let left { set(for: left) } else { end() }
  }
}
