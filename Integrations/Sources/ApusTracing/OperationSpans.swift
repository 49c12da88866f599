import ApusClient
import Synchronization
import Tracing

/// Creates a span for each operation that lasts until its result, as the outermost interceptor.
struct OperationSpans: GraphQLInterceptor {
  let maker: SpanMaker

  func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    // Subscriptions have separate spans, which last longer than the request that opens them.
    guard let first = request.operations.first, first.kind != .subscription else {
      return try await next(request)
    }
    let span = maker.span(for: request)
    defer { span.end() }
    do {
      let response = try await ServiceContext.withValue(span.context) {
        try await TracedOperation.$current.withValue(TracedOperation(span)) { try await next(request) }
      }
      record(response, in: span)
      return response
    } catch is CancellationError {
      span.fail("cancelled", "The caller cancelled the operation.")
      throw CancellationError()
    } catch {
      span.fail(error)
      throw error
    }
  }

  private func record(_ response: GraphQLHTTPResponse, in span: any Span) {
    span.attributes["http.response.status_code"] = response.status
    let errors = response.graphQLErrors()
    if let first = errors.first {
      span.attributes["graphql.error.count"] = errors.count
      // The client then sends the document, so the operation has not failed.
      if first.code == "PERSISTED_QUERY_NOT_FOUND" { return }
      span.fail(first.code ?? "graphql", first.message)
    } else if !response.isSuccess {
      span.fail("\(response.status)", "The server responded with status \(response.status).")
    }
  }
}

/// An operation whose span has started, for the innermost interceptor.
final class TracedOperation: Sendable {
  @TaskLocal static var current: TracedOperation?

  /// The last request that was sent.
  struct Sends {
    var count = 0
    var attempt = 0
    /// The status of its response; nil without a response.
    var status: Int?
  }

  let span: any Span
  let sends = Mutex(Sends())

  init(_ span: any Span) { self.span = span }
}
