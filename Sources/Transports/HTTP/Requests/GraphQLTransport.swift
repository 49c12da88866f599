/// Carries requests to a server.
///
/// ```swift
/// struct MyTransport: GraphQLTransport {
///   func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
///     let response = try await http.post(…)
///     return GraphQLHTTPResponse(status: response.status, headers: response.headers, body: response.body)
///   }
/// }
/// ```
/// A transport stops the request when its task is cancelled. By that the client ends what takes longer than
/// `request.timeout`, unless the transport ``endsAttempts``.
public protocol GraphQLTransport: Sendable {
  /// Whether ``send(_:)`` itself throws ``GraphQLClientError/timedOut(after:)`` as soon as `request.timeout` has passed, and returns at once
  /// when its task is cancelled. Then a request does not need a task for its timeout. False by default.
  var endsAttempts: Bool { get }

  /// Sends a request and waits for the whole response, whatever its status.
  ///
  /// - Throws: if there is no response. ``GraphQLClientError`` is passed on unchanged. Anything else becomes
  ///   ``GraphQLClientError/transport(_:)``, or ``GraphQLClientError/outcomeUnknown(_:)`` if the request must be sent once
  ///   (``GraphQLHTTPRequest/mustBeSentOnce``), unless it is a ``GraphQLConnectionError`` that precedes sending, such as
  ///   ``GraphQLConnectionError/Code-swift.struct/cannotConnectToHost``. A transport that knows that nothing was sent throws
  ///   ``GraphQLClientError/transport(_:)`` itself. A response of more than `request.maximumResponseBytes` is
  ///   ``GraphQLClientError/responseTooLarge(limit:)``: a transport that ends it early saves the memory.
  func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse
}

extension GraphQLTransport {
  /// False: the client ends an attempt whose time has passed.
  public var endsAttempts: Bool { false }
}
