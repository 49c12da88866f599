import AsyncHTTPClient
import NIOHTTP1
import Synchronization

/// The connections of an HTTP client. They are closed when the last request that uses them has ended.
///
/// Over HTTP/1.1, an abandoned request closes its connection. Over HTTP/2 it only closes its stream, so a connection that has silently died would get
/// the next requests too. The transport therefore notices when no bytes arrive, and switches to another pool.
final class ConnectionPool: Sendable {
  private struct State {
    /// The time when bytes last arrived.
    var heard = ContinuousClock.now
    /// Whether the server uses HTTP/2; nil before its first response.
    var isHTTP2: Bool?
  }

  let client: HTTPClient
  private let state = Mutex(State())

  /// How long a slow server may be silent while callers abandon their requests.
  private static let usualSilence = Duration.milliseconds(500)
  /// A silence that is too long for any request, such as a stream that was open for hours.
  private static let longSilence = Duration.seconds(5)

  init(_ client: HTTPClient) { self.client = client }

  deinit {
    // No request is in flight, so no caller needs to know about an error.
    client.shutdown { _ in }
  }

  /// Notes that bytes arrived.
  func receivedBytes() { state.withLock { $0.heard = .now } }

  /// Notes a response.
  func receivedHead(_ version: HTTPVersion) {
    state.withLock { state in
      state.heard = .now
      state.isHTTP2 = version.major >= 2 || state.isHTTP2 == true
    }
  }

  /// Whether the connection of an abandoned request may be dead: no bytes arrived for half of the request's time, or for ``longSilence``.
  ///
  /// - Parameter start: the time when the request began.
  func mayBeDead(since start: ContinuousClock.Instant) -> Bool {
    let now = ContinuousClock.now
    let (heard, isHTTP2) = state.withLock { ($0.heard, $0.isHTTP2) }
    let silence = heard.duration(to: now)
    return isHTTP2 != false && silence >= Self.usualSilence
      && silence >= min(start.duration(to: now) / 2, Self.longSilence)
  }
}
