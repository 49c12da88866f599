/// The timing of a request.
///
/// ```swift
/// let response = try await client.response(for: LibraryQuery(first: 20))
/// if let timing = response.timing { print(timing.firstByte ?? .zero, timing.total, timing.isReused ?? false) }
/// ```
/// A phase is `nil` if it did not occur, as on a reused connection, or if the transport cannot measure it, as on Android and Windows.
public struct GraphQLTiming: Hashable, Sendable {
  /// The duration of the name lookup.
  public var nameLookup: Duration?
  /// The duration of the TCP handshake.
  public var connect: Duration?
  /// The duration of the TLS handshake.
  public var tls: Duration?
  /// The time to the first byte of the response.
  public var firstByte: Duration?
  /// The time from the start of the request to the last byte of the response.
  public var total: Duration
  /// Whether the request used a connection that was already open.
  public var isReused: Bool?

  /// Creates a timing.
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
