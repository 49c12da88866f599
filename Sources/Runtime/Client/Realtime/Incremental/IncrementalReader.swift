import Apus
import ApusPlatform

/// Reads an incremental response: converts the payloads of a `multipart/mixed` body to states of the response.
///
/// The result does not depend on how the body is split, or on whether the caller only needs the last state. The last state is available when the body
/// has ended, because something that contradicts it may follow until then.
///
/// Specification: <https://github.com/graphql/graphql-over-http/blob/main/rfcs/IncrementalDelivery.md>.
struct IncrementalReader {
  private var reader: MultipartReader
  /// The parts that were read but not merged.
  private var parts: ArraySlice<Data> = []
  private var merger: IncrementalMerger
  private var byteCount = 0
  private let maximumBytes: Int
  private var partCount = 0
  private let maximumParts: Int
  /// The total size of the states requested so far.
  private var stateByteCount = 0
  /// Whether parts were merged since the last state was requested.
  private(set) var hasUnseenParts = false
  private var hasEnded = false

  /// Whether the last state was returned.
  private(set) var isOver = false

  /// Creates a reader for a response.
  ///
  /// - Parameters:
  ///   - maximumBytes: the maximum size of the body.
  ///   - maximumParts: the maximum number of parts.
  ///   - parts: maps the label of each part to the member that represents it.
  /// - Returns: nil if the response has another format.
  init?(
    _ headers: GraphQLHTTPHeaders, maximumBytes: Int, maximumParts: Int, parts: [String: String]
  ) {
    guard let reader = MultipartReader(headers, maximumBytes: maximumBytes) else { return nil }
    self.reader = reader
    merger = IncrementalMerger(parts)
    self.maximumBytes = maximumBytes
    self.maximumParts = maximumParts
  }

  /// Adds bytes of the body.
  ///
  /// - Parameter bytes: the next bytes; nil at the end of the body.
  /// - Throws: ``GraphQLClientError/responseTooLarge(limit:)``, ``GraphQLClientError/tooManyParts(limit:)``.
  mutating func read(_ bytes: Data?) throws {
    guard let bytes else {
      hasEnded = true
      return
    }
    byteCount += bytes.count
    if byteCount > maximumBytes { throw GraphQLClientError.responseTooLarge(limit: maximumBytes) }
    let new = try reader.read(bytes)
    partCount += new.count
    if partCount > maximumParts { throw GraphQLClientError.tooManyParts(limit: maximumParts) }
    parts += new
    hasEnded = reader.isComplete
  }

  /// Advances to the next state of the response: by one part, or by all parts that have arrived once the states have cost enough.
  ///
  /// - Returns: false if there is no other state, or if it needs more bytes.
  /// - Throws: ``GraphQLClientError/invalidPart(_:)``.
  mutating func advance() throws -> Bool {
    while let part = parts.popFirst() {
      let payload: GraphQLValue
      do {
        payload = try GraphQLValue(json: part)
      } catch {
        throw GraphQLClientError.invalidPart("a part is not JSON: \(error)")
      }
      // An empty part keeps the connection open.
      if payload.object?.isEmpty == true { continue }
      try merger.take(payload)
      // The last state waits for the end of the body.
      hasUnseenParts = !merger.isComplete
      if hasUnseenParts, isWithinBudget { return true }
    }
    guard hasEnded, !isOver else { return false }
    guard merger.isComplete else {
      throw GraphQLClientError.invalidPart("the response ends before its last part")
    }
    if reader.isWithinPart { throw GraphQLClientError.invalidPart("the response ends within a part") }
    isOver = true
    return true
  }

  /// Whether to deliver a state after each part. A state contains all parts before it, so n states would take time quadratic in n.
  private var isWithinBudget: Bool { stateByteCount <= 1 << 20 + 4 * byteCount }

  /// The current state of the response, as JSON.
  mutating func state() throws -> [UInt8] {
    let json = try merger.response.json()
    stateByteCount += json.count
    hasUnseenParts = false
    return json
  }

  /// The last state of a complete response, as JSON; nil if the response has another format.
  ///
  /// - Throws: ``GraphQLClientError``.
  static func whole(
    _ http: GraphQLHTTPResponse, maximumParts: Int, parts: [String: String]
  ) throws -> [UInt8]? {
    guard http.isSuccess,
      var reader = IncrementalReader(
        http.headers, maximumBytes: .max, maximumParts: maximumParts, parts: parts)
    else { return nil }
    try reader.read(http.body)
    try reader.read(nil)
    while try reader.advance() {}
    return try reader.state()
  }
}
