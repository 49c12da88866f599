import ApusClient
import Metrics

/// Counts and times operations, as the outermost interceptor.
struct MetricsInterceptor: GraphQLInterceptor {
  let factory: (any MetricsFactory)?

  func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    // Subscriptions are counted separately, while they are open.
    guard let first = request.operations.first, first.kind != .subscription else {
      return try await next(request)
    }
    let start = ContinuousClock.now
    do {
      let response = try await next(request)
      record(request, RequestOutcome(response), start.duration(to: .now), response)
      return response
    } catch {
      record(request, RequestOutcome(error), start.duration(to: .now), nil)
      throw error
    }
  }

  private func record(
    _ request: GraphQLHTTPRequest, _ outcome: RequestOutcome, _ duration: Duration,
    _ response: GraphQLHTTPResponse?
  ) {
    let factory = factory ?? MetricsSystem.factory
    let operation = request.operations.dimensions
    let ending = operation + [("outcome", outcome.rawValue)]
    Counter(label: "graphql.client.requests", dimensions: ending, factory: factory).increment()
    Timer(
      label: "graphql.client.duration", dimensions: ending, preferredDisplayUnit: .seconds, factory: factory
    )
    .record(duration: duration)
    Recorder(label: "graphql.client.request.size", dimensions: operation, factory: factory)
      .record(request.body.byteCount)
    guard let response else { return }
    Recorder(label: "graphql.client.response.size", dimensions: operation, factory: factory)
      .record(response.body.count)
    if let isReused = response.timing?.isReused {
      Counter(
        label: "graphql.client.connections", dimensions: [("reused", "\(isReused)")], factory: factory
      ).increment()
    }
  }
}

/// Counts requests that are sent again, as the innermost interceptor.
struct ResendCounter: GraphQLInterceptor {
  let factory: (any MetricsFactory)?

  func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    if request.attempt > 1 {
      Counter(
        label: "graphql.client.resends", dimensions: request.operations.dimensions,
        factory: factory ?? MetricsSystem.factory
      ).increment()
    }
    return try await next(request)
  }
}

extension [GraphQLOperationDescription] {
  /// There are few combinations, because operation names come from an app's documents.
  var dimensions: [(String, String)] {
    guard count == 1, let operation = first else { return [("graphql.operation.type", "batch")] }
    return [("graphql.operation.type", operation.kind.rawValue), ("graphql.operation.name", operation.name)]
  }
}
