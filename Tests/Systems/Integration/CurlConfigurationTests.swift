#if os(Linux)
  import ApusClient
  import Foundation
  import Testing

  /// What a `GraphQLCurlTransport.Configuration` promises about certificates, each with a server that must be refused and one that must be accepted.
  @Suite(.enabled(if: TLSServers.areAvailable, "There is no Python for the servers, or no openssl."))
  struct CurlConfigurationTests {
    private typealias Server = KeyPath<TLSServers.Ready, Int> & Sendable

    /// A configuration that trusts the test's authority.
    private func configuration(_ change: (inout GraphQLCurlTransport.Configuration) -> Void = { _ in })
      async throws
      -> GraphQLCurlTransport.Configuration
    {
      var configuration = GraphQLCurlTransport.Configuration(
        certificateAuthorities: try await TLSServers.authority())
      change(&configuration)
      return configuration
    }

    private func status(_ configuration: GraphQLCurlTransport.Configuration, _ server: Server) async throws
      -> Int
    {
      let request = GraphQLHTTPRequest(
        url: try await TLSServers.url(server), body: .bytes(Data("{}".utf8)), isIdempotent: true)
      return try await GraphQLCurlTransport(configuration).send(request).status
    }

    /// What a WebSocket says that a server refuses: a handshake gets as far as HTTP, or not.
    private func webSocketFailure(_ configuration: GraphQLCurlTransport.Configuration, _ server: Server)
      async throws
      -> any Error
    {
      var socket = GraphQLWebSocketTransport.Configuration()
      socket.curl = configuration
      socket.reconnect = GraphQLReconnectPolicy(maximumAttempts: 1)
      let url = try await TLSServers.url(server)
      let client = GraphQLClient(url: url, subscriptions: GraphQLWebSocketTransport(configuration: socket))
      do {
        for try await _ in client.subscribe(to: CountdownSubscription(start: 1)) {}
      } catch {
        return error
      }
      throw URLError(.badServerResponse)
    }

    @Test func `only the key that is pinned`() async throws {
      let (pin, other) = (try await TLSServers.pin(), Data(repeating: 7, count: 32).base64EncodedString())
      for pins in [[pin], [other, pin]] as [Set<String>] {
        let configuration = try await configuration { $0.pinnedPublicKeys = pins }
        #expect(try await status(configuration, \.good) == 200)
        // The authority vouches for this server, too, but its key is another.
        let error = await #expect(throws: GraphQLConnectionError.self) {
          try await status(configuration, \.http1)
        }
        #expect(error?.code == .serverCertificateUntrusted)
      }
      let wrong = try await configuration { $0.pinnedPublicKeys = [other] }
      await #expect(throws: GraphQLConnectionError.self) { try await status(wrong, \.good) }
      #expect("\(try await webSocketFailure(wrong, \.good))".contains("libcurl 90"))
      let right = try await configuration { $0.pinnedPublicKeys = [pin] }
      #expect("\(try await webSocketFailure(right, \.http1))".contains("libcurl 90"))
      guard case GraphQLSubscriptionError.rejected = try await webSocketFailure(right, \.good) else {
        Issue.record("the server with the pinned key was not reached")
        return
      }
    }

    @Test func `a pin does not replace the authority`() async throws {
      let pinned = GraphQLCurlTransport.Configuration(pinnedPublicKeys: [try await TLSServers.pin()])
      await #expect(throws: GraphQLConnectionError.self) { try await status(pinned, \.good) }
    }

    @Test func `nothing is sent without TLS where a key is pinned`() async throws {
      let configuration = try await configuration {
        $0.pinnedPublicKeys = [Data(repeating: 7, count: 32).base64EncodedString()]
      }
      let url = try #require(URL(string: "http://localhost:1/graphql"))
      let error = await #expect(throws: GraphQLClientError.self) {
        try await GraphQLCurlTransport(configuration).send(GraphQLHTTPRequest(url: url))
      }
      #expect("\(try #require(error))".contains("need TLS"))
    }

    @Test func `a server that asks for a client certificate`() async throws {
      let files = try await (
        pem: TLSServers.file("client.pem"), key: TLSServers.file("client.key"),
        encrypted: TLSServers.file("encrypted.key"), pkcs12: TLSServers.file("client.p12")
      )
      for certificate in [
        GraphQLCurlTransport.ClientCertificate(pem: files.pem, key: files.key),
        GraphQLCurlTransport.ClientCertificate(pem: files.pem, key: files.encrypted, password: "secret"),
        GraphQLCurlTransport.ClientCertificate(pkcs12: files.pkcs12, password: "secret"),
      ] {
        let configuration = try await configuration { $0.clientCertificate = certificate }
        #expect(try await status(configuration, \.mutual) == 200)
        #expect(
          !"\(configuration)".contains("secret") && !String(reflecting: configuration).contains("secret"))
      }
      let (stranger, key) = try await (TLSServers.file("stranger.pem"), TLSServers.file("stranger.key"))
      for certificate in [
        nil, GraphQLCurlTransport.ClientCertificate(pem: stranger, key: key),
        GraphQLCurlTransport.ClientCertificate(pem: files.pem, key: files.encrypted, password: "wrong"),
        GraphQLCurlTransport.ClientCertificate(pkcs12: files.pkcs12, password: "wrong"),
      ] {
        let configuration = try await configuration { $0.clientCertificate = certificate }
        await #expect(throws: GraphQLConnectionError.self) { try await status(configuration, \.mutual) }
      }
    }

    @Test func `a server that speaks an older TLS`() async throws {
      #expect(try await status(configuration(), \.older) == 200)
      let newer = try await configuration { $0.requiresTLS13 = true }
      #expect(try await status(newer, \.good) == 200)
      let error = await #expect(throws: GraphQLConnectionError.self) { try await status(newer, \.older) }
      #expect(error?.code == .secureConnectionFailed)
    }

    @Test func `a server that never greets`() async throws {
      let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(socket) }
      // Connections wait in the kernel's queue, and nobody accepts them.
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          bind(socket, address, length) == 0 && listen(socket, 8) == 0
            && getsockname(socket, address, &length) == 0
        }
      }
      #expect(isBound)
      let port = UInt16(bigEndian: address.sin_port)
      let url = try #require(URL(string: "https://127.0.0.1:\(port)/"))
      let impatient = try await configuration { $0.connectTimeout = .milliseconds(200) }
      // Only the configuration's limit ends the request before this test's.
      let error = await #expect(throws: GraphQLClientError.self) {
        try await GraphQLCurlTransport(impatient).send(
          GraphQLHTTPRequest(url: url, body: .bytes(Data("{}".utf8)), timeout: .seconds(3600)))
      }
      // Nothing was sent.
      guard case .transport(let cause as GraphQLConnectionError)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(cause.code == .timedOut)
      // On a busy machine, a server that does greet may need more than 200 ms for it.
      let patient = try await configuration { $0.connectTimeout = .seconds(3600) }
      #expect(try await status(patient, \.good) == 200)
    }

    /// Debian's libcurl looks into a folder of authorities beside the file, which a child process has replaced.
    @Test(.enabled(if: ChildWithAuthority.isPossible, "Nothing can be mounted here."))
    func `authorities of one's own replace those of the system`() async throws {
      let (variable, other) = ("APUS_TLS_REPLACED", "APUS_TLS_OTHER")
      let environment = ProcessInfo.processInfo.environment
      if let server = environment[variable], let file = environment[other] {
        let request = GraphQLHTTPRequest(url: try #require(URL(string: server)))
        #expect(try await #require(GraphQLCurlTransport()).send(request).status == 200)
        let own = GraphQLCurlTransport.Configuration(certificateAuthorities: URL(fileURLWithPath: file))
        await #expect(throws: GraphQLConnectionError.self) {
          try await GraphQLCurlTransport(own).send(request)
        }
        return
      }
      let status = try await ChildWithAuthority.run(
        TLSServers.file("system"), test: "authorities.of.one.s.own.replace",
        [variable: TLSServers.url(\.good).absoluteString, other: TLSServers.file("stranger.pem").path])
      #expect(status == 0)
    }

    @Test func `what cannot be honoured is refused when it is set`() async throws {
      let nowhere = URL(fileURLWithPath: "/nowhere/apus.pem")
      let known = try await TLSServers.file("client.pem")
      for (configuration, word) in [
        (GraphQLCurlTransport.Configuration(pinnedPublicKeys: ["sha256//abc"]), "pinnedPublicKeys"),
        (GraphQLCurlTransport.Configuration(certificateAuthorities: nowhere), "/nowhere/apus.pem"),
        (
          GraphQLCurlTransport.Configuration(
            clientCertificate: GraphQLCurlTransport.ClientCertificate(pem: nowhere, key: known)),
          "/nowhere/apus.pem"
        ),
        (
          GraphQLCurlTransport.Configuration(
            clientCertificate: GraphQLCurlTransport.ClientCertificate(pem: known, key: nowhere)),
          "/nowhere/apus.pem"
        ),
        (GraphQLCurlTransport.Configuration(proxy: URL(string: "ftp://proxy.example")), "socks5"),
      ] {
        let error = #expect(throws: CurlConfigurationError.self) { try GraphQLCurlTransport(configuration) }
        #expect(try #require(error).description.contains(word))
        #expect(try #require(error).localizedDescription.contains(word))
        #expect("\(try await webSocketFailure(configuration, \.good))".contains(word))
      }
    }
  }
#endif
