import ApusPlatform

/// A file that is sent with an operation: the value of the scalar `Upload`.
///
/// The configuration binds the scalar: `"scalars": {"Upload": {"type": "GraphQLUpload", "imports": ["ApusClient"]}}`.
/// ```swift
/// let image = GraphQLUpload(file: url, contentType: "image/png")
/// ```
/// Specification: <https://github.com/jaydenseric/graphql-multipart-request-spec>.
public struct GraphQLUpload: Hashable, Sendable {
  /// The location of the bytes.
  public enum Content: Hashable, Sendable {
    /// Bytes in memory.
    case data(Data)
    /// A file, of which only a part is in memory at a time.
    case file(URL)
  }

  /// The content of the file.
  public var content: Content
  /// The name that the server is told.
  public var fileName: String
  /// The media type that the server is told.
  public var contentType: String

  /// Bytes that are in memory.
  public init(data: Data, fileName: String, contentType: String = "application/octet-stream") {
    content = .data(data)
    self.fileName = fileName
    self.contentType = contentType
  }

  /// A file on disk.
  ///
  /// - Parameters:
  ///   - file: where it is.
  ///   - fileName: the name that the server is told; nil for the file's own.
  ///   - contentType: the media type that the server is told.
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
      .init(codingPath: decoder.codingPath, debugDescription: "A response holds no files."))
  }

  /// Encodes the place that the file has in an operation's variables: null, as the specification demands. While a request is
  /// made it is a mark, by which the client finds its path.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let collector = UploadCollector.current {
      try container.encode(collector.mark(for: self))
    } else {
      try container.encodeNil()
    }
  }
}
