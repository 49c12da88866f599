import ApusClient
import Foundation

/// Keeps the requests that pass.
final class RequestLog: GraphQLInterceptor {
  private let state = RequestList()

  var requests: [GraphQLHTTPRequest] { get async { await state.requests } }

  func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    await state.append(request)
    return try await next(request)
  }

  private actor RequestList {
    var requests: [GraphQLHTTPRequest] = []
    func append(_ request: GraphQLHTTPRequest) { requests.append(request) }
  }
}

extension GraphQLHTTPRequest {
  /// The body as text; empty when it is not in memory.
  var bodyText: String {
    if case .bytes(let data) = body { String(decoding: data, as: UTF8.self) } else { "" }
  }
}
