#if os(Linux)
  /// The settings of an engine.
  package struct CurlSettings: Sendable {
    package var maximumConnectionsPerHost: Int
    let slowRequestTime: Duration?
    let maximumIdleTime: Duration
    let usesHTTP2: Bool
    /// Sets the options of a handle that depend on the user's configuration.
    let apply: @Sendable (CurlEasy) throws -> Void

    package init(
      maximumConnectionsPerHost: Int, slowRequestTime: Duration?, maximumIdleTime: Duration, usesHTTP2: Bool,
      apply: @escaping @Sendable (CurlEasy) throws -> Void
    ) {
      self.maximumConnectionsPerHost = maximumConnectionsPerHost
      self.slowRequestTime = slowRequestTime
      self.maximumIdleTime = maximumIdleTime
      self.usesHTTP2 = usesHTTP2
      self.apply = apply
    }
  }
#endif
