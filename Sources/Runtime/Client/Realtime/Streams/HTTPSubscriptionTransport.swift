import ApusPlatform

/// The common settings of ``EventStreamTransport`` and ``MultipartTransport``, which read a separate response for each subscription as it arrives.
protocol HTTPSubscriptionTransport: GraphQLSubscriptionTransport {
  var url: URL? { get }
  var transport: (any GraphQLTransport)? { get }
  var reconnect: GraphQLReconnectPolicy { get }
  var maximumSilence: Duration? { get }
}
