/// How far a request has come.
///
/// ```swift
/// let options = GraphQLRequestOptions(progress: { print($0.sentBytes, "of", $0.totalBytesToSend) })
/// let data = try await client.perform(SaveAlbumMutation(id: "a1"), options: options)
/// ```
public struct GraphQLProgress: Hashable, Sendable {
  /// How many bytes of the request's body were sent.
  public var sentBytes: Int
  /// How many bytes the request's body has.
  public var totalBytesToSend: Int
  /// How many bytes of the answer's body have come.
  public var receivedBytes: Int
  /// How many bytes the answer's body has; nil when the server does not say, or packs it.
  public var totalBytesToReceive: Int?

  /// A progress of these figures.
  public init(
    sentBytes: Int = 0, totalBytesToSend: Int = 0, receivedBytes: Int = 0, totalBytesToReceive: Int? = nil
  ) {
    self.sentBytes = sentBytes
    self.totalBytesToSend = totalBytesToSend
    self.receivedBytes = receivedBytes
    self.totalBytesToReceive = totalBytesToReceive
  }
}
