import ApusClient
import Synchronization
import Tracing

/// Sends the span's context and records each time an operation is sent again, as the innermost interceptor.
struct AttemptEvents: GraphQLInterceptor {
  let maker: SpanMaker

  func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    guard let operation = TracedOperation.current else { return try await next(request) }
    operation.willSend(request)
    var request = request
    maker.inject(operation.span.context, into: &request.headers)
    let response = try await next(request)
    operation.didReceive(response.status)
    return response
  }
}

extension TracedOperation {
  fileprivate func willSend(_ request: GraphQLHTTPRequest) {
    let (last, status, count) = sends.withLock { sends in
      defer {
        sends.attempt = request.attempt
        sends.status = nil
        sends.count += 1
      }
      return (sends.attempt, sends.status, sends.count)
    }
    if count == 0 { return }
    var attributes: SpanAttributes = ["http.request.resend_count": .int64(Int64(count))]
    if let status { attributes["http.response.status_code"] = status }
    // A repetition within the same attempt has a refreshed token.
    span.addEvent(
      SpanEvent(name: request.attempt > last ? "graphql.retry" : "graphql.refresh", attributes: attributes))
  }

  fileprivate func didReceive(_ status: Int) { sends.withLock { $0.status = status } }
}
