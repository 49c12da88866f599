/// The progress of a request.
///
/// ```swift
/// let options = GraphQLRequestOptions(progress: { print($0.sentBytes, "of", $0.totalBytesToSend) })
/// let data = try await client.perform(SaveAlbumMutation(id: "a1"), options: options)
/// ```
public struct GraphQLProgress: Hashable, Sendable {
  /// The number of bytes of the request's body that were sent.
  public var sentBytes: Int
  /// The size of the request's body in bytes.
  public var totalBytesToSend: Int
  /// The number of bytes of the response's body that arrived.
  public var receivedBytes: Int
  /// The size of the response's body in bytes; `nil` if the server does not send it, or compresses the body.
  public var totalBytesToReceive: Int?

  /// Creates a progress value.
  public init(
    sentBytes: Int = 0, totalBytesToSend: Int = 0, receivedBytes: Int = 0, totalBytesToReceive: Int? = nil
  ) {
    self.sentBytes = sentBytes
    self.totalBytesToSend = totalBytesToSend
    self.receivedBytes = receivedBytes
    self.totalBytesToReceive = totalBytesToReceive
  }
}
