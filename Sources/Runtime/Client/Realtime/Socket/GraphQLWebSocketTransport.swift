import Apus
import ApusWebSocket
import ApusPlatform

/// Sends subscriptions over a WebSocket. All operations of a client share one connection, which is opened when the first one needs it.
///
/// It supports graphql-transport-ws, and the older graphql-ws if the server chooses that. If the connection is lost, it is opened again, and the
/// active subscriptions are sent again.
/// ```swift
/// client.subscriptions = GraphQLWebSocketTransport(url: url) { initialization in
///   ["authorization": .string(initialization.wasRejected ? try await session.refresh("") : await session.token ?? "")]
/// }
/// ```
/// Queries and mutations can use the same connection: `client.transport = socket`.
///
/// The transport uses libcurl on Linux and `URLSession` on Apple systems.
///
/// Operations share a connection if their URL, header fields, interceptors and connection payload are equal; others get a separate connection. An
/// operation never moves to a connection of another user: ``GraphQLReconnectPolicy/user``. When a user signs out, ``close()`` ends that user's
/// operations.
public final class GraphQLWebSocketTransport: GraphQLSubscriptionTransport, GraphQLTransport {
  /// The settings of a transport.
  public struct Configuration: Sendable {
    /// The URL of the WebSocket; nil for the client's URL. `http` is replaced with `ws`, and `https` with `wss`.
    var url: URL?
    /// Makes the credentials for a server that expects them elsewhere, out of the request that would open the connection; `nil` for most servers. Such a
    /// server speaks graphql-ws, and only accepts subscriptions. The closure is called for each attempt to connect, in a task: it delays only its own
    /// connection.
    public var authorization:
      (@Sendable (GraphQLHTTPRequest) throws -> GraphQLWebSocketTransport.Authorization)?
    /// The policy for reconnecting after a connection was lost.
    public var reconnect = GraphQLReconnectPolicy()
    /// The time limit for the server to acknowledge a connection.
    public var acknowledgementTimeout: Duration = .seconds(10)
    /// The time for which a connection without operations stays open.
    public var idleTimeout: Duration = .seconds(5)
    /// The silence after which the client sends a ping. After the same time without a reply, the connection is considered lost. `nil` disables pings.
    ///
    /// If a proxy closes quiet connections earlier, pings become more frequent: after a connection that ended in silence, the next one is pinged
    /// after half of that silence.
    public var keepAlive: Duration? = .seconds(30)
    /// The maximum size of an incoming message in bytes. Larger messages close the connection with code 1009.
    public var maximumMessageBytes = 64 << 20

    /// Called when the server sends a message type that is not part of the protocol. The message is ignored, and the connection stays open.
    ///
    /// By default, each type is logged once: to the system's log on Apple systems, and to standard error elsewhere. `nil` reports nothing.
    ///
    /// The closure is called for one message after the other, outside of the connection's thread: a slow one does not delay other messages. While it
    /// runs, at most 1,000 messages wait for it, and further ones are not reported.
    public var onUnknownMessage: (@Sendable (_ type: String) -> Void)? = {
      UnknownMessageLog.shared.report($0)
    }

    /// Whether the server closed a connection because of its credentials. If so, new ones are requested once, from the payload's closure or the
    /// interceptors, and the connection is opened again. By default, this is true for ``unauthorizedCodes``, and for code 4400 with a reason that
    /// mentions a token.
    ///
    /// The parameters come from the Close frame. A message of type `connection_error`, or of type `error` without the id of an operation, counts as
    /// code 4403 with its payload as the reason.
    ///
    /// The closure is called in a task, after the connection has ended.
    public var isRejected: @Sendable (_ code: Int, _ reason: String) -> Bool = { code, reason in
      // Not just any token: "Unexpected token <" is about JSON.
      let phrases = ["jwt", "authoriz", "authenticat", "token expired", "expired token", "invalid token"]
      let speaksOfToken = phrases.contains { reason.lowercased().contains($0) }
      return unauthorizedCodes.contains(code) || (code == 4400 && speaksOfToken)
    }

    /// The codes with which servers reject credentials: 4401 and 4403 are part of the protocols, 3000 and 3003 of the registry of codes. Servers that
    /// use neither send 1008 or 4001.
    public static let unauthorizedCodes: Set<Int> = [1008, 3000, 3003, 4001, 4401, 4403]

    #if os(Linux)
      /// The settings of libcurl: proxy, certificates, Unix domain socket.
      public var curl = GraphQLCurlTransport.Configuration()
    #endif

    var connectionPayload:
      (@Sendable (GraphQLWebSocketTransport.Initialization) async throws -> GraphQLValue?)?
    var clock = AlarmClock.shared

    /// Creates the default configuration, which suits most servers.
    public init() {}

    var limits: WebSocketLimits {
      WebSocketLimits(maximumMessageBytes: max(maximumMessageBytes, 1), keepAlive: keepAlive)
    }
  }

