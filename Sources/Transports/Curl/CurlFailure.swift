#if os(Linux)
  import ApusHTTP

  /// A failure of a transfer other than a network error, which is a `GraphQLConnectionError`.
  package enum CurlFailure: Error {
    /// The body exceeds the request's limit.
    case responseTooLarge(limit: Int)
    /// The server may have executed a request that must not be sent again.
    case outcomeUnknown(any Error)
  }
#endif
