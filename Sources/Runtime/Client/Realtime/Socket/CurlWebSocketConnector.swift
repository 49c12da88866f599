#if os(Linux)
  import ApusCurl
  import ApusWebSocket
  import ApusPlatform

  /// Opens connections with libcurl.
  struct CurlWebSocketConnector: WebSocketConnector {
    let configuration: GraphQLCurlTransport.Configuration
    /// Nil without libcurl.
    var library = CurlLibrary.shared

    func connect(
      _ request: GraphQLHTTPRequest, subprotocols: [String], limits: WebSocketLimits
    ) async throws -> WebSocketOpening {
      guard let library else {
        throw GraphQLSubscriptionError.unavailable(
          """
          WebSockets need \(CurlLibrary.advice); on Linux GraphQLHTTPSubscriptionTransport needs it, too
          """)
      }
      try configuration.validate(library)
      guard ["http", "https"].contains(request.url.scheme?.lowercased()) else {
        throw GraphQLClientError.invalidRequest(
          "\(request.url.shown) is not a URL for a WebSocket: those begin with ws, wss, http or https")
      }
      try configuration.checkEncryption(of: request.url)
      var configuration = configuration
      let connectTimeout = min(configuration.connectTimeout ?? limits.connectTimeout, limits.connectTimeout)
      configuration.connectTimeout = connectTimeout
      let connection = CurlWebSocket(
        limits, connectTimeout: connectTimeout, usesProxy: configuration.proxy != nil,
        apply: configuration.apply)
      do {
        let response = try await connection.open(
          request.url, request.headers.fields, subprotocols, library)
        return response.status == 101 ? .opened(connection, response) : .rejected(response)
      } catch let error as WebSocketRequestError {
        throw GraphQLClientError.invalidRequest(error.reason)
      } catch let violation as WebSocketViolation {
        throw GraphQLSubscriptionError.invalidMessage(violation.reason)
      }
    }
  }
#endif
