import ApusPlatform

/// The settings that ``EventStreamTransport`` and ``MultipartTransport`` share: each subscription has a response of its own, which is read as
/// it arrives.
protocol HTTPSubscriptionTransport: GraphQLSubscriptionTransport {
  var url: URL? { get }
  var transport: (any GraphQLTransport)? { get }
  var reconnect: GraphQLReconnectPolicy { get }
  var maximumSilence: Duration? { get }
}
