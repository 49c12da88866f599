import ApusPlatform

/// Reads a request's body in pieces, for a transport.
///
/// To send the body again, create another reader.
/// ```swift
/// var reader = GraphQLHTTPBodyReader(request.body)
/// while let piece = try reader.read(upToCount: 1 << 16) { print(piece.count) }
/// ```
public struct GraphQLHTTPBodyReader {
  private var parts: ArraySlice<GraphQLHTTPBody>
  /// The number of bytes read from the first part.
  private var offset = 0
  private var file: OpenFile?

  /// Creates a reader at the beginning of a body.
  public init(_ body: GraphQLHTTPBody) {
    parts = [body]
  }

  /// Returns the next piece, with at most `count` bytes; nil at the end.
  ///
  /// - Throws: ``GraphQLClientError/invalidRequest(_:)`` if a file cannot be read, or its size has changed since the request was made.
  public mutating func read(upToCount count: Int) throws -> Data? {
    while let part = parts.first {
      if case .parts(let inner) = part {
        parts = inner + parts.dropFirst()
        continue
      }
      let piece =
        switch part {
        case .none, .parts: Data()
        case .bytes(let data): data.dropFirst(offset).prefix(count)
        case .file(let url, let byteCount): try read(url, byteCount, upToCount: count)
        }
      offset += piece.count
      if !piece.isEmpty { return piece }
      try endPart(part)
    }
    return nil
  }

  private mutating func read(_ url: URL, _ byteCount: Int, upToCount count: Int) throws -> Data {
    do {
      let file = try self.file ?? OpenFile(forReading: url)
      self.file = file
      // Ask for one byte more than expected, to detect a file that has grown.
      return try file.read(upToCount: min(count, byteCount - offset + 1))
    } catch {
      throw GraphQLClientError.invalidRequest(
        "the file \(url.path) cannot be read: \(error.text)")
    }
  }

  private mutating func endPart(_ part: GraphQLHTTPBody) throws {
    if case .file(let url, let byteCount) = part {
      file = nil
      if offset != byteCount {
        throw GraphQLClientError.invalidRequest("the file \(url.path) changed while it was sent")
      }
    }
    parts = parts.dropFirst()
    offset = 0
  }
}
