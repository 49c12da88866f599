/// Sends requests to a server.
///
/// ```swift
/// struct MyTransport: GraphQLTransport {
///   func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
///     let response = try await http.post(…)
///     return GraphQLHTTPResponse(status: response.status, headers: response.headers, body: response.body)
///   }
/// }
/// ```
/// A transport must stop the request when its task is cancelled. That is how the client enforces `request.timeout`, unless the transport
/// ``endsAttempts``. One that keeps connections for a user conforms to `GraphQLSubscriptionTransport`, too, so that the client's `close()` and
/// `reconnect()` reach it. Other transports close their connections when they are released.
public protocol GraphQLTransport: Sendable {
  /// Whether ``send(_:)`` itself throws ``GraphQLClientError/timedOut(after:)`` as soon as `request.timeout` has passed, and returns at once when its
  /// task is cancelled. The client then does not need a task for the timeout of each request. False by default.
  var endsAttempts: Bool { get }

  /// Sends a request and waits for the complete response, whatever its status.
  ///
  /// - Throws: an error if there is no response. A ``GraphQLClientError`` is passed on unchanged. Any other error becomes
  ///   ``GraphQLClientError/transport(_:)``, or ``GraphQLClientError/outcomeUnknown(_:)`` if the request must be sent once
  ///   (``GraphQLHTTPRequest/mustBeSentOnce``). A ``GraphQLConnectionError`` that precedes sending, such as
  ///   ``GraphQLConnectionError/Code-swift.struct/cannotConnectToHost``, always becomes ``GraphQLClientError/transport(_:)``. If your transport knows
  ///   that nothing was sent, throw ``GraphQLClientError/transport(_:)`` yourself. If a response exceeds `request.maximumResponseBytes`, the error is
  ///   ``GraphQLClientError/responseTooLarge(limit:)``; a transport that stops early saves memory.
  func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse
}

extension GraphQLTransport {
  /// False: the client enforces the time limit of an attempt.
  public var endsAttempts: Bool { false }
}
