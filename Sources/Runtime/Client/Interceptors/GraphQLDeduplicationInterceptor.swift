/// Sends equal queries that run at the same time as one request, and shares the response.
///
/// Queries are equal if their requests are equal when they leave the last interceptor, including all header fields and context values. So the
/// position of this interceptor does not matter. If the task that sends the request is cancelled, the next waiting task sends the query again.
///
/// ```swift
/// let client = GraphQLClient(url: url, interceptors: [GraphQLDeduplicationInterceptor()])
/// async let one = client.fetch(AlbumQuery(id: "a1"))
/// async let same = client.fetch(AlbumQuery(id: "a1"))
/// print(try await one == same)
/// ```
public struct GraphQLDeduplicationInterceptor: GraphQLInterceptor {
  private let flights = Flights()

  /// Creates an interceptor that shares responses among the requests that pass through it and its copies.
  public init() {}

  /// Marks the request as shareable. The client compares it when interceptors can no longer change it.
  public func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    var request = request
    request.context[Flights.Key.self] = flights
    return try await next(request)
  }
}
