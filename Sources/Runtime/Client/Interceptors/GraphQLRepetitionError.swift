import ApusPlatform

/// An interceptor sends a request again that the server may have executed. The client does not, and
/// ``GraphQLClientError/outcomeUnknown(_:)`` holds this error.
///
/// If a second execution is harmless, the interceptor declares it:
/// ```swift
/// request.isIdempotent = true
/// let response = try await next(request)
/// ```
public struct GraphQLRepetitionError: Error, LocalizedError, CustomStringConvertible {
  init() {}

  public var description: String {
    "an interceptor sends a request again that the server may have executed; if that does no harm, set `isIdempotent` of the request before `next`"
  }

  public var errorDescription: String? { description }
}
