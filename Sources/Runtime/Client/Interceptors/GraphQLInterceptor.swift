/// A type that sees every request and every response. It can change requests, repeat them, or respond to them itself.
///
/// ```swift
/// struct Language: GraphQLInterceptor {
///   func intercept(_ request: GraphQLHTTPRequest, next: @escaping GraphQLNext) async throws -> GraphQLHTTPResponse {
///     var request = request
///     request.headers["Accept-Language"] = "de"
///     return try await next(request)
///   }
/// }
/// ```
public protocol GraphQLInterceptor: Sendable {
  /// Handles a request.
  ///
  /// - Parameters:
  ///   - request: the request to send.
  ///   - next: passes the request on. You may call it any number of times. A mutation, or another request that is not idempotent, is sent again
  ///     only if the server certainly did not execute it (``GraphQLExecution``). Otherwise `next` throws
  ///     ``GraphQLClientError/outcomeUnknown(_:)``. Set ``GraphQLHTTPRequest/isIdempotent`` if a second execution is harmless.
  func intercept(_ request: GraphQLHTTPRequest, next: @escaping GraphQLNext) async throws
    -> GraphQLHTTPResponse
}

/// The rest of the chain after an interceptor: the other interceptors, then the transport.
public typealias GraphQLNext = @Sendable (GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse
