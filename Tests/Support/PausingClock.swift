/// A clock that stands still, and runs a closure in place of each pause.
package struct PausingClock: Clock {
  package struct Instant: InstantProtocol {
    fileprivate let offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private let pause: @Sendable (Duration) async throws -> Void

  /// - Parameter pause: receives the length of each pause; what it throws, the sleeper throws.
  package init(_ pause: @escaping @Sendable (Duration) async throws -> Void) { self.pause = pause }

  package var now: Instant { Instant(offset: .zero) }
  package var minimumResolution: Duration { .zero }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await pause(deadline.offset)
  }
}
