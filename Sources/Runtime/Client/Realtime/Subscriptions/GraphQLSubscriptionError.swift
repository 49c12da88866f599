import Apus
import ApusPlatform

/// The reason why a subscription ended before the server completed it.
///
/// Errors of the operation itself are ``GraphQLClientError/graphQL(_:)``.
///
/// ```swift
/// do {
///   for try await data in client.subscribe(to: NowPlayingSubscription()) { print(data.nowPlaying.track.title) }
/// } catch GraphQLSubscriptionError.closed(let code, let reason) {
///   print("The server closed the connection:", code, reason)
/// }
/// ```
public enum GraphQLSubscriptionError: Error, Sendable {
  /// The server responded to the opening request, but did not accept the requested protocol.
  case rejected(GraphQLHTTPFailure, advice: String)
  /// The server closed the connection with this code. Reconnecting would not help, or was attempted often enough.
  case closed(code: Int, reason: String)
  /// The connection was lost or could not be established, and the reconnect policy does not allow another attempt.
  case connectionLost(any Error)
  /// The connection was opened, but the server did not acknowledge the subscription protocol in time.
  case notAcknowledged(after: Duration)
  /// The server sent an invalid message.
  case invalidMessage(String)
  /// The connection was lost while the subscription was active, and ``GraphQLSubscriptionOptions/resubscribes`` is false.
  case interrupted
  /// The client closed the connection: ``GraphQLClient/close()``.
  case closedByClient
  /// The unread events exceeded the size in ``GraphQLSubscriptionBuffer/suspend(maximumBytes:)``. Earlier events were delivered.
  case bufferFull(maximumBytes: Int)
  /// A response over HTTP ended before the server completed the operation, although the connection was not lost.
  case incomplete(missing: String)
  /// A response over HTTP delivered nothing for longer than `maximumSilence`, and the reconnect policy does not allow another attempt.
  case silent(for: Duration)
  /// The transport is not available on this system.
  case unavailable(String)
}

extension GraphQLSubscriptionError: LocalizedError, CustomStringConvertible {
  public var description: String {
    switch self {
    case .rejected(let failure, let advice):
      "the server rejected the subscription: status \(failure); \(advice)"
    case .closed(let code, let reason):
      "the server closed the connection with code \(code)\(Self.meaning(of: code))\(reason.isEmpty ? "" : ": \(reason)")"
    case .connectionLost(let error):
      "the connection was lost: \(GraphQLConnectionError(error)?.reason ?? "\(error)")"
    case .notAcknowledged(let timeout): "the server did not acknowledge the connection within \(timeout)"
    case .invalidMessage(let reason): "the server violated the protocol: \(reason)"
    case .interrupted: "the connection broke while the subscription was active"
    case .closedByClient: "the client closed the connection"
    case .bufferFull(let maximumBytes):
      """
      events came faster than they were read, and more than \(maximumBytes) bytes of them waited: read faster, allow more by \
      `buffer: .suspend(maximumBytes:)`, or drop old events by `.newest(limit:)`
      """
    case .incomplete(let missing):
      """
      the stream ended without \(missing): the server or a proxy broke it off, and what it sent would come twice if the operation \
      were sent again
      """
    case .silent(let limit):
      "the server sent nothing, not even a heartbeat, for \(limit) (`maximumSilence`)"
    case .unavailable(let reason): reason
    }
  }

  public var errorDescription: String? { description }

  /// The meaning of a code in the subscription protocols.
  private static func meaning(of code: Int) -> String {
    switch code {
    case 1008: " (policy violation)"
    case 3000: " (unauthorized)"
    case 3003: " (forbidden)"
    case 4400: " (a message that it cannot read)"
    case 4401: " (not authorized)"
    case 4403: " (forbidden)"
    case 4406: " (none of the offered subprotocols)"
    case 4408: " (connection_init came too late)"
    case 4409: " (an identifier in use)"
    case 4429: " (connection_init came twice)"
    case 4500: " (an error of the server)"
    default: ""
    }
  }
}
