#if os(Linux)
  import ApusPlatform
  import ApusHTTP

  /// A request that libcurl is executing, and the response so far. It belongs to the loop.
  final class CurlTransfer {
    let easy: CurlEasy
    let job: CurlJob
    let library: CurlLibrary
    /// The HTTP/2 streams; nil if libcurl itself repeats requests that servers disclaim.
    let streams: CurlStreams?
    /// The stream of the request.
    var stream: CurlStreams.Stream?
    // Only one thread at a time uses the loop and its transfers, and no method that changes one of these calls another that does.
    @exclusivity(unchecked) var head = CurlResponseHead()
    @exclusivity(unchecked) var body = ReceivedBytes()
    var receivedCount = 0
    var totalCount: Int?
    var repetitions = 0
    /// The error of a callback that ended the transfer. libcurl only reports that it was aborted.
    var failure: (any Error)?

    /// Memory that the options point to.
    var smallBody: UnsafeMutableRawPointer?
    lazy var bodyReader = GraphQLHTTPBodyReader(job.request.body)
    var sentCount = 0
    /// The time when the request was first known to be sent; nil until then.
    var sentTime: SteadyTime?
    let startTime = SteadyTime.now

    init(_ job: CurlJob, _ easy: CurlEasy, _ library: CurlLibrary, _ streams: CurlStreams?) {
      self.job = job
      self.easy = easy
      self.library = library
      self.streams = streams
    }

    deinit {
      stopLog()
      free(smallBody)
    }

    /// Stops libcurl from logging to this transfer.
    func stopLog() {
      if streams == nil { return }
      easy.set(.verbose, 0)
      easy.set(.debugData, UnsafeRawPointer?.none)
    }

    var number: Int { job.number }
  }

  extension CurlTransfer {
    /// Whether to send the request once more on a new connection: it is idempotent, the kept-alive connection was dead, and no part of a response has
    /// arrived.
    ///
    /// libcurl itself does so if it notices earlier, and for requests that the server reports as not processed.
    /// Specification: RFC 9112, section 9.3.1.
    func canBeRepeated(after code: Int32) -> Bool {
      guard failure == nil, head.isEmpty else { return false }
      if isDisclaimed { return repetitions < Self.mostRepetitions }
      guard repetitions == 0, !job.request.mustBeSentOnce else { return false }
      // CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR; CURLE_HTTP2, or no error, if the server goes away.
      return [52, 55, 56].contains(code) ? easy.reusedConnection : [0, 16].contains(code) && easy.isSecure
    }

    /// The number of times that a disclaimed request is sent again. libcurl uses the same number.
    static let mostRepetitions = 5

    /// Whether the server has declared that it has not processed the request.
    private var isDisclaimed: Bool { streams?.isDisclaimed(stream) == true }

    /// Whether the server may have executed a request that must not be sent again.
    private var mayHaveArrived: Bool {
      job.request.mustBeSentOnce && (job.request.body.byteCount > 0 ? sentCount > 0 : easy.sentRequest)
    }

    /// Delivers the response or the error.
    func end(_ code: Int32) {
      guard failure == nil, code == 0, head.isComplete else {
        let wasRejected = wasRejectedEachTime
        let text = code == 0 && !wasRejected ? "the response has no header fields" : text(of: code)
        let error = failure ?? GraphQLConnectionError(curl: code == 0 ? 8 : code, text, url: job.request.url)
        return end(
          throwing: error is GraphQLConnectionError && mayHaveArrived && !wasRejected
            ? GraphQLClientError.outcomeUnknown(error) : error)
      }
      switch job.receiver {
      case .stream(let response): response.finish(.success(()))
      case .whole(let response):
        head.response.body = body.take()
        head.response.timing = easy.timing
        response.end(.success(head.response))
      }
    }

    /// libcurl accepts fields of up to 100 kilobytes. It reports a longer one as a lack of memory; only newer versions report it as too large.
    private func text(of code: Int32) -> String {
      if [27, 100].contains(code), !head.isComplete {
        return "a header field of the response is longer than 100 kilobytes, the limit of libcurl"
      }
      if wasRejectedEachTime { return "the server repeatedly rejected the request before processing it" }
      let text = easy.text(of: code)
      // libcurl's message is about rewinding the body.
      return code == 65 || text.contains("rewind") || text.contains("seek callback")
        ? "the connection was lost while the request was being sent" : text
    }

    /// Whether libcurl has given up only because the server disclaimed the request several times.
    private var wasRejectedEachTime: Bool {
      (isDisclaimed && head.isEmpty)
        || (easy.repeatsRefusedOnly && easy.text(of: 0).hasPrefix("Connection died, tried"))
    }

    func end(throwing error: any Error) { job.receiver.fail(error) }
  }
#endif
