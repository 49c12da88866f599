#if os(Linux)
  /// A request for the thread that runs the transfers.
  struct CurlJob: Sendable {
    /// Who waits for the response.
    enum Receiver: Sendable {
      /// A caller who wants all of it.
      case whole(PendingAnswer)
      /// A caller who reads it as it comes.
      case stream(StreamedResponse)
    }

    let number: Int
    let request: GraphQLHTTPRequest
    let receiver: Receiver
  }
#endif
