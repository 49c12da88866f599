import Apus
import Foundation

/// Reads a response that comes in parts: a `multipart/mixed` body of payloads, to the states of the response.
///
/// Specification: <https://github.com/graphql/graphql-over-http/blob/main/rfcs/IncrementalDelivery.md>.
struct IncrementalReader {
  private var parts: MultipartReader
  private var payloads: ArraySlice<GraphQLValue> = []
  private var merger = IncrementalMerger()
  private var byteCount = 0
  private let maximumBytes: Int

  /// A reader for a response.
  ///
  /// - Parameter maximumBytes: how many bytes the body may have.
  /// - Returns: nil when the response has another form.
  init?(_ headers: GraphQLHTTPHeaders, maximumBytes: Int) {
    guard headers["Content-Type"].flatMap(GraphQLMediaType.init) == .multipartMixed else { return nil }
    // RFC 1341 has this boundary in its example, and servers leave it out.
    let boundary = headers.contentTypeParameter("boundary") ?? "-"
    parts = MultipartReader(boundary: boundary, maximumBytes: maximumBytes)
    self.maximumBytes = maximumBytes
  }

  /// Whether the last state was given.
  var isComplete: Bool { merger.isComplete }

  /// Takes bytes of the body.
  ///
  /// - Throws: ``GraphQLClientError/responseTooLarge(limit:)``, ``GraphQLClientError/invalidPart(_:)``.
  mutating func read(_ bytes: Data) throws {
    byteCount += bytes.count
    if byteCount > maximumBytes { throw GraphQLClientError.responseTooLarge(limit: maximumBytes) }
    for part in try parts.read(bytes) {
      do {
        let payload = try GraphQLValue(json: part)
        // A part without anything keeps the connection open.
        if payload.object?.isEmpty != true { payloads.append(payload) }
      } catch {
        throw GraphQLClientError.invalidPart("a part is not JSON: \(error)")
      }
    }
  }

  /// The next state of the response, as JSON; nil when there is none without more bytes.
  ///
  /// - Throws: ``GraphQLClientError/invalidPart(_:)``.
  mutating func nextState() throws -> [UInt8]? {
    guard let payload = payloads.popFirst() else { return nil }
    try merger.take(payload)
    return try merger.response.json()
  }

  /// The last state of a response that is there as a whole, as JSON; nil when the response has another form.
  ///
  /// - Throws: ``GraphQLClientError``.
  static func whole(_ http: GraphQLHTTPResponse) throws -> [UInt8]? {
    guard http.isSuccess, var reader = IncrementalReader(http.headers, maximumBytes: .max) else { return nil }
    try reader.read(http.body)
    while let payload = reader.payloads.popFirst() { try reader.merger.take(payload) }
    guard reader.isComplete else { throw IncrementalReader.missingEnd }
    return try reader.merger.response.json()
  }

  /// A body that ends before the server has said that nothing follows.
  static let missingEnd = GraphQLClientError.invalidPart("the response ends before its last part")
}
