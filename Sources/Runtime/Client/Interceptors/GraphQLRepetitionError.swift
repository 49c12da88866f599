import ApusPlatform

/// An interceptor tried to repeat a request that the server may have executed. The client did not send it again, and threw this error in
/// ``GraphQLClientError/outcomeUnknown(_:)``.
///
/// If a second execution is harmless, let the interceptor declare it:
/// ```swift
/// request.isIdempotent = true
/// let response = try await next(request)
/// ```
public struct GraphQLRepetitionError: Error, LocalizedError, CustomStringConvertible {
  init() {}

  public var description: String {
    "an interceptor repeated a request that the server may have executed; if a second execution is harmless, set `isIdempotent` of the request before `next`"
  }

  public var errorDescription: String? { description }
}
