import ApusPlatform

/// A file to upload with an operation: the value of the scalar `Upload`.
///
/// The configuration binds the scalar: `"scalars": {"Upload": {"type": "GraphQLUpload", "imports": ["ApusClient"]}}`.
/// ```swift
/// let image = GraphQLUpload(file: url, contentType: "image/png")
/// ```
/// Specification: <https://github.com/jaydenseric/graphql-multipart-request-spec>.
public struct GraphQLUpload: Hashable, Sendable {
  /// The location of the bytes.
  package enum Content: Hashable, Sendable {
    /// Bytes in memory.
    case data(Data)
    /// A file, of which only a piece is in memory at a time.
    case file(URL)
  }

  /// The content of the file.
  package var content: Content
  /// The file name to send.
  public var fileName: String
  /// The media type to send.
  public var contentType: String

  /// Creates an upload from bytes in memory.
  public init(data: Data, fileName: String, contentType: String = "application/octet-stream") {
    content = .data(data)
    self.fileName = fileName
    self.contentType = contentType
  }

  /// Creates an upload from a file on disk.
  ///
  /// - Parameters:
  ///   - file: the URL of the file.
  ///   - fileName: the file name to send; nil for the file's own.
  ///   - contentType: the media type to send.
  public init(file: URL, fileName: String? = nil, contentType: String = "application/octet-stream") {
    content = .file(file)
    self.fileName = fileName ?? file.lastPathComponent
    self.contentType = contentType
  }
}

extension GraphQLUpload: Codable {
  /// Always fails: files are sent, never received.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "Responses cannot contain files."))
  }

  /// Encodes null in place of the file, as the specification requires. While the client prepares a request, this method encodes a mark instead, by
  /// which the client finds the file's path in the variables.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let collector = UploadCollector.current {
      try container.encode(collector.mark(for: self))
    } else {
      try container.encodeNil()
    }
  }
}
