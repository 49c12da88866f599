/// Sees every request on its way to the server and every response on its way back, and may change, answer, or repeat them.
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
  /// - Parameters:
  ///   - request: what is to be sent.
  ///   - next: sends it on; may be called never, once, or more often. A mutation, or another request that is not idempotent, is sent again
  ///     only if the server certainly did not execute it (``GraphQLExecution``). Otherwise `next` throws
  ///     ``GraphQLClientError/outcomeUnknown(_:)`` with a ``GraphQLRepetitionError``; set ``GraphQLHTTPRequest/isIdempotent`` if a second
  ///     execution does no harm.
  func intercept(_ request: GraphQLHTTPRequest, next: @escaping GraphQLNext) async throws
    -> GraphQLHTTPResponse
}

/// The rest of the chain after an interceptor: the other interceptors, then the transport.
public typealias GraphQLNext = @Sendable (GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse
