#if os(Linux)
  /// A request for the thread that runs the transfers. A class, since a request is large and changes hands several times.
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

    /// Bodies up to this size go with the header fields, in one piece.
    private static let smallBodySize = 1 << 16

    /// Whether the request is sent in one piece, and without reading a file.
    var isSmall: Bool {
      switch request.body {
      case .bytes(let data): data.count <= Self.smallBodySize
      case .none: true
      case .parts: false
      }
    }
  }
#endif
