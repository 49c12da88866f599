/// Carries requests to a server. ``URLSessionTransport`` is the one that clients use by default.
///
/// ```swift
/// struct MyTransport: GraphQLTransport {
///   func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
///     let answer = try await http.post(request.url, request.headers.fields, request.body)
///     return GraphQLHTTPResponse(status: answer.status, headers: answer.headers, body: answer.body)
///   }
/// }
/// ```
/// A transport stops the request when its task is cancelled, and throws when `request.timeout` has passed.
public protocol GraphQLTransport: Sendable {
  /// Sends a request and waits for the whole answer, whatever its status.
  ///
  /// - Throws: when there is no answer. ``GraphQLClientError`` is passed on as it is, anything else becomes
  ///   ``GraphQLClientError/transport(_:)``.
  func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse
}
