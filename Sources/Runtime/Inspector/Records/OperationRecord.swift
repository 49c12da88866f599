import Apus
import ApusClient
import ApusHTTP
import ApusPlatform

/// An operation in the timeline. It becomes JSON only when a page or a file shows it.
struct OperationRecord: Sendable {
  enum State: String {
    case running, done, failed, cancelled
  }

  /// The operation as it was given, or what a watch knows about it.
  enum Form: Sendable {
    case operation(any GraphQLOperation)
    case watch(document: String, variables: [UInt8])
    /// Its variables are too long to be kept, or were freed.
    case dropped
  }

  struct Attempt: Sendable {
    let number: Int
    let start: Duration
    var end: Duration?
    var method: String
    var url: URL
    var headers: GraphQLHTTPHeaders
    var byteCount: Int
    var status: Int?
    var responseHeaders: GraphQLHTTPHeaders?
    var responseByteCount: Int?
    var timing: GraphQLTiming?
    var failure: (any Error)?
  }

  /// The response, or its beginning.
  enum Body: Sendable {
    case whole(Data)
    case beginning(Data)
    /// Data that was found in the cache.
    case found(any GraphQLObject)
    /// Dropped, because all records together were too large.
    case dropped
  }

  /// When it began, since the recorder was made, as all times of records.
  let start: Duration
  let description: GraphQLOperationDescription
  var form: Form
  let context: ObservedContext
  var state = State.running
  var end: Duration?
  var isFound = false
  var isShared = false
  var attempts: [Attempt] = []
  var eventCount = 0
  var errors: [GraphQLError] = []
  var failure: (any Error)?
  var phases: ObservedPhases?
  /// When the newest response was written to the cache.
  var stored: Duration?
  var writes: [Int] = []
  private(set) var body: Body?
  private var bodyByteCount = 0
  /// The sizes of the request, and of the responses that errors and failure quote, in bytes; 0 for small ones, which are never freed.
  private var requestByteCount = 0
  private var errorByteCount = 0
  private var failureByteCount = 0

  /// The largest request or quoted response that is not counted, in bytes.
  private static let small = 4 << 10
  /// How many attempts and writes are kept, the newest of each: a subscription may last for days.
  private static let listLimit = 100
  /// The largest response that is kept whole, in bytes.
  static let longestBody = 256 << 10
  /// The largest response whose Swift value is shown, in bytes.
  static let longestValue = 64 << 10
  /// The largest request whose variables are kept, in bytes.
  private static let longestRequest = 64 << 10

  init(
    _ description: GraphQLOperationDescription, _ form: Form, _ context: ObservedContext,
    at start: Duration
  ) {
    self.start = start
    self.description = description
    self.form = form
    self.context = context
  }

  /// Changes it where it is, which an optional value only permits to a method.
  ///
  /// - Returns: its ``byteCount`` after that.
  mutating func change(_ change: (inout OperationRecord) -> Void) -> Int {
    change(&self)
    return byteCount
  }

  /// Notes the size of a request. A long one is not kept.
  mutating func sends(_ byteCount: Int) {
    if case .dropped = form { return }
    if byteCount > Self.longestRequest {
      (form, requestByteCount) = (.dropped, 0)
    } else {
      requestByteCount = Self.counted(byteCount)
    }
  }

  private static func counted(_ byteCount: Int) -> Int { byteCount > small ? byteCount : 0 }

  /// Adds an attempt, and drops the oldest of many.
  mutating func add(_ attempt: Attempt) {
    attempts.append(attempt)
    if attempts.count > Self.listLimit { attempts.removeFirst() }
  }

  /// Notes the end of an attempt.
  mutating func end(
    _ attempt: Int, _ ending: Result<GraphQLHTTPResponse, any Error>, at end: Duration
  ) {
    guard let index = attempts.lastIndex(where: { $0.number == attempt }) else { return }
    attempts[index].end = end
    switch ending {
    case .success(let response):
      attempts[index].status = response.status
      attempts[index].responseHeaders = response.headers
      attempts[index].responseByteCount = response.body.count
      attempts[index].timing = response.timing
    case .failure(let error): attempts[index].failure = error
    }
  }

  /// Adds the number of a write, and drops the oldest of many.
  mutating func add(write number: Int) {
    writes.append(number)
    if writes.count > Self.listLimit { writes.removeFirst() }
  }

  /// Notes the end.
  mutating func end(_ error: (any Error)?, at end: Duration) {
    self.end = end
    switch error {
    case nil: state = errors.isEmpty ? .done : .failed
    case is CancellationError: state = .cancelled
    case let error:
      (state, failure) = (.failed, error)
      failureByteCount = Self.counted(attempts.last?.responseByteCount ?? 0)
    }
  }

  mutating func receive(_ response: ObservedResponse, at now: Duration) {
    eventCount += 1
    errors = response.errors
    errorByteCount = errors.isEmpty ? 0 : Self.counted(response.json.count)
    (phases, stored) = (response.phases, now)
    keep(response.json)
  }

  /// Keeps a response, or its beginning.
  mutating func keep(_ json: Data) {
    bodyByteCount = min(json.count, Self.longestBody)
    if json.count > Self.longestBody {
      body = .beginning(Data(json.prefix(Self.longestBody)))
    } else {
      // A part of a batch's response would keep all of it.
      body = .whole(json.startIndex == 0 ? json : Data(json))
    }
  }

  /// Keeps what the cache had. The size of a value is unknown.
  mutating func keep(found data: any GraphQLObject) { (body, bodyByteCount) = (.found(data), 32 << 10) }

  /// Frees what takes much memory.
  mutating func strip() {
    if body != nil { (body, bodyByteCount) = (.dropped, 0) }
    if requestByteCount > 0 { form = .dropped }
    if errorByteCount > 0 {
      errors = errors.prefix(1).map { GraphQLError(message: String($0.message.prefix(200))) }
    }
    if failureByteCount > 0 { failure = failure.map { FreedFailure(name: LogRedaction.name(of: $0)) } }
    (requestByteCount, errorByteCount, failureByteCount) = (0, 0, 0)
  }

  /// About how much memory it takes that can be freed.
  var byteCount: Int { requestByteCount + errorByteCount + failureByteCount + bodyByteCount }
}

/// The kind of an error that was freed, because it may quote a response.
struct FreedFailure: Error {
  let name: String
}
