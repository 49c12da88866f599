/// Sends equal queries that run at the same time as one request, and shares the response.
///
/// Queries are the same if the requests that leave the last interceptor are, with all header fields and the values of their context. So it
/// does not matter where this interceptor is among the others. When the task that sends is cancelled, it stops, and the next of those
/// who wait sends the query again.
///
/// ```swift
/// let client = GraphQLClient(url: url, interceptors: [DeduplicationInterceptor()])
/// async let one = client.fetch(AlbumQuery(id: "a1"))
/// async let same = client.fetch(AlbumQuery(id: "a1"))
/// print(try await one == same)
/// ```
public struct DeduplicationInterceptor: GraphQLInterceptor {
  private let flights = Flights()

  /// Creates an interceptor that shares responses among the requests that pass through it and its copies.
  public init() {}

  /// Notes that the request may be shared. The client compares it once interceptors can no longer change it.
  public func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    var request = request
    request.context[Flights.Key.self] = flights
    return try await next(request)
  }
}
