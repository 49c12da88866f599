#if os(Linux)
  import Apus
  import ApusClient
  import Foundation
  import Testing

  extension ServerTests {
    /// Subscriptions through a proxy: `Tests/Systems/IntegrationServer/proxy.py`.
    @Suite(
      .serialized, .enabled(if: TLSServers.areAvailable, "There is no openssl, or no Python for the servers.")
    )
    struct ProxyTests {
      private struct Ready: Decodable, Sendable { let port: Int }

      private struct Stats: Decodable {
        let tunnels: [String]
        let requests: [String]
      }

      private func proxy(_ arguments: [String] = []) async throws -> (ServerProcess<Ready>, URL) {
        let process = try await ServerProcess<Ready>.start("proxy.py", arguments)
        return (process, try #require(URL(string: "http://127.0.0.1:\(process.ready.port)")))
      }

      private func stats(_ proxy: URL) async throws -> Stats {
        let request = GraphQLHTTPRequest(method: .get, url: proxy.appendingPathComponent("stats"))
        return try JSONDecoder().decode(
          Stats.self, from: await ServerTests.systemTransport().send(request).body)
      }

      @Test(arguments: SubscriptionServer.allCases)
      func `a WebSocket, plain and by TLS, goes through a tunnel`(_ server: SubscriptionServer) async throws {
        let (process, url) = try await proxy()
        for port in [\.port, \.tls] as [SubscriptionServer.Port] {
          let client = try await server.client("/graphql", port) { $0.curl.proxy = url }
          #expect(try await SubscriptionServer.numbers(client, from: 2) == [2, 1, 0])
        }
        let ready = try await server.ready()
        #expect(try await stats(url).tunnels == ["localhost:\(ready.port)", "localhost:\(ready.tls)"])
        process.stop()
      }

      @Test func `event streams and parts go through the proxy`() async throws {
        let (process, url) = try await proxy()
        let server = SubscriptionServer.strawberry
        let authority = URL(fileURLWithPath: try await server.ready().authority)
        let transport = try GraphQLCurlTransport(
          GraphQLCurlTransport.Configuration(certificateAuthorities: authority, proxy: url))
        let transports: [any GraphQLSubscriptionTransport] = [
          GraphQLHTTPSubscriptionTransport(.eventStream, over: transport),
          GraphQLHTTPSubscriptionTransport(.multipart, over: transport),
        ]
        for subscriptions in transports {
          for port in [\.port, \.tls] as [SubscriptionServer.Port] {
            let client = GraphQLClient(
              url: try await server.url("/graphql", port), subscriptions: subscriptions,
              timeout: .seconds(3600))
            #expect(try await SubscriptionServer.numbers(client, from: 2) == [2, 1, 0])
          }
        }
        let stats = try await stats(url)
        let ready = try await server.ready()
        #expect(Set(stats.tunnels) == ["localhost:\(ready.tls)"])
        #expect(Set(stats.requests) == ["http://localhost:\(ready.port)/graphql"])
        process.stop()
      }

      @Test func `a proxy that wants a password gets it, or its refusal is told`() async throws {
        let (process, url) = try await proxy(["--password", "me:secret"])
        let port = process.ready.port
        let withPassword = try #require(URL(string: "http://me:secret@127.0.0.1:\(port)"))
        let client = try await SubscriptionServer.ariadne.client { $0.curl.proxy = withPassword }
        #expect(try await SubscriptionServer.numbers(client, from: 1) == [1, 0])
        let stranger = try await SubscriptionServer.ariadne.client {
          $0.curl.proxy = url
          $0.reconnect = .never
        }
        do {
          _ = try await SubscriptionServer.numbers(stranger, from: 1)
          Issue.record("nothing was thrown")
        } catch GraphQLSubscriptionError.connectionLost(let error) {
          #expect(error.localizedDescription.contains("407"), "\(error)")
        }
        process.stop()
      }

      @Test func `a quiet subscription outlives a proxy's idle limit`() async throws {
        let (process, url) = try await proxy(["--idle", "2"])
        let client = try await SubscriptionServer.ariadne.client { $0.curl.proxy = url }
        var numbers: [Int] = []
        for try await data in client.subscribe(to: CountdownSubscription(start: 1, intervalMs: 7000)) {
          numbers.append(data.countdown)
        }
        // The first connection ends after two seconds; the second is pinged each second, and lasts.
        #expect(numbers == [1, 1, 0])
        #expect(try await stats(url).tunnels.count == 2)
        process.stop()
      }

      @Test func `a proxy that is not there`() async throws {
        let (process, url) = try await proxy()
        process.stop()
        let client = try await SubscriptionServer.ariadne.client {
          $0.curl.proxy = url
          $0.reconnect = .never
        }
        await #expect(throws: GraphQLSubscriptionError.self) {
          _ = try await SubscriptionServer.numbers(client, from: 1)
        }
      }
    }
  }
#endif
