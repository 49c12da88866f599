import ApusClient
import ApusPlatform
import TestSupport

/// Holds responses back, and ignores that their requests were cancelled.
package struct HoldingInterceptor: GraphQLInterceptor {
  package let gate = Gate()
  package let hasResponse = Locked(false)

  package init() {}

  package func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    let response = try await next(request)
    hasResponse.withLock { $0 = true }
    await gate.wait()
    return response
  }
}
