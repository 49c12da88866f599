import Apus
import ApusPlatform

/// The format of an operation's events in an HTTP response.
protocol StreamFormat: Sendable {
  /// The `Accept` field of the opening request.
  static var accept: String { get }
  /// The advice for a server that rejects the format.
  static var advice: String { get }

  /// Creates a reader for a response.
  ///
  /// - Returns: nil if the response has another format.
  init?(_ headers: GraphQLHTTPHeaders, maximumBytes: Int)

  /// Whether the server has announced the end.
  var isComplete: Bool { get }
  /// The element that ends a complete response, for an error.
  static var ending: String { get }
  /// The last identifier of an event, after which another response can continue; nil if no event had one.
  var lastIdentifier: String? { get }
  /// The delay before reconnecting that the server requested.
  var retryDelay: Duration? { get }

  /// Adds bytes of the body.
  ///
  /// - Returns: the events that they complete, each a GraphQL response as JSON.
  /// - Throws: ``GraphQLSubscriptionError``, ``GraphQLClientError``.
  mutating func read(_ bytes: Data) throws -> [Data]
}

/// Server-sent events, with one connection per operation.
///
/// Specification: <https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md#distinct-connections-mode>.
struct EventStreamFormat: StreamFormat {
  static let accept = "text/event-stream"
  static let advice = """
    if it has no event streams, set the client's `subscriptions` to GraphQLWebSocketTransport() or \
    GraphQLHTTPSubscriptionTransport(.multipart)
    """
  static let ending = "the event `complete`"

  private var reader: EventStreamReader
  private(set) var isComplete = false
  var lastIdentifier: String? { reader.lastIdentifier }
  var retryDelay: Duration? { reader.retryDelay }

  init?(_ headers: GraphQLHTTPHeaders, maximumBytes: Int) {
    let type = headers["Content-Type"].flatMap(GraphQLMediaType.init)?.description
    guard type == "text/event-stream" else { return nil }
    reader = EventStreamReader(maximumBytes: maximumBytes)
  }

  mutating func read(_ bytes: Data) throws -> [Data] {
    var events: [Data] = []
    for event in try reader.read(bytes) where !isComplete {
      switch event.name {
      // Some servers omit the name `next`.
      case "next", "message": if !event.data.isEmpty { events.append(event.data) }
      case "complete": isComplete = true
      default: break
      }
    }
    return events
  }
}

/// Multipart responses for subscriptions.
///
/// Specification: <https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol>.
struct MultipartSubscriptionFormat: StreamFormat {
  static let accept = #"multipart/mixed;boundary="graphql";subscriptionSpec=1.0,application/json"#
  static let advice = """
    if it has no multipart subscriptions, set the client's `subscriptions` to GraphQLWebSocketTransport() or \
    GraphQLHTTPSubscriptionTransport(.eventStream)
    """
  static let ending = "the last boundary"

  private var reader: MultipartReader

  init?(_ headers: GraphQLHTTPHeaders, maximumBytes: Int) {
    guard let reader = MultipartReader(headers, maximumBytes: maximumBytes) else { return nil }
    self.reader = reader
  }

  var isComplete: Bool { reader.isComplete }
  var lastIdentifier: String? { nil }
  var retryDelay: Duration? { nil }

  mutating func read(_ bytes: Data) throws -> [Data] {
    try reader.read(bytes).compactMap(Self.event)
  }

  /// The event of a part; nil for a heartbeat.
  private static func event(_ part: Data) throws -> Data? {
    let (payload, data, errors): (Range<Int>?, Range<Int>?, Range<Int>?)
    do {
      (payload, data, errors) = try part.withUnsafeBytes {
        try JSONMembers.ranges(of: "payload", "data", "errors", in: $0)
      }
    } catch {
      throw GraphQLSubscriptionError.invalidMessage(
        "a part is not a JSON object: \(String(decoding: part.prefix(200), as: UTF8.self))")
    }
    if let payload = payload.map(part.slice(at:)), payload.first == UInt8(ascii: "{") { return payload }
    if data != nil { return part }
    // The server, or a proxy in front of it, has ended the operation.
    return errors.map { SocketMessage.response(toErrors: part.slice(at: $0)) }
  }
}
