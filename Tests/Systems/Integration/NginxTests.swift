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
        let socket = WebSocketTransport()
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
    }
  }
#endif
