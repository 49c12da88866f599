import ApusPlatform
import ApusWebSocket

/// The silence after which the connections of a transport ping the server.
///
/// Proxies close quiet connections after a time that the client does not know, so it learns from each connection that ends. If the connection ended
/// in a silence longer than any it had survived, half of that becomes the new interval. If it had survived a longer one, it ended for another reason,
/// and the interval is reset to the configured one.
final class KeepAliveInterval: Sendable {
  private let configured: Duration?
  private let learned = Locked<Duration?>(nil)

  /// Shorter silences are caused by failing servers rather than proxies.
  private static let shortestSilence: Duration = .seconds(1)

  /// - Parameter configured: the maximum interval; nil for no pings at all.
  init(_ configured: Duration?) { self.configured = configured }

  var current: Duration? { learned.withLock { $0 } ?? configured }

  /// Learns from a connection that the server, or a proxy, has closed.
  func connectionEnded(_ silence: WebSocketSilence) {
    guard let current, silence.current >= Self.shortestSilence else { return }
    learned.withLock { learned in
      if silence.longest >= silence.current {
        learned = nil
      } else if silence.current < current {
        learned = silence.current / 2
      }
      // In all other cases, pings did not help.
    }
  }
}
