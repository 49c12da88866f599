import Foundation

/// Reads the status line and the header fields of an answer, in pieces of any size.
///
/// Specification: RFC 9112, sections 4 and 5.
struct HTTPHeadReader {
  /// How long a head may be.
  private static let maximumBytes = 1 << 16

  /// What has come: the head, and behind it what follows the head.
  private var bytes = Data()

  /// Takes bytes.
  ///
  /// - Returns: the head and the bytes behind it, once it is complete.
  /// - Throws: ``WebSocketViolation`` for what is no HTTP.
  mutating func read(_ piece: UnsafeRawBufferPointer) throws -> (GraphQLHTTPResponse, rest: Data)? {
    // The end may have begun in the last piece.
    let searched = max(0, bytes.count - 3)
    bytes.append(contentsOf: piece)
    let end = bytes.range(of: Data("\r\n\r\n".utf8), in: searched..<bytes.count)
    guard let end else {
      if bytes.count > Self.maximumBytes {
        throw WebSocketViolation.frame("the handshake's answer has too many header fields")
      }
      return nil
    }
    let head = try Self.response(String(decoding: bytes[..<end.lowerBound], as: UTF8.self))
    return (head, Data(bytes[end.upperBound...]))
  }

  private static func response(_ head: String) throws -> GraphQLHTTPResponse {
    var lines = head.components(separatedBy: "\r\n")[...]
    let status = lines.popFirst()?.split(separator: " ", maxSplits: 2)
    guard let status, status.count >= 2, status[0].hasPrefix("HTTP/1."), let code = Int(status[1]) else {
      throw WebSocketViolation.frame("the handshake's answer is not HTTP")
    }
    var headers = GraphQLHTTPHeaders()
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      headers.add(String(line[..<colon]), value)
    }
    return GraphQLHTTPResponse(status: code, headers: headers)
  }
}
