#if os(Linux)
  import ApusCurl
  import ApusTesting
  import Foundation
  import TestSupport
  import Testing

  @testable import ApusClient

  /// Systems without libcurl, with one that is too old, or without certificate authorities.
  @Suite struct MissingCurlTests {
    private func client(_ symbols: CurlSymbols) -> GraphQLClient {
      var configuration = GraphQLWebSocketTransport.Configuration()
      configuration.reconnect = GraphQLReconnectPolicy(clock: PausingClock { _ in })
      let connector = CurlWebSocketConnector(
        configuration: configuration.curl, library: CurlLibrary(symbols))
      return GraphQLClient(
        url: endpoint, transport: GraphQLScriptedTransport([]),
        subscriptions: GraphQLWebSocketTransport(configuration, connector))
    }

    /// `curl_multi_poll` came with 7.66, `curl_multi_wakeup` with 7.68.
    @Test(arguments: ["", "curl_multi_wakeup", "curl_easy_recv", "curl_easy_init"])
    func `a subscription fails at once, and says what to do`(_ missing: String) async throws {
      let symbols = CurlSymbols { name in
        missing.isEmpty || name == missing ? nil : CurlSymbols.system.address(name)
      }
      do {
        for try await _ in client(symbols).subscribe(to: HelloSubscription()) {}
        Issue.record("nothing was thrown")
      } catch GraphQLSubscriptionError.unavailable(let reason) {
        for part in [
          "libcurl 7.68", "apt-get install libcurl4", "GraphQLHTTPSubscriptionTransport",
        ] {
          #expect(reason.contains(part))
        }
      }
    }

    /// As in an image without the package ca-certificates.
    @Test func `without certificate authorities a subscription fails at once, and names the file`()
      async throws
    {
      let server = try RawServer { connection, _ in connection.waitForEnd() }
      let url = try #require(URL(string: "https://127.0.0.1:\(server.url.port ?? 0)/"))
      var configuration = GraphQLWebSocketTransport.Configuration()
      configuration.curl.certificateAuthorities = URL(fileURLWithPath: "/nowhere/authorities.pem")
      configuration.reconnect = GraphQLReconnectPolicy(clock: PausingClock { _ in })
      let client = GraphQLClient(
        url: url, subscriptions: GraphQLWebSocketTransport(configuration: configuration))
      do {
        for try await _ in client.subscribe(to: HelloSubscription()) {}
        Issue.record("nothing was thrown")
      } catch GraphQLSubscriptionError.connectionLost(let error) {
        #expect(error.localizedDescription.contains("/nowhere/authorities.pem"))
      }
      #expect(server.connectionCount <= 1)
    }

    @Test func `the system's library is found`() {
      #expect(CurlLibrary(.system)?.version.hasPrefix("libcurl/") == true)
    }

    @Test func `it is found without its headers, and when the process has not loaded it`() throws {
      // As a program would find it whose Foundation is linked statically.
      let handle = try #require(dlopen("libcurl.so.4", RTLD_NOW))
      let library = Int(bitPattern: handle)
      let symbols = CurlSymbols { dlsym(UnsafeMutableRawPointer(bitPattern: library), $0) }
      #expect(CurlLibrary(symbols) != nil)
    }
  }
#endif
