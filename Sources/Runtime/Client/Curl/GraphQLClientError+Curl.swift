#if os(Linux)
  import ApusCurl

  extension GraphQLClientError {
    /// Translates a `CurlFailure` to the client's error. Other errors are returned unchanged.
    static func translating(_ error: any Error) -> any Error {
      switch error as? CurlFailure {
      case .responseTooLarge(let limit): GraphQLClientError.responseTooLarge(limit: limit)
      case .outcomeUnknown(let cause): GraphQLClientError.outcomeUnknown(cause)
      case nil: error
      }
    }
  }
#endif
