import ApusPlatform
import ApusWebSocket

/// The time for which the connections of a transport may be silent before the server is pinged.
///
/// Proxies end quiet connections after a time that a client does not know. So each connection that ends teaches the next: if it ended in
/// a silence that it had not outlasted before, half of that is the new interval. A connection that had outlasted a longer silence ended for another
/// reason, and the interval is the configured one again.
final class KeepAliveInterval: Sendable {
  private let configured: Duration?
  private let learned = Locked<Duration?>(nil)

  /// Shorter silences come from servers that break, not from proxies.
  private static let shortestSilence: Duration = .seconds(1)

  /// - Parameter configured: the longest interval; nil for none, whatever happens.
  init(_ configured: Duration?) { self.configured = configured }

  var current: Duration? { learned.withLock { $0 } ?? configured }

  /// Learns from a connection that the other side, or something in between, has ended.
  func connectionEnded(_ silence: WebSocketSilence) {
    guard let current, silence.current >= Self.shortestSilence else { return }
    learned.withLock { learned in
      if silence.longest >= silence.current {
        learned = nil
      } else if silence.current < current {
        learned = silence.current / 2
      }
      // Otherwise pings did not help.
    }
  }
}
