import ApusPlatform

/// Ends a response after a long silence. It uses a single alarm, which is set again if it goes off too early.
final class SilenceAlarm: Sendable {
  private struct State {
    /// The time since when a piece is awaited; nil while none is.
    var start: Duration?
    /// The alarm; nil before the first wait.
    var alarm: Int?
    var hasRung = false
  }

  private let state = Locked(State())
  private let limit: Duration
  private let clock: AlarmClock
  private let end: @Sendable () -> Void

  /// - Parameters:
  ///   - limit: the maximum time to wait for a piece.
  ///   - end: ends the response.
  init(_ limit: Duration, on clock: AlarmClock = .shared, end: @escaping @Sendable () -> Void) {
    self.limit = limit.asTimeout
    self.clock = clock
    self.end = end
  }

  deinit {
    if let alarm = state.withLock({ $0.alarm }) { clock.remove(alarm) }
  }

  /// Whether the alarm has ended the response.
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
      // While no piece is awaited, the reader is slow rather than the server.
      let left = state.start.map { $0 + limit - now } ?? limit
      if left > .zero { return left }
      state.hasRung = true
      return nil
    }
    if let left { set(for: left) } else { end() }
  }
}
