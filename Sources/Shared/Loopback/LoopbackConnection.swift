/// A client's connection: received input and pending output.
package struct LoopbackConnection {
  package let descriptor: Int32
  package private(set) var input: [UInt8] = []
  package private(set) var output: [UInt8] = []
  /// The rest of the response, if it is made while it is sent.
  private var stream: (any HTTPStream)?
  /// When the stream is asked for more.
  private var nextTurn = 0
  private var hasContinued = false
  package private(set) var closesWhenSent = false
  /// When the connection times out, in milliseconds.
  private var deadline: Int

  /// The timeout for receiving a request and for sending a response, in milliseconds.
  static let timeout = 10_000
  /// The idle timeout, in milliseconds.
  static let idleTime = 60_000

  package init(_ descriptor: Int32, now: Int) {
    self.descriptor = descriptor
    deadline = now + LoopbackConnection.timeout
  }

  /// Appends received bytes and responds to all complete requests.
  package mutating func receive(_ bytes: ArraySlice<UInt8>, _ service: some LoopbackService, now: Int) {
    if closesWhenSent || stream != nil { return }
    if input.isEmpty { deadline = now + LoopbackConnection.timeout }
    input += bytes
    answer(service, now)
  }

  private mutating func answer(_ service: some LoopbackService, _ now: Int) {
    // Answer one request at a time: the next one waits until the response is sent.
    while !input.isEmpty, output.isEmpty, stream == nil, !closesWhenSent {
      switch HTTPRequest.parse(input) {
      case .incomplete(let expectsContinue):
        if expectsContinue, !hasContinued {
          hasContinued = true
          output += Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        }
        return
      case .refused(let status):
        let answer = HTTPAnswer(status: status, contentType: "text/plain", body: "")
        output += answer.bytes(closes: true)
        closesWhenSent = true
        input = []
      case .request(let request, let count):
        input.removeFirst(count)
        hasContinued = false
        let answer = service.answer(request)
        let hasBody = request.method != "HEAD"
        if hasBody { stream = answer.stream }
        nextTurn = now
        output += answer.bytes(closes: request.endsConnection, hasBody: hasBody)
        closesWhenSent = request.endsConnection && stream == nil || !hasBody && answer.stream != nil
      }
      deadline = now + (input.isEmpty ? LoopbackConnection.idleTime : LoopbackConnection.timeout)
    }
  }

  /// Moves the next bytes of a stream to the output if they are due.
  package mutating func advance(now: Int) {
    guard output.isEmpty, now >= nextTurn, let step = stream?.next(now: now) else { return }
    var pause = 0
    switch step {
    case .send(let bytes, let time):
      output += bytes
      pause = time
    case .wait(let time): pause = time
    case .end(let bytes):
      output += bytes
      stream = nil
      closesWhenSent = true
    }
    nextTurn = now + pause
    deadline = now + LoopbackConnection.timeout + pause
  }

  /// Asks a stream that waits at once.
  mutating func wake(now: Int) { nextTurn = min(nextTurn, now) }

  /// Removes sent bytes from the output and responds to the next request.
  package mutating func sent(_ count: Int, _ service: some LoopbackService, now: Int) {
    output.removeFirst(count)
    if output.isEmpty { answer(service, now) }
  }

  /// Whether the connection can be closed.
  package func isOver(now: Int) -> Bool {
    closesWhenSent && output.isEmpty && stream == nil || now > deadline
  }

  /// The time until the stream's next turn or the timeout, in milliseconds.
  package func rest(now: Int) -> Int {
    max(0, min(deadline + 1, stream == nil || !output.isEmpty ? deadline + 1 : nextTurn) - now)
  }
}
