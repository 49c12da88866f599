#if os(Linux)
  import ApusPlatform

  /// The settings of a ``CurlTransport``.
  ///
  /// ```swift
  /// var configuration = CurlConfiguration()
  /// configuration.certificateAuthorities = URL(fileURLWithPath: "/etc/ssl/ours.pem")
  /// configuration.connectTimeout = .seconds(5)
  /// let client = GraphQLClient(url: url, transport: try CurlTransport(configuration))
  /// ```
  public struct CurlConfiguration: Hashable, Sendable {
    /// The maximum number of open connections to one host; further requests wait. Over HTTP/2 many requests share a connection. A
    /// request that has waited two seconds for its response does not count, so that hanging requests do not delay others.
    public var maximumConnectionsPerHost: Int

    /// How long a request must have waited for its response to no longer count for ``maximumConnectionsPerHost``; `nil` means that it counts
    /// until it ends, so that tests see the limit.
    package var slowRequestTime: Duration? = .seconds(2)

    /// A file of certificate authorities in PEM form, which are trusted in place of the system's; nil for the system's.
    public var certificateAuthorities: URL?

    /// The keys of which the server's certificate must have one, each as the SHA-256 of its SubjectPublicKeyInfo in Base64; empty for
    /// any key. The certificate must be valid as well. Requests over `http` are rejected if this is set.
    ///
    /// `openssl x509 -in server.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64` prints
    /// the hash. Pin the key of the next certificate, too.
    public var pinnedPublicKeys: Set<String>

    /// The certificate that the client presents to servers that ask for one; nil for none. Requests over `http` are rejected if this is set.
    public var clientCertificate: CurlClientCertificate?

    /// The oldest version of TLS that is spoken.
    public var minimumTLSVersion: CurlTLSVersion

    /// The time limit for connecting (name lookup, TCP and TLS); `nil` means libcurl's five minutes. A request's own timeout applies, too.
    public var connectTimeout: Duration?

    /// The proxy for all requests, of scheme `http`, `https`, `socks5` or `socks5h`; nil for those that the environment names.
    public var proxy: URL?

    /// The Unix domain socket on which the server listens; nil for TCP. The request's URL still has host and path.
    public var unixSocket: URL?

    /// Whether HTTP/2 is offered to servers with TLS.
    public var usesHTTP2: Bool

    /// The time that a kept connection may have been idle to carry a non-idempotent request, in whole seconds; below two seconds such
    /// requests always get a new connection. Servers close idle connections (Node after five seconds), and a mutation that meets the
    /// end of its connection fails, because it must not be sent twice. A shorter time that a server announces (`Keep-Alive: timeout=3`) counts.
    ///
    /// A kept connection saves one to three round trips for each mutation. What it costs: a server that closes without a word at the moment
    /// when a mutation leaves makes it fail as ``GraphQLClientError/outcomeUnknown(_:)``. No check rules that out; `.zero` does.
    public var maximumIdleTime: Duration

    /// A configuration of these parts.
    public init(
      maximumConnectionsPerHost: Int = 32, certificateAuthorities: URL? = nil,
      pinnedPublicKeys: Set<String> = [],
      clientCertificate: CurlClientCertificate? = nil, minimumTLSVersion: CurlTLSVersion = .tls12,
      connectTimeout: Duration? = nil, proxy: URL? = nil, unixSocket: URL? = nil, usesHTTP2: Bool = true,
      maximumIdleTime: Duration = .seconds(4)
    ) {
      self.maximumConnectionsPerHost = maximumConnectionsPerHost
      self.certificateAuthorities = certificateAuthorities
      self.pinnedPublicKeys = pinnedPublicKeys
      self.clientCertificate = clientCertificate
      self.minimumTLSVersion = minimumTLSVersion
      self.connectTimeout = connectTimeout
      self.proxy = proxy
      self.unixSocket = unixSocket
      self.usesHTTP2 = usesHTTP2
      self.maximumIdleTime = maximumIdleTime
    }
  }

  /// A version of TLS. Older ones are broken (RFC 8996).
  public enum CurlTLSVersion: String, Hashable, Sendable {
    /// TLS 1.2, RFC 5246.
    case tls12 = "1.2"
    /// TLS 1.3, RFC 8446.
    case tls13 = "1.3"
  }
#endif
