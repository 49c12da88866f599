import AsyncHTTPClient
import NIOHTTP1
import Synchronization

/// The connections of an HTTP client, which are closed when the last request that uses them has ended.
///
/// Over HTTP/1.1 a request that is given up closes its connection. Over HTTP/2 it only closes its stream: a connection that died without a
/// word would get the next requests, too. So the transport notices when nothing comes, and takes another pool.
final class ConnectionPool: Sendable {
  private struct State {
    /// When something came last.
    var heard = ContinuousClock.now
    /// Whether the server speaks HTTP/2; nil if none has answered.
    var isHTTP2: Bool?
  }

  let client: HTTPClient
  private let state = Mutex(State())

  /// For how long a server that is only slow may say nothing while its callers leave.
  private static let usualSilence = Duration.milliseconds(500)
  /// A silence that is long for any request, such as a stream that was open for hours.
  private static let longSilence = Duration.seconds(5)

  init(_ client: HTTPClient) { self.client = client }

  deinit {
    // Nothing is under way, so there is nobody to tell of an error.
    client.shutdown { _ in }
  }

  /// Notes that something came.
  func receivedBytes() { state.withLock { $0.heard = .now } }

  /// Notes a response.
  func receivedHead(_ version: HTTPVersion) {
    state.withLock { state in
      state.heard = .now
      state.isHTTP2 = version.major >= 2 || state.isHTTP2 == true
    }
  }

  /// Whether the connection of a request that is given up may be dead: nothing came for half of the request's time, or for long.
  ///
  /// - Parameter start: when the request began.
  func mayBeDead(since start: ContinuousClock.Instant) -> Bool {
    let now = ContinuousClock.now
    let (heard, isHTTP2) = state.withLock { ($0.heard, $0.isHTTP2) }
    let silence = heard.duration(to: now)
    return isHTTP2 != false && silence >= Self.usualSilence
      && silence >= min(start.duration(to: now) / 2, Self.longSilence)
  }
}
