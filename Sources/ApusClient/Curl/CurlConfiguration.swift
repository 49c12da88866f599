#if os(Linux)
  import Foundation

  /// How a ``CurlTransport`` reaches servers.
  public struct CurlConfiguration: Hashable, Sendable {
    /// How many connections may be open to one host; requests beyond wait for one. Over HTTP/2 many requests share a connection.
    public var maximumConnectionsPerHost: Int

    /// A file of certificate authorities in PEM form, which are trusted in place of the system's; nil for the system's.
    public var certificateAuthorities: URL?

    /// The proxy for all requests, of scheme `http`, `https`, `socks5` or `socks5h`; nil for those that the environment names.
    public var proxy: URL?

    /// The Unix domain socket on which the server listens; nil for TCP. The request's URL still says host and path.
    public var unixSocket: URL?

    /// Whether HTTP/2 is offered to servers with TLS.
    public var usesHTTP2: Bool

    /// How long a kept connection may have been idle to carry a request that is not idempotent, in whole seconds; below two seconds such
    /// requests always get a new connection. Servers close idle connections (Node after five seconds), and a mutation that meets the
    /// end of its connection fails, because it must not be sent twice.
    public var maximumIdleTime: Duration

    /// A configuration of these parts.
    public init(
      maximumConnectionsPerHost: Int = 32, certificateAuthorities: URL? = nil, proxy: URL? = nil,
      unixSocket: URL? = nil, usesHTTP2: Bool = true, maximumIdleTime: Duration = .seconds(4)
    ) {
      self.maximumConnectionsPerHost = maximumConnectionsPerHost
      self.certificateAuthorities = certificateAuthorities
      self.proxy = proxy
      self.unixSocket = unixSocket
      self.usesHTTP2 = usesHTTP2
      self.maximumIdleTime = maximumIdleTime
    }
  }
#endif
