import ApusPlatform

/// An interceptor tried to repeat a request that the server may have executed. The client did not send it again, and threw this error in
/// ``GraphQLClientError/outcomeUnknown(_:)``.
struct RepetitionError: Error, LocalizedError, CustomStringConvertible {
  var description: String {
    "an interceptor repeated a request that the server may have executed; if a second execution is harmless, set `isIdempotent` of the request before `next`"
  }

  var errorDescription: String? { description }
}
