import ApusPlatform

extension GraphQLWebSocketTransport {
  /// The credentials for a server that expects them neither in header fields nor in the payload of `connection_init`: AWS AppSync, by the module
  /// ApusAppSync of the package `Integrations`.
  public struct Authorization: Sendable {
    /// The request that opens the connection.
    public var opening: GraphQLHTTPRequest
    /// Returns the payload of the message that starts a subscription, given the operation as JSON. It is called before each subscription starts, in
    /// the task of its connection.
    public var payload: @Sendable (_ operation: Data) -> Data
    /// Whether the payload of a message of type `error` means that the credentials have expired. The subscription then starts again on a
    /// connection with new ones.
    ///
    /// It is called on the thread that reads the connection, on Linux the one thread of all connections, so it must not block: look at the payload,
    /// and wait for nothing.
    public var isExpired: @Sendable (_ error: Data) -> Bool

    /// Creates credentials.
    ///
    /// - Parameters:
    ///   - opening: the request that opens the connection.
    ///   - payload: returns the payload of the message that starts a subscription, given the operation as JSON.
    ///   - isExpired: whether the payload of an error means that the credentials have expired.
    public init(
      opening: GraphQLHTTPRequest, payload: @escaping @Sendable (_ operation: Data) -> Data,
      isExpired: @escaping @Sendable (_ error: Data) -> Bool
    ) {
      self.opening = opening
      self.payload = payload
      self.isExpired = isExpired
    }
  }
}
