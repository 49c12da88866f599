import ApusPlatform

/// The body of a request.
///
/// ``GraphQLHTTPBodyReader`` reads it piece by piece.
public enum GraphQLHTTPBody: Sendable {
  /// No body.
  case none
  /// Bytes in memory.
  case bytes(Data)
  /// These parts, one after the other.
  case parts([Part])

  /// A part of a body.
  public enum Part: Hashable, Sendable {
    /// Bytes in memory.
    case bytes(Data)
    /// The content of a file, which the transport reads while it sends: never more than a piece is in memory.
    ///
    /// - Parameters:
    ///   - byteCount: how long the file was when the request was made. Sending fails when it has another length then.
    case file(URL, byteCount: Int)
  }

  /// The number of bytes to send: the value of `Content-Length`.
  public var byteCount: Int {
    switch self {
    case .none: 0
    case .bytes(let data): data.count
    case .parts(let parts): parts.reduce(0) { $0 + $1.byteCount }
    }
  }
}

extension GraphQLHTTPBody.Part {
  /// The number of bytes to send.
  public var byteCount: Int {
    switch self {
    case .bytes(let data): data.count
    case .file(_, let byteCount): byteCount
    }
  }
}

extension GraphQLHTTPBody: Hashable {
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .none: hasher.combine(0)
    // `Data` hashes its first 80 bytes, in which all requests of an operation are alike.
    case .bytes(let data): data.withUnsafeBytes { hasher.combine(bytes: $0) }
    case .parts(let parts): hasher.combine(parts)
    }
  }
}
