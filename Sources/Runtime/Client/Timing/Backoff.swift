import ApusPlatform

/// The pauses between attempts: they double from the first to the maximum, reduced by random jitter of up to 50 % so that clients do not return
/// together.
package struct Backoff {
  private let first: Duration
  private let maximum: Duration

  /// - Parameters:
  ///   - first: the pause after the first failure.
  ///   - maximum: the maximum pause.
  package init(first: Duration, maximum: Duration) {
    self.first = first.asTimeout
    self.maximum = maximum.asTimeout
  }

  /// The pause after this many failures in a row, without jitter.
  func longestPause(afterFailures count: Int) -> Duration {
    var pause = first
    // Bounded, because there may be a million failures.
    for _ in 1..<min(max(count, 1), 64) where pause < maximum { pause *= 2 }
    return min(pause, maximum)
  }

  /// The pause after this many failures in a row.
  package func pause(afterFailures count: Int) -> Duration {
    longestPause(afterFailures: count) * Double.random(in: 0.5...1)
  }
}
