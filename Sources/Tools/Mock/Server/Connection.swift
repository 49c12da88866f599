/// A client's connection: received input and pending output.
struct Connection {
  let descriptor: Int32
  private(set) var input: [UInt8] = []
  private(set) var output: [UInt8] = []
  /// Events that have not been sent yet.
  private var events: [String] = []
  private var nextEvent = 0
  private var hasContinued = false
  private(set) var closesWhenSent = false
  /// When the connection times out, in milliseconds.
  private var deadline: Int

  /// The timeout for receiving a request and for sending a response, in milliseconds.
  static let timeout = 10_000
  /// The idle timeout, in milliseconds.
  static let idleTime = 60_000

  init(_ descriptor: Int32, now: Int) {
    self.descriptor = descriptor
    deadline = now + Connection.timeout
  }

  /// Appends received bytes and responds to all complete requests.
  mutating func receive(_ bytes: ArraySlice<UInt8>, _ endpoint: MockEndpoint, now: Int) {
    if closesWhenSent || !events.isEmpty { return }
    if input.isEmpty { deadline = now + Connection.timeout }
    input += bytes
    answer(endpoint, now)
  }

  private mutating func answer(_ endpoint: MockEndpoint, _ now: Int) {
    // Answer one request at a time: the next one waits until the response is sent.
    while !input.isEmpty, output.isEmpty, events.isEmpty, !closesWhenSent {
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
        let answer = endpoint.answer(request)
        events = answer.events
        nextEvent = now
        output += answer.bytes(closes: request.endsConnection, hasBody: request.method != "HEAD")
        closesWhenSent = request.endsConnection
      }
      deadline = now + (input.isEmpty ? Connection.idleTime : Connection.timeout)
    }
  }

  /// Moves the next event to the output if it is due.
  mutating func advance(_ endpoint: MockEndpoint, now: Int) {
    guard !events.isEmpty, output.isEmpty, now >= nextEvent else { return }
    output += Array(events.removeFirst().utf8)
    // A stream ends with its last event.
    if events.count == 1 { output += Array(events.removeFirst().utf8) }
    if events.isEmpty { closesWhenSent = true }
    nextEvent = now + endpoint.answers.options.pause
    deadline = now + Connection.timeout + endpoint.answers.options.pause
  }

  /// Removes sent bytes from the output and responds to the next request.
  mutating func sent(_ count: Int, _ endpoint: MockEndpoint, now: Int) {
    output.removeFirst(count)
    if output.isEmpty { answer(endpoint, now) }
  }

  /// Whether the connection can be closed.
  func isOver(now: Int) -> Bool { closesWhenSent && output.isEmpty && events.isEmpty || now > deadline }

  /// The time until the next event or timeout, in milliseconds.
  func rest(now: Int) -> Int {
    max(0, min(deadline + 1, events.isEmpty || !output.isEmpty ? deadline + 1 : nextEvent) - now)
  }
}
