import ApusPlatform

/// Carries subscriptions over HTTP, each over a response of its own that is read as it comes: ``EventStreamTransport`` and
/// ``MultipartTransport``.
public protocol HTTPSubscriptionTransport: GraphQLSubscriptionTransport {
  /// Where subscriptions are sent; nil for the client's URL.
  var url: URL? { get set }
  /// Carries the requests; nil for the client's transport.
  var transport: (any GraphQLTransport)? { get set }
  /// When a response that broke is opened again.
  var reconnect: GraphQLReconnectPolicy { get set }
  /// How long a response may bring nothing, not even a heartbeat, before it counts as broken; nil is for ever.
  var maximumSilence: Duration? { get set }

  /// The usual settings: the client's URL, the client's transport.
  init()
}

extension HTTPSubscriptionTransport {
  /// - Parameters:
  ///   - url: where subscriptions are sent; nil for the client's URL.
  ///   - transport: a `CurlTransport` on Linux, or a `URLSessionTransport` elsewhere, that carries the requests; nil for the client's.
  ///   - reconnect: when a response that broke is opened again.
  ///   - maximumSilence: how long a response may bring nothing, not even a heartbeat, before it counts as broken; nil is for ever.
  public init(
    url: URL? = nil, over transport: (any GraphQLTransport)? = nil,
    reconnect: GraphQLReconnectPolicy = GraphQLReconnectPolicy(), maximumSilence: Duration? = .seconds(90)
  ) {
    self.init()
    self.url = url
    self.transport = transport
    self.reconnect = reconnect
    self.maximumSilence = maximumSilence
  }
}
