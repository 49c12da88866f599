#if os(Linux)
  /// A request for the thread that runs the transfers. A class, since a request is large and changes hands five times.
  final class CurlJob: Sendable {
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

    init(number: Int, request: GraphQLHTTPRequest, receiver: Receiver) {
      self.number = number
      self.request = request
      self.receiver = receiver
    }
  }
#endif
