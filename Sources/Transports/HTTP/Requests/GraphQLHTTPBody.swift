import ApusPlatform

/// The body of a request.
///
/// Read it in pieces with a ``GraphQLHTTPBodyReader``.
public indirect enum GraphQLHTTPBody: Sendable {
  /// The request does not have a body.
  case none
  /// Bytes in memory.
  case bytes(Data)
  /// The content of a file. The transport reads it in pieces while sending, so memory never contains more than one piece.
  ///
  /// - Parameters:
  ///   - byteCount: the size of the file when the request was made. Sending fails if the size has changed since.
  case file(URL, byteCount: Int)
  /// Several parts, one after the other.
  case parts([GraphQLHTTPBody])

  /// The number of bytes to send: the value of `Content-Length`.
  public var byteCount: Int {
    switch self {
    case .none: 0
    case .bytes(let data): data.count
    case .file(_, let byteCount): byteCount
    case .parts(let parts): parts.reduce(0) { $0 + $1.byteCount }
    }
  }
}

extension GraphQLHTTPBody: Hashable {
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .none: hasher.combine(0)
    // `Data` hashes only its first 80 bytes, which all requests with the same operation share.
    case .bytes(let data): data.withUnsafeBytes { hasher.combine(bytes: $0) }
    case .file(let url, _): hasher.combine(url)
    case .parts(let parts): hasher.combine(parts)
    }
  }
}
