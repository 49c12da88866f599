/// How long the parts of a request took, from its beginning on.
///
/// ```swift
/// let response = try await client.response(for: LibraryQuery(first: 20))
/// if let timing = response.timing { print(timing.firstByte ?? .zero, timing.total, timing.isReused ?? false) }
/// ```
/// A part that there was not, or that the transport does not measure, is nil: name look-up, connection and TLS of a connection that was
/// kept; these and ``isReused`` on Android and Windows.
public struct GraphQLTiming: Hashable, Sendable {
  /// How long it took to look up the server's name.
  public var nameLookup: Duration?
  /// How long it took to connect by TCP, without the name and TLS.
  public var connect: Duration?
  /// How long the TLS handshake took.
  public var tls: Duration?
  /// When the first byte of the answer came, since the request began.
  public var firstByte: Duration?
  /// When the last byte of the answer had come, since the request began.
  public var total: Duration
  /// Whether the request went over a connection that was open before.
  public var isReused: Bool?

  /// A timing of these parts.
  public init(
    nameLookup: Duration? = nil, connect: Duration? = nil, tls: Duration? = nil, firstByte: Duration? = nil,
    total: Duration, isReused: Bool? = nil
  ) {
    self.nameLookup = nameLookup
    self.connect = connect
    self.tls = tls
    self.firstByte = firstByte
    self.total = total
    self.isReused = isReused
  }
}
