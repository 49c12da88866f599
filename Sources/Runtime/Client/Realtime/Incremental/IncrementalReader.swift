import Apus
import ApusPlatform

/// Reads a response in parts: the payloads of a `multipart/mixed` body become states of the response.
///
/// The result does not depend on how the body is cut, nor on whether only the last state is wanted. The last state is available when
/// the body has ended, because until then something may follow that contradicts it.
///
/// Specification: <https://github.com/graphql/graphql-over-http/blob/main/rfcs/IncrementalDelivery.md>.
struct IncrementalReader {
  private var reader: MultipartReader
  /// The parts that were read and not merged.
  private var parts: ArraySlice<Data> = []
  private var merger: IncrementalMerger
  private var byteCount = 0
  private let maximumBytes: Int
  private var partCount = 0
  private let maximumParts: Int
  /// The number of bytes of the states that were requested.
  private var stateByteCount = 0
  /// Whether parts were merged since the last state was asked for.
  private(set) var hasUnseenParts = false
  private var hasEnded = false

  /// Whether the last state was given.
  private(set) var isOver = false

  /// A reader for a response.
  ///
  /// - Parameters:
  ///   - maximumBytes: how many bytes the body may have.
  ///   - maximumParts: how many parts it may have.
  ///   - parts: by the label of a part the member that stands for it.
  /// - Returns: nil when the response has another form.
  init?(
    _ headers: GraphQLHTTPHeaders, maximumBytes: Int, maximumParts: Int, parts: [String: String]
  ) {
    guard headers["Content-Type"].flatMap(GraphQLMediaType.init) == .multipartMixed else { return nil }
    // RFC 1341 has this boundary in its example, and servers leave it out.
    let boundary = headers.contentTypeParameter("boundary") ?? "-"
    reader = MultipartReader(boundary: boundary, maximumBytes: maximumBytes)
    merger = IncrementalMerger(parts)
    self.maximumBytes = maximumBytes
    self.maximumParts = maximumParts
  }

  /// Takes bytes of the body.
  ///
  /// - Parameter bytes: the next ones; nil at the end of the body.
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

  /// Goes to the next state of the response: by one part, or by all that are here once the states have cost enough.
  ///
  /// - Returns: false when there is none without more bytes, or at all.
  /// - Throws: ``GraphQLClientError/invalidPart(_:)``.
  mutating func advance() throws -> Bool {
    while let part = parts.popFirst() {
      let payload: GraphQLValue
      do {
        payload = try GraphQLValue(json: part)
      } catch {
        throw GraphQLClientError.invalidPart("a part is not JSON: \(error)")
      }
      // A part without anything keeps the connection open.
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

  /// Whether to deliver a state after each part. A state contains all parts before it, so that n states would take time quadratic in n.
  private var isWithinBudget: Bool { stateByteCount <= 1 << 20 + 4 * byteCount }

  /// The state of the response, as JSON.
  mutating func state() throws -> [UInt8] {
    let json = try merger.response.json()
    stateByteCount += json.count
    hasUnseenParts = false
    return json
  }

  /// The last state of a response that is there as a whole, as JSON; nil when the response has another form.
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
