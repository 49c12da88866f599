#if os(Linux)
  import Apus
  import ApusClient
  import Foundation
  import Testing

  private enum Nginx {
    static let isInstalled: Bool = {
      // Debian has it in a folder of the administrator's.
      let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") + ["/usr/sbin"]
      return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/nginx") }
    }()
  }

  extension ServerTests {
    /// Subscriptions through a real nginx: `Tests/Systems/IntegrationServer/nginx.py`.
    @Suite(.serialized, .enabled(if: Nginx.isInstalled, "There is no nginx (Debian: nginx-light)."))
    struct NginxTests {
      private struct Ready: Decodable, Sendable { let port: Int }

      @Test
      func `with default settings a quiet subscription lives behind an idle limit of five seconds`()
        async throws
      {
        let port = try await SubscriptionServer.ariadne.ready().port
        let process = try await ServerProcess<Ready>.start("nginx.py", ["--to", "\(port)", "--idle", "5"])
        defer { process.stop() }
        let url = try #require(URL(string: "http://127.0.0.1:\(process.ready.port)/graphql"))
        let socket = GraphQLWebSocketTransport()
        let connections = Task {
          var count = 0
          for await state in socket.states { if case .connected = state { count += 1 } }
          return count
        }
        let client = GraphQLClient(url: url, subscriptions: socket)
        var numbers: [Int] = []
        for try await data in client.subscribe(to: CountdownSubscription(start: 1, intervalMs: 7000)) {
          numbers.append(data.countdown)
        }
        // The first connection ends after five seconds. The second is pinged each two and a half, and outlives two silences of seven.
        #expect(numbers == [1, 1, 0])
        connections.cancel()
        #expect(await connections.value == 2)
      }

      @Test(.enabled(if: TLSServers.areAvailable, "There is no openssl."))
      func `no mutation over HTTP/2 fails because nginx closes its connections`() async throws {
        let backend = try await ServerProcess<Ready>.start("ledger.py")
        defer { backend.stop() }
        let files = try await TLSServers.file("good")
        let process = try await ServerProcess<Ready>.start(
          "nginx.py",
          [
            "--to", "\(backend.ready.port)", "--certificate", files.path + ".pem", "--key",
            files.path + ".key",
            "--requests", "50",
          ])
        defer { process.stop() }
        let transport = try GraphQLCurlTransport(
          GraphQLCurlTransport.Configuration(certificateAuthorities: try await TLSServers.authority()))
        let url = try #require(URL(string: "https://localhost:\(process.ready.port)/graphql"))
        try await withThrowingTaskGroup(of: Void.self) { group in
          for lane in 0..<16 {
            group.addTask {
              for number in stride(from: lane, to: 2000, by: 16) {
                let body = GraphQLHTTPBody.bytes(Data("\(number)\n".utf8))
                let response = try await transport.send(GraphQLHTTPRequest(url: url, body: body))
                #expect(response.status == 200)
              }
            }
          }
          try await group.waitForAll()
        }
        let ledger = try await transport.send(
          GraphQLHTTPRequest(
            method: .get, url: try #require(URL(string: "/ledger", relativeTo: url)?.absoluteURL),
            isIdempotent: true))
        #expect(try JSONDecoder().decode([Int].self, from: ledger.body).sorted() == Array(0..<2000))
      }
    }
  }
#endif
