#if os(Linux)
  import ApusHTTP

  /// A request for the engine. It is a class, because a request is large and is passed on several times.
  final class CurlJob: Sendable {
    /// The receiver of the response.
    enum Receiver: Sendable {
      /// A caller that wants the whole response.
      case whole(CurlPendingResponse)
      /// A caller that reads the response as it arrives.
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

  extension CurlJob.Receiver {
    /// Whether the response is still wanted, as far as is known.
    var isWaiting: Bool {
      switch self {
      case .whole(let response): response.isWaiting
      case .stream: true
      }
    }

    func fail(_ error: any Error) {
      switch self {
      case .whole(let response): response.end(.failure(error))
      case .stream(let response): response.finish(.failure(error))
      }
    }
  }
#endif
