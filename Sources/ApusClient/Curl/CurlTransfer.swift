#if os(Linux)
  import Foundation

  /// One request on its way through libcurl, and what has come of its answer. It belongs to the loop.
  final class CurlTransfer {
    let easy: CurlEasy
    let job: CurlJob
    let library: CurlLibrary
    // One thread at a time has the loop and its transfers, and no method that changes one of these calls another that does.
    @exclusivity(unchecked) var head = CurlResponseHead()
    @exclusivity(unchecked) var body = ReceivedBytes()
    @exclusivity(unchecked) var progress: GraphQLProgress
    var repetitions = 0
    /// Why a callback has ended the transfer, of which libcurl has no better word.
    var failure: (any Error)?

    /// What the options point to.
    var smallBody: UnsafeMutableRawPointer?
    lazy var upload = GraphQLHTTPBodyReader(job.request.body)
    var sentCount = 0
    /// When its request was seen to have left; nil before.
    var sentTime: SteadyTime?

    init(_ job: CurlJob, _ easy: CurlEasy, _ library: CurlLibrary) {
      self.job = job
      self.easy = easy
      self.library = library
      progress = GraphQLProgress(totalBytesToSend: job.request.body.byteCount)
    }

    deinit { free(smallBody) }

    var number: Int { job.number }
  }

  extension CurlTransfer {
    /// Whether to send it once more on a new connection: it is idempotent, the kept connection was dead, and nothing of an answer has come.
    ///
    /// libcurl does so itself where it notices before or while it waits for the answer. Here it broke while the request was sent.
    /// Specification: RFC 9112, section 9.3.1.
    func canBeRepeated(after code: Int32) -> Bool {
      // CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR
      [52, 55, 56].contains(code) && failure == nil && repetitions == 0 && head.isEmpty
        && !job.request.mustBeSentOnce && easy.reusedConnection
    }

    /// Whether the server may have carried out a request that must not be sent again.
    private var mayHaveArrived: Bool {
      job.request.mustBeSentOnce && (job.request.body.byteCount > 0 ? sentCount > 0 : easy.sentRequest)
    }

    /// Hands over the answer, or why there is none.
    func end(_ code: Int32) {
      guard failure == nil, code == 0, head.isComplete else {
        let text = code == 0 ? "the answer has no header fields" : text(of: code)
        let error = failure ?? URLError(curl: code == 0 ? 8 : code, text, url: job.request.url)
        return end(
          throwing: error is URLError && mayHaveArrived ? GraphQLClientError.outcomeUnknown(error) : error)
      }
      switch job.receiver {
      case .stream(let response): response.finish(.success(()))
      case .whole(let answer):
        let response = GraphQLHTTPResponse(
          status: head.status, headers: GraphQLHTTPHeaders(head.fields), body: body.take(),
          timing: easy.timing)
        answer.end(.success(response))
      }
    }

    /// libcurl takes 100 kilobytes for a field and says that there is no memory for more, in newer versions that it is too large.
    private func text(of code: Int32) -> String {
      if [27, 100].contains(code), !head.isComplete {
        return "a header field of the answer is longer than libcurl accepts, which is 100 kilobytes"
      }
      return easy.text(of: code)
    }

    func end(throwing error: any Error) { job.receiver.fail(error) }
  }

  extension CurlJob.Receiver {
    /// Whether somebody still wants the answer, as far as is known.
    var isWaiting: Bool {
      switch self {
      case .whole(let answer): answer.isWaiting
      case .stream: true
      }
    }

    func fail(_ error: any Error) {
      switch self {
      case .whole(let answer): answer.end(.failure(error))
      case .stream(let response): response.finish(.failure(error))
      }
    }
  }
#endif
