import Apus
import ApusClient
import ApusPlatform

/// What is known about an operation. It becomes JSON only when somebody looks at it.
struct OperationRecord: Sendable {
  enum State: String {
    case running, done, failed, cancelled
  }

  /// The operation as it was given, or what a watch knows about it.
  enum Form: Sendable {
    case operation(any GraphQLOperation)
    case watch(document: String, variables: [UInt8])
    /// Its variables are too long to be kept.
    case dropped
  }

  struct Attempt: Sendable {
    let number: Int
    let start: ContinuousClock.Instant
    var end: ContinuousClock.Instant?
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
    case found
    /// Dropped, because all records together were too large.
    case dropped
  }

  let start: ContinuousClock.Instant
  let description: GraphQLOperationDescription
  var form: Form
  let context: ObservedContext
  var state = State.running
  var end: ContinuousClock.Instant?
  var isFound = false
  var isShared = false
  var attempts: [Attempt] = []
  var eventCount = 0
  var errors: [GraphQLError] = []
  var failure: (any Error)?
  var phases: ObservedPhases?
  var writes: [Int] = []
  var body: Body?
  var data: (any GraphQLObject)?

  /// The largest response that is kept whole, in bytes.
  static let longestBody = 256 << 10
  /// The largest response whose Swift value is kept, in bytes.
  private static let longestValue = 64 << 10
  /// The largest request whose variables are kept, in bytes.
  static let longestRequest = 64 << 10

  init(
    _ description: GraphQLOperationDescription, _ form: Form, _ context: ObservedContext,
    since start: ContinuousClock.Instant = .now
  ) {
    self.start = start
    self.description = description
    self.form = form
    self.context = context
  }

  mutating func receive(_ response: ObservedResponse) {
    eventCount += 1
    errors = response.errors
    phases = response.phases
    keep(response.json)
    data = response.json.count <= Self.longestValue ? response.data : nil
  }

  /// Keeps a response, or its beginning.
  mutating func keep(_ json: Data) {
    body = json.count <= Self.longestBody ? .whole(json) : .beginning(Data(json.prefix(Self.longestBody)))
  }

  /// Frees the response.
  mutating func strip() {
    guard body != nil else { return }
    body = .dropped
    data = nil
  }

  /// About how much memory the response takes.
  var byteCount: Int {
    switch body {
    case .whole(let json), .beginning(let json): data == nil ? json.count : json.count * 4
    case .found: 4096
    case .dropped, nil: 0
    }
  }
}