  private let opener: SocketOpener
  let links = SocketLinks()
  private let hub = WebSocketStateHub()

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - url: the URL of the WebSocket; nil for the client's URL.
  ///   - configuration: the settings of the connections.
  ///   - connectionPayload: creates the payload of `connection_init`, in which many servers expect a token. It is called for each operation,
  ///     because only operations with equal payloads share a connection; again when a lost connection is reopened; and once more if the server
  ///     rejects the payload.
  public convenience init(
    url: URL? = nil, configuration: Configuration = Configuration(),
    connectionPayload: (@Sendable (GraphQLWebSocketTransport.Initialization) async throws -> GraphQLValue?)? =
      nil
  ) {
    var configuration = configuration
    if let url { configuration.url = url }
    configuration.connectionPayload = connectionPayload
    #if os(Linux)
      self.init(configuration, CurlWebSocketConnector(configuration: configuration.curl))
    #else
      self.init(configuration, URLSessionWebSocketConnector())
    #endif
  }

  init(_ configuration: Configuration, _ connector: any WebSocketConnector) {
    opener = SocketOpener(connector: connector, configuration: configuration)
  }

  deinit {
    for link in links.removeAll() { link.shutDown(CancellationError()) }
  }

  /// The current state of the connection, then each change. The sequence ends when the task that reads it is cancelled, or when
  /// the transport is deallocated.
  ///
  /// A slow reader misses old states, but never the latest.
  public var states: AsyncStream<GraphQLWebSocketTransport.State> { hub.states() }

  public func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
    try Task.checkCancellation()
    guard request.body.first == UInt8(ascii: "{") else {
      throw GraphQLClientError.invalidRequest(
        "GraphQLWebSocketTransport does not support batches or file uploads")
    }
    let identity = SocketIdentity(
      opener.configuration.url ?? request.http.url, request.http.headers,
      interceptors: request.interceptorIdentity,
      payload: try await opener.configuration.connectionPayload?(GraphQLWebSocketTransport.Initialization()))
    var credentials = ConnectionCredentials(request.http, payload: identity.payload ?? .null)
    if !request.interceptors.isEmpty { credentials.headers = nil }
    var (link, isNew) = links.link(of: identity) { SocketLink(identity, opener, hub, links) }
    if !isNew, !request.interceptors.isEmpty {
      // The interceptors may have another user's credentials by now.
      credentials.headers = try await opener.credentials(for: request)?.headers
      if !link.serves(credentials) {
        link = links.replace(link, of: identity) { SocketLink(identity, opener, hub, links) }
      }
    }
    // The events retain the transport, and with it the connection.
    return link.start(request, for: credentials, keeping: self)
  }

  public func close() {
    for link in links.removeAll() { link.shutDown(GraphQLSubscriptionError.closedByClient) }
  }

  public func reconnect() {
    for link in links.all { link.reconnect() }
  }

  /// Sends a query or a mutation over the connection, and waits for its response.
  ///
  /// If the connection is lost, the operation fails unless it is idempotent. An idempotent one is sent again.
  public func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    guard request.method != .get, case .bytes = request.body else {
      throw GraphQLClientError.invalidRequest(
        "GraphQLWebSocketTransport does not support operations in a URL or file uploads")
    }
    if opener.configuration.authorization != nil {
      throw GraphQLClientError.invalidRequest(
        "a WebSocket with an `authorization` only supports subscriptions")
    }
    let operation = GraphQLSubscriptionRequest(http: request, resubscribes: request.isIdempotent)
    do {
      for try await event in try await events(for: operation) {
        return GraphQLHTTPResponse(graphQL: event)
      }
    } catch let error as GraphQLSubscriptionError where request.mustBeSentOnce && error.leavesOutcomeUnknown {
      throw GraphQLClientError.outcomeUnknown(error)
    } catch let error as GraphQLSubscriptionError where isRejectionOfCredentials(error) {
      // As an HTTP response, so that interceptors get new credentials. The operation was not executed.
      return GraphQLHTTPResponse(
        status: 401, headers: ["Content-Type": "text/plain"], body: Data("\(error)".utf8))
    } catch let error where !(error is GraphQLClientError || error is CancellationError) {
      // The operation was sent and is not sent again, so it was interrupted.
      throw GraphQLClientError.transport(error)
    }
    let failure = GraphQLSubscriptionError.invalidMessage("an operation was completed without a response")
    throw request.mustBeSentOnce ? GraphQLClientError.outcomeUnknown(failure) : .transport(failure)
  }
}

extension GraphQLWebSocketTransport {
  /// Whether the server rejected the credentials of the connection.
  private func isRejectionOfCredentials(_ error: GraphQLSubscriptionError) -> Bool {
    switch error {
    case .closed(let code, let reason): opener.configuration.isRejected(code, reason)
    case .rejected(let failure, _): failure.status == 401
    default: false
    }
  }
}

extension GraphQLSubscriptionError {
  /// Whether an operation that fails with this error may have been sent.
  fileprivate var leavesOutcomeUnknown: Bool {
    switch self {
    case .interrupted, .closedByClient, .bufferFull: true
    default: false
    }
  }
}
