import Apus
import ApusAppSync
import Foundation
import TestSupport
import Testing

@testable import ApusClient

extension ServerTests {
  /// Subscriptions against a server that uses all that the protocols allow: `Tests/Systems/IntegrationServer/subscriptions.py`.
  @Suite(
    .serialized, .enabled(if: TLSServers.areAvailable, "There is no openssl, or no Python for the server."))
  struct HandmadeServerTests {
    private struct Stats: Decodable, Sendable {
      let connections: Int
      let operations: Int
      let last: [[Frame]]

      enum Frame: Decodable, Equatable {
        case opcode(Int)
        case payload(String)

        init(from decoder: any Decoder) throws {
          let container = try decoder.singleValueContainer()
          if let opcode = try? container.decode(Int.self) {
            self = .opcode(opcode)
          } else {
            self = .payload(try container.decode(String.self))
          }
        }
      }
    }

    private func client(
      _ path: String = "/graphql",
      _ configure: (inout GraphQLWebSocketTransport.Configuration) -> Void = { _ in }
    ) async throws -> GraphQLClient {
      try await SubscriptionServer.handmade.client(path, \.port, configure)
    }

    /// A client of the server that speaks AppSync's protocol.
    private func appSync(
      _ configure: (inout GraphQLWebSocketTransport.Configuration) -> Void = { _ in }
    ) async throws -> GraphQLClient {
      var configuration = GraphQLWebSocketTransport.Configuration()
      var client = try await client("/appsync") { socket in
        configure(&socket)
        configuration = socket
      }
      client.subscriptions = GraphQLWebSocketTransport.appSync(configuration: configuration)
      return client
    }

    private func stats() async throws -> Stats {
      let request = GraphQLHTTPRequest(method: .get, url: try await SubscriptionServer.handmade.url("/stats"))
      return try JSONDecoder().decode(
        Stats.self, from: await ServerTests.systemTransport().send(request).body)
    }

    @Test func `fragments, pings and pieces, in both protocols`() async throws {
      #expect(try await SubscriptionServer.numbers(client(), from: 5) == [5, 4, 3, 2, 1, 0])
      #expect(try await SubscriptionServer.numbers(client("/legacy"), from: 2) == [2, 1, 0])
    }

    @Test(arguments: [("x-api-key", "key"), ("Authorization", "token")])
    func `AppSync's protocol`(_ field: String, _ value: String) async throws {
      var client = try await appSync()
      client.headers[field] = value
      #expect(try await SubscriptionServer.numbers(client, from: 3) == [3, 2, 1, 0])
    }

    @Test func `AppSync refuses a wrong key, and gets a new token when it is asked for`() async throws {
      var client = try await appSync { $0.reconnect = .never }
      client.headers["x-api-key"] = "wrong"
      let error = await #expect(throws: GraphQLSubscriptionError.self) {
        try await SubscriptionServer.numbers(client, from: 0)
      }
      #expect("\(error.map { "\($0)" } ?? "")".contains("UnauthorizedException"))
      client.headers["x-api-key"] = nil
      client.interceptors = [
        GraphQLAuthenticationInterceptor(
          apply: { $1["Authorization"] = $0 }, current: { "old" }, refresh: { _ in "token" })
      ]
      #expect(try await SubscriptionServer.numbers(client, from: 1) == [1, 0])
    }

    @Test func `AppSync is given a new token when a subscription's was no longer good`() async throws {
      var client = try await appSync()
      client.interceptors = [
        GraphQLAuthenticationInterceptor(
          apply: { $1["Authorization"] = $0 }, current: { "late" }, refresh: { _ in "token" })
      ]
      #expect(try await SubscriptionServer.numbers(client, from: 1) == [1, 0])
    }

    @Test func `event streams and parts in unusual forms`() async throws {
      for subscriptions in [
        GraphQLHTTPSubscriptionTransport(.eventStream), GraphQLHTTPSubscriptionTransport(.multipart),
      ]
        as [any GraphQLSubscriptionTransport]
      {
        var client = try await client()
        client.subscriptions = subscriptions
        #expect(try await SubscriptionServer.numbers(client, from: 4) == [4, 3, 2, 1, 0], "\(subscriptions)")
      }
    }

    @Test func `a connection that breaks within a frame is made again`() async throws {
      #expect(try await SubscriptionServer.numbers(client("/half"), from: 0) == [1, 2])
    }

    @Test func `a server that does not acknowledge`() async throws {
      let client = try await client("/silent") { configuration in
        configuration.acknowledgementTimeout = .milliseconds(50)
        configuration.reconnect = .never
      }
      do {
        _ = try await SubscriptionServer.numbers(client, from: 0)
        Issue.record("nothing was thrown")
      } catch GraphQLSubscriptionError.notAcknowledged {}
      try await eventually("the server has no connection") { try await stats().connections == 0 }
    }

    @Test(arguments: [
      ("81027878", 4004), ("c100", 1002), ("8100 8100", 4004), ("810080", 1002), ("8300", 1002),
      ("0900", 1002), ("8180 00000000", 1002), ("8001 41", 1002), ("8101 ff", 1007), ("8801 03", 1002),
      ("8802 03ed", 1002), ("817f 0000000100000000", 1009), ("817e 0001 41", 1002),
    ])
    func `bytes against the rules close the connection by the code of the rule`(_ hex: String, _ code: Int)
      async throws
    {
      let text = hex.replacingOccurrences(of: " ", with: "")
      let client = try await client("/raw?hex=\(text)") { $0.reconnect = .never }
      do {
        _ = try await SubscriptionServer.numbers(client, from: 0)
        Issue.record("nothing was thrown")
      } catch GraphQLSubscriptionError.invalidMessage {}
      try await eventually("the server has no connection") { try await stats().connections == 0 }
      let digits = String(code, radix: 16)
      let close = try await stats().last.first { $0.first == .opcode(0x88) }
      guard case .payload(let payload) = close?.last else {
        Issue.record("there was no Close frame")
        return
      }
      #expect(payload.hasPrefix(String(repeating: "0", count: 4 - digits.count) + digits))
    }
  }
}
