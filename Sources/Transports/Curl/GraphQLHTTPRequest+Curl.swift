#if os(Linux)
  import ApusHTTP
  import ApusPlatform

  extension GraphQLHTTPRequest {
    /// Bodies up to this size are sent together with the header fields.
    private static let smallBodySize = 1 << 16

    /// The body, if it is in memory.
    var bytes: Data? {
      switch body {
      case .none: Data()
      case .bytes(let data): data
      case .file, .parts: nil
      }
    }

    /// Whether the request is sent in one piece, without reading a file.
    var isSmall: Bool { bytes.map { $0.count <= Self.smallBodySize } ?? false }
  }
#endif
