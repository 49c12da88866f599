#if os(Linux)
  import ApusConcurrency
  import ApusFoundation
  import ApusTransport

  /// A request on its way through libcurl, and the response so far. It belongs to the loop.
  final class CurlTransfer {
    let easy: CurlEasy
    let job: CurlJob
    let library: CurlLibrary
    // One thread at a time has the loop and its transfers, and no method that changes one of these calls another that does.
    @exclusivity(unchecked) var head = CurlResponseHead()
    @exclusivity(unchecked) var body = ReceivedBytes()
    var receivedCount = 0
    var totalCount: Int?
    var repetitions = 0
    /// The error of a callback that ended the transfer. libcurl only reports that it was aborted.
    var failure: (any Error)?

    /// Memory that the options point to.
    var smallBody: UnsafeMutableRawPointer?
    lazy var readBody = job.request.openBody()
    var sentCount = 0
    /// When the request was first seen to have been sent; nil before.
    var sentTime: SteadyTime?

    init(_ job: CurlJob, _ easy: CurlEasy, _ library: CurlLibrary) {
      self.job = job
      self.easy = easy
      self.library = library
    }

    deinit { free(smallBody) }

    var number: Int { job.number }
  }

  extension CurlTransfer {
    /// Whether to send it once more on a new connection: it is idempotent, the kept connection was dead, and no part of a response has
    /// arrived.
    ///
    /// libcurl itself does so if it notices before or while it waits for the response. Here, the connection broke during sending.
    /// Specification: RFC 9112, section 9.3.1.
    func canBeRepeated(after code: Int32) -> Bool {
      // CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR
      [52, 55, 56].contains(code) && failure == nil && repetitions == 0 && head.isEmpty
        && !job.request.mustBeSentOnce && easy.reusedConnection
    }

    /// Whether the server may have carried out a request that must not be sent again.
    private var mayHaveArrived: Bool {
      job.request.mustBeSentOnce && (job.request.bodyCount > 0 ? sentCount > 0 : easy.sentRequest)
    }

    /// Hands over the response, or the error.
    func end(_ code: Int32) {
      guard failure == nil, code == 0, head.isComplete else {
        let text = code == 0 ? "the answer has no header fields" : text(of: code)
        let error = failure ?? GraphQLConnectionError(curl: code == 0 ? 8 : code, text, url: job.request.url)
        return end(
          throwing: error is GraphQLConnectionError && mayHaveArrived
            ? CurlFailure.outcomeUnknown(error) : error)
      }
      switch job.receiver {
      case .stream(let response): response.complete()
      case .whole(let response):
        head.response.body = body.take()
        response.end(.success((head.response, easy.timing)))
      }
    }

    /// libcurl accepts fields of up to 100 kilobytes. It reports a longer one as a lack of memory, and only newer versions as too large.
    private func text(of code: Int32) -> String {
      if [27, 100].contains(code), !head.isComplete {
        return "a header field of the answer is longer than libcurl accepts, which is 100 kilobytes"
      }
      // libcurl speaks of rewinding the body.
      if code == 65 { return "the connection broke while the request was on it" }
      return easy.text(of: code)
    }

    func end(throwing error: any Error) { job.receiver.fail(error) }
  }
#endif
