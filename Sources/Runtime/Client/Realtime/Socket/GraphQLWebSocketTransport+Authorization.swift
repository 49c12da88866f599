import ApusPlatform

extension GraphQLWebSocketTransport {
  /// The credentials for a server that expects them neither in header fields nor in the payload of `connection_init`: AWS AppSync, by the module
  /// ApusAppSync of the package `Integrations`.
  public struct Authorization: Sendable {
    /// The request that opens the connection.
    public var opening: GraphQLHTTPRequest
    /// Returns the payload of the message that starts a subscription, given the operation as JSON.
    public var payload: @Sendable (_ operation: Data) -> Data
    /// Whether a message of type `error`, of which this is the payload, says that the credentials have expired. The subscription then starts again on a
    /// connection with new ones.
    public var isExpired: @Sendable (_ error: Data) -> Bool

    /// Creates credentials.
    ///
    /// - Parameters:
    ///   - opening: the request that opens the connection.
    ///   - payload: returns the payload of the message that starts a subscription, given the operation as JSON.
    ///   - isExpired: whether the payload of an error says that the credentials have expired.
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
