#if os(Linux)
  import ApusCurl

  extension GraphQLClientError {
    /// The client's error for one of a transfer: any but a `CurlFailure` stays what it is.
    static func translating(_ error: any Error) -> any Error {
      switch error as? CurlFailure {
      case .responseTooLarge(let limit): GraphQLClientError.responseTooLarge(limit: limit)
      case .outcomeUnknown(let cause): GraphQLClientError.outcomeUnknown(cause)
      case nil: error
      }
    }
  }
#endif
