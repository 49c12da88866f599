/// Hands a record of every request to a closure. Secrets are left out: the values of header fields that hold credentials, the
/// user and the parameters in a URL, variables, and the data of responses.
///
/// ```swift
/// client.interceptors = [LoggingInterceptor { logger.debug("\($0)") }]
/// ```
public struct LoggingInterceptor: GraphQLInterceptor {
  private let log: @Sendable (GraphQLLogEntry) -> Void

  /// - Parameter log: called when a response or an error is there.
  public init(log: @escaping @Sendable (GraphQLLogEntry) -> Void) { self.log = log }

  public func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    let start = ContinuousClock.now
    do {
      let response = try await next(request)
      log(GraphQLLogEntry(request, .answered(response), start.duration(to: .now)))
      return response
    } catch {
      log(GraphQLLogEntry(request, .failed(error), start.duration(to: .now)))
      throw error
    }
  }
}
