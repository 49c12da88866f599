import Apus
import ApusPlatform
import ApusWebSocket

/// Opens connections that can carry operations: runs the client's interceptors, the handshake, and `connection_init` up to its acknowledgement.
struct SocketOpener: Sendable {
  let connector: any WebSocketConnector
  let configuration: GraphQLWebSocketTransport.Configuration
  let keepAlive: KeepAliveInterval
  let unknownMessages: UnknownMessageReports

  init(connector: any WebSocketConnector, configuration: GraphQLWebSocketTransport.Configuration) {
    self.connector = connector
    self.configuration = configuration
    keepAlive = KeepAliveInterval(configuration.keepAlive)
    unknownMessages = UnknownMessageReports(configuration.onUnknownMessage)
  }

  /// A connection that the server has acknowledged.
  struct Opened: Sendable {
    let connection: any WebSocketConnection
    let dialect: SocketDialect
    let authorization: GraphQLWebSocketTransport.Authorization?
    /// The header fields of the opening request after the interceptors.
    let headers: GraphQLHTTPHeaders
    /// The payload of `connection_init`.
    let payload: GraphQLValue?
    /// The credentials of the connection's user.
    let credentials: ConnectionCredentials

    /// The message that starts an operation.
    func start(_ id: Int, _ request: GraphQLSubscriptionRequest) -> Data {
      dialect.subscribe(id, authorization?.payload(request.body) ?? request.body)
    }
  }

  /// Keeps an opened connection until it is taken, and closes it if nobody takes it.
  private final class Handover: Sendable {
    private let state = Locked<(opened: Opened?, isOver: Bool)>((nil, false))
    /// The last rejection that the interceptors have seen.
    let rejection = Locked<SocketRejection?>(nil)

    func put(_ opened: Opened) {
      let unwanted = state.withLock { state -> Opened? in
        if state.isOver { return opened }
        defer { state.opened = opened }
        return state.opened
      }
      unwanted?.connection.close(1000, "")
    }

    func take() -> Opened? {
      state.withLock { state in
        state.isOver = true
        defer { state.opened = nil }
        return state.opened
      }
    }
  }

  /// Called with the credentials of an opening request before it is sent. If it throws, opening ends.
  ///
  /// Renewed credentials replace those that the server has just rejected, so they belong to the same user.
  typealias Present = @Sendable (_ credentials: ConnectionCredentials, _ areRenewed: Bool) throws -> Void

  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - rejected: the rejection of the last connection. The server is not asked again with the same credentials.
  ///   - present: called with the header fields that the interceptors set.
  ///   - payload: creates the payload of `connection_init`.
  /// - Throws: ``SocketRejection``, ``GraphQLSubscriptionError``, ``GraphQLClientError``, ``WebSocketClosure``, errors of interceptors, or
  ///   `CancellationError`.
  func open(
    _ request: GraphQLSubscriptionRequest, after rejected: SocketRejection? = nil,
    present: @escaping Present = { _, _ in }, payload: @escaping @Sendable () async throws -> GraphQLValue?
  ) async throws -> Opened {
    if let rejected, rejected.wasOpen, !request.interceptors.isEmpty {
      do {
        return try await open(request, telling: rejected, after: rejected, present, payload)
      } catch is SocketRejection where configuration.connectionPayload != nil {
        // No interceptor has new credentials, but the payload may contain them.
      }
    }
    return try await open(request, telling: nil, after: rejected, present, payload)
  }

  /// The credentials with which the interceptors would open a connection now. No connection is opened.
  ///
  /// - Returns: nil if an interceptor responds instead of the server.
  func credentials(for request: GraphQLSubscriptionRequest) async throws -> ConnectionCredentials? {
    let credentials = Locked<ConnectionCredentials?>(nil)
    do {
      _ = try await request.open(Self.opening(request)) { request in
        credentials.withLock { $0 = ConnectionCredentials(request) }
        return GraphQLHTTPResponse(status: 101)
      }
    } catch {
      throw Self.cause(of: error)
    }
    return credentials.withLock { $0 }
  }

  /// The request that opens a connection for an operation.
  private static func opening(_ request: GraphQLSubscriptionRequest) -> GraphQLHTTPRequest {
    var opening = request.http
    opening.method = .get
    opening.body = .none
    opening.headers["Content-Type"] = nil
    opening.headers["Accept"] = nil
    opening.url = httpURL(opening.url)
    // It contains no operation. Interceptors that repeat requests leave that to the transport.
    if request.interceptors.isEmpty { opening.isIdempotent = true }
    return opening
  }

  /// - Parameter told: a response for the interceptors instead of the server's, as long as they use the rejected credentials.
  private func open(
    _ request: GraphQLSubscriptionRequest, telling told: SocketRejection?, after rejected: SocketRejection?,
    _ present: @escaping Present, _ payload: @escaping @Sendable () async throws -> GraphQLValue?
  ) async throws -> Opened {
    let handover = Handover()
    let wasRejected = Locked(false)
    do {
      let response = try await request.open(Self.opening(request)) { request in
        try present(ConnectionCredentials(request), wasRejected.withLock { $0 })
        let response: GraphQLHTTPResponse
        if let told, told.headers == request.headers {
          handover.rejection.withLock { $0 = told }
          response = told.response
        } else {
          response = try await connect(request, payload, after: rejected, handover)
        }
        wasRejected.withLock { $0 = 400..<500 ~= response.status }
        return response
      }
      if let opened = handover.take() {
        // An interceptor may have replaced the server's response. Its response decides, so the open connection is not used.
        if response.status == 101 { return opened }
        opened.connection.close(1000, "")
      }
      if response.status == 401, let rejection = handover.rejection.withLock({ $0 }) { throw rejection }
      throw GraphQLSubscriptionError.rejected(GraphQLHTTPFailure(response), advice: Self.advice(response))
    } catch {
      handover.take()?.connection.close(1000, "")
      // A later attempt to open the connection had another user's credentials.
      if case GraphQLClientError.credentialsChanged = error { throw UserChange() }
      throw Self.cause(of: error)
    }
  }

  /// The error that `connectionPayload` threw.
  private struct PayloadFailure: Error { let error: any Error }

  /// The error of a socket or the caller, without the wrapper that the interceptor chain adds to errors of transports.
  private static func cause(of error: any Error) -> any Error {
    switch error {
    case GraphQLClientError.transport(let failure as PayloadFailure): failure.error
    case GraphQLClientError.transport(let change as UserChange): change
    case GraphQLClientError.transport(let error as GraphQLSubscriptionError): error
    case GraphQLClientError.transport(let closure as WebSocketClosure): closure
    default: error
    }
  }

  /// The URL of the opening request, with an HTTP scheme.
  private static func httpURL(_ url: URL) -> URL {
    var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    switch url.scheme?.lowercased() {
    case "ws": components?.scheme = "http"
    case "wss": components?.scheme = "https"
    default: return url
    }
    return components?.url ?? url
  }

  private func connect(
    _ first: GraphQLHTTPRequest, _ makePayload: @Sendable () async throws -> GraphQLValue?,
    after rejected: SocketRejection?, _ handover: Handover
  ) async throws -> GraphQLHTTPResponse {
    handover.rejection.withLock { $0 = nil }
    let authorization = try configuration.authorization?(first)
    var request = authorization?.opening ?? first
    let dialects = authorization == nil ? SocketDialect.allCases : [.legacyWS]
    var limits = configuration.limits
    limits.pingInterval = keepAlive.current
    for _ in 0..<10 {
      let opening = try await connector.connect(
        request, subprotocols: dialects.map(\.rawValue), limits: limits)
      switch opening {
      case .rejected(let response):
        guard let redirected = request.redirected(by: response) else { return response }
        guard Origin(redirected.url) == Origin(request.url) else {
          throw GraphQLSubscriptionError.rejected(
            GraphQLHTTPFailure(response), advice: Self.advice(againstRedirectTo: redirected.url))
        }
        request = redirected
      case .opened(let connection, let response):
        do {
          handover.put(try await initialize(connection, authorization, first, after: rejected, makePayload))
          return response
        } catch let rejection as SocketRejection {
          connection.close(1000, "")
          // As an HTTP response, the rejection reaches the interceptors that can get new credentials.
          handover.rejection.withLock { $0 = rejection }
          return rejection.response
        } catch {
          connection.close(error is GraphQLSubscriptionError ? 4004 : 1000, "")
          throw error
        }
      }
    }
    throw GraphQLConnectionError(.httpTooManyRedirects)
  }

