#if os(Linux)
  import ApusPlatform

  extension GraphQLCurlTransport {
    /// The settings of a ``GraphQLCurlTransport``.
    ///
    /// ```swift
    /// var configuration = GraphQLCurlTransport.Configuration()
    /// configuration.certificateAuthorities = URL(fileURLWithPath: "/etc/ssl/ours.pem")
    /// configuration.connectTimeout = .seconds(5)
    /// let client = GraphQLClient(url: url, transport: try GraphQLCurlTransport(configuration))
    /// ```
    public struct Configuration: Hashable, Sendable {
      /// The maximum number of open connections to one host; further requests wait. Over HTTP/2 many requests share a connection. A
      /// request that has waited two seconds for its response does not count, so that hanging requests do not delay others.
      public var maximumConnectionsPerHost = 32

      /// The time after which a request that waits for its response no longer counts toward ``maximumConnectionsPerHost``. With `nil`, it counts until
      /// it ends, so that tests can reach the limit.
      package var slowRequestTime: Duration? = .seconds(2)

      /// A file of certificate authorities in PEM format, which replace the system's; nil for the system's.
      public var certificateAuthorities: URL?

      /// The permitted public keys of the server's certificate, each as the Base64-encoded SHA-256 of its SubjectPublicKeyInfo; empty for any key. The
      /// certificate must also be valid. If this is set, requests over `http` are rejected.
      ///
      /// `openssl x509 -in server.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64` prints the hash. Pin
      /// the key of the next certificate, too.
      public var pinnedPublicKeys: Set<String>

      /// The certificate for servers that ask for one. If this is set, requests over `http` are rejected.
      public var clientCertificate: ClientCertificate?

      /// Whether to reject servers that do not support TLS 1.3. Otherwise, TLS 1.2 is the minimum: older versions are broken (RFC 8996).
      public var requiresTLS13 = false

      /// The time limit for connecting (name lookup, TCP and TLS); `nil` means libcurl's five minutes. A request's own timeout applies, too.
      public var connectTimeout: Duration?

      /// The proxy for all requests, with the scheme `http`, `socks5` or `socks5h`; nil uses the proxies in the environment.
      public var proxy: URL?

      /// The Unix domain socket of the server; nil for TCP. The request's URL still needs a host and a path.
      public var unixSocket: URL?

      /// Whether to offer HTTP/2 to servers with TLS.
      public var usesHTTP2 = true

      /// The idle time, in whole seconds, up to which a kept-alive connection is reused for a non-idempotent request. Below two seconds,
      /// such requests always get a new connection. Servers close idle connections (Node after five seconds), and a mutation on a connection that is
      /// just being closed fails, because it must not be sent twice. A shorter time in the server's `Keep-Alive: timeout=3` applies instead.
      ///
      /// A kept-alive connection saves one to three round trips per mutation. If the server closes it without notice just as a mutation is sent, the
      /// mutation fails with ``GraphQLClientError/outcomeUnknown(_:)``. No check can prevent that, but `.zero` does.
      public var maximumIdleTime = Duration.seconds(4)

      /// Creates a configuration. Other settings are properties of the configuration.
      public init(
        certificateAuthorities: URL? = nil, pinnedPublicKeys: Set<String> = [],
        clientCertificate: ClientCertificate? = nil, proxy: URL? = nil
      ) {
        self.certificateAuthorities = certificateAuthorities
        self.pinnedPublicKeys = pinnedPublicKeys
        self.clientCertificate = clientCertificate
        self.proxy = proxy
      }
    }
  }
#endif
