import ApusClient
import Synchronization
import Tracing

/// The outermost interceptor: a span from the beginning of an operation to its result.
struct OperationSpans: GraphQLInterceptor {
  let maker: SpanMaker

  func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    // A subscription has a span of its own, which lasts longer than the request that opens it.
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
      // The client sends the document then; the operation has not failed.
      if first.code == "PERSISTED_QUERY_NOT_FOUND" { return }
      span.fail(first.code ?? "graphql", first.message)
    } else if !response.isSuccess {
      span.fail("\(response.status)", "The server responded with status \(response.status).")
    }
  }
}

/// An operation whose span has begun, for the innermost interceptor.
final class TracedOperation: Sendable {
  @TaskLocal static var current: TracedOperation?

  /// The request that was sent last.
  struct Sends {
    var count = 0
    var attempt = 0
    /// The status of its response; nil if there was none.
    var status: Int?
  }

  let span: any Span
  let sends = Mutex(Sends())

  init(_ span: any Span) { self.span = span }
}