  private func initialize(
    _ connection: any WebSocketConnection, _ authorization: GraphQLWebSocketTransport.Authorization?,
    _ request: GraphQLHTTPRequest,
    after rejected: SocketRejection?, _ makePayload: @Sendable () async throws -> GraphQLValue?
  ) async throws -> Opened {
    guard let dialect = connection.subprotocol.flatMap(SocketDialect.init) else {
      throw GraphQLSubscriptionError.invalidMessage(
        "it accepted the WebSocket, but supports neither graphql-transport-ws nor graphql-ws")
    }
    let headers = request.headers
    let payload: GraphQLValue?
    do {
      payload = try await makePayload()
    } catch let change as UserChange {
      throw change
    } catch {
      try Task.checkCancellation()
      throw PayloadFailure(error: error)
    }
    if let rejected, rejected.headers == headers, rejected.payload == payload {
      // The server would reject the same credentials again.
      throw rejected
    }
    connection.send(try dialect.initialization(payload))
    let timeout = configuration.acknowledgementTimeout
    do {
      return try await TimeLimit.run(timeout) {
        while true {
          switch try SocketMessage(try await connection.receive(), dialect) {
          case .acknowledgement:
            return Opened(
              connection: connection, dialect: dialect, authorization: authorization, headers: headers,
              payload: payload,
              credentials: ConnectionCredentials(request, payload: payload ?? .null))
          case .rejection(let reason): throw SocketRejection.closure(reason)
          // No operation was sent, so it is an error of the connection.
          case .error(_, let errors): throw SocketRejection.closure(SocketMessage.excerpt(errors))
          case .ping: connection.send(SocketDialect.pong)
          case .nothing: break
          case .unknown(let type): unknownMessages.add(type)
          case .next, .complete:
            throw GraphQLSubscriptionError.invalidMessage("a response came before connection_ack")
          }
        }
      }
    } catch let closure as WebSocketClosure {
      throw SocketRejection(closure, headers, payload, wasOpen: false, configuration.isRejected) ?? closure
    } catch GraphQLClientError.timedOut {
      connection.close(4504, "Connection acknowledgement timeout")
      throw GraphQLSubscriptionError.notAcknowledged(after: timeout)
    }
  }

  /// Advice against following the redirect: the token in `connection_init` would be sent to any server that this one names.
  private static func advice(againstRedirectTo url: URL) -> String {
    """
    a redirect to another origin is not followed, since the payload of connection_init may hold a token; if that server may \
    have it, give GraphQLWebSocketTransport a URL at \(url.host ?? "that host")
    """
  }

  /// Advice about a server that rejects a WebSocket. Some respond with 403 if the path has none.
  private static func advice(_ response: GraphQLHTTPResponse) -> String {
    let token =
      response.status == 401 || response.status == 403 ? "the opening request may lack a valid token; " : ""
    return """
      \(token)if the server has no WebSocket at this URL, give GraphQLWebSocketTransport the one it has, or set the client's \
      `subscriptions` to GraphQLHTTPSubscriptionTransport(.eventStream) or GraphQLHTTPSubscriptionTransport(.multipart)
      """
  }
}
