import ApusPlatform

/// Reads a request's body from its beginning to its end, as a transport sends it.
///
/// To send it again, make another reader.
/// ```swift
/// var reader = GraphQLHTTPBodyReader(request.body)
/// while let piece = try reader.read(upToCount: 1 << 16) { print(piece.count) }
/// ```
public struct GraphQLHTTPBodyReader {
  private var parts: ArraySlice<GraphQLHTTPBody.Part>
  /// The number of bytes of the first part that are read.
  private var offset = 0
  private var file: OpenFile?

  /// A reader at the beginning of a body.
  public init(_ body: GraphQLHTTPBody) {
    parts =
      switch body {
      case .none: []
      case .bytes(let data): [.bytes(data)]
      case .parts(let parts): parts[...]
      }
  }

  /// The next piece, with `count` bytes at most; nil at the end.
  ///
  /// - Throws: ``GraphQLClientError/invalidRequest(_:)`` for a file that cannot be read, or that is longer or shorter than
  ///   it was when the request was made.
  public mutating func read(upToCount count: Int) throws -> Data? {
    while let part = parts.first {
      let piece =
        switch part {
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
      // One byte more than there should be: a file that grew is noticed.
      return try file.read(upToCount: min(count, byteCount - offset + 1))
    } catch {
      throw GraphQLClientError.invalidRequest(
        "the file \(url.path) cannot be read: \(error.text)")
    }
  }

  private mutating func endPart(_ part: GraphQLHTTPBody.Part) throws {
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
