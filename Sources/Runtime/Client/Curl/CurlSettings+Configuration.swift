#if os(Linux)
  import ApusCurl

  extension CurlSettings {
    init(_ configuration: GraphQLCurlTransport.Configuration) {
      self.init(
        maximumConnectionsPerHost: configuration.maximumConnectionsPerHost,
        slowRequestTime: configuration.slowRequestTime, maximumIdleTime: configuration.maximumIdleTime,
        usesHTTP2: configuration.usesHTTP2, apply: configuration.apply)
    }
  }
#endif
