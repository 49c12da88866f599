import Apus
import ApusPlatform
import Foundation
import TestSupport
import Testing

@testable import ApusClient

/// Refusals of credentials, as servers say them over a WebSocket.
@Suite(.timeLimit(.minutes(15))) struct SocketServerRefusalTests {
  /// What a server does with `connection_init`, instead of acknowledging it.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var message: String?
    var code: Int?
    var reason = ""
  }

  private static let hasura = #"{"type":"connection_error","payload":"Could not verify JWT: JWTExpired"}"#
  private static let expired = "Could not verify JWT: JWTExpired"

  private static let refusals = [
    Refusal(testDescription: "Hasura, with 4400", message: hasura, code: 4400),
    Refusal(testDescription: "Hasura, without a close", message: hasura),
    Refusal(testDescription: "Hasura, with 1000", message: hasura, code: 1000),
    Refusal(testDescription: "Hasura, the code alone", code: 4400, reason: expired),
    Refusal(testDescription: "policy violation", code: 1008, reason: expired),
    Refusal(testDescription: "unauthorized", code: 3000, reason: expired),
    Refusal(testDescription: "forbidden", code: 3003, reason: expired),
    Refusal(testDescription: "4001", code: 4001, reason: expired),
    Refusal(testDescription: "4401", code: 4401, reason: expired),
    Refusal(testDescription: "4403", code: 4403, reason: expired),
    Refusal(
      testDescription: "an error of the connection",
      message: #"{"type":"error","payload":{"message":"\#(expired)"}}"#
    ),
    Refusal(
      testDescription: "an error with an identifier",
      message: #"{"type":"error","id":"1","payload":[{"message":"\#(expired)"}]}"#),
  ]

  /// A server that takes the token `new`.
  private func connector(_ refusal: Refusal, _ subprotocol: String) -> ScriptedConnector {
    ScriptedConnector { _ in
      { request in
        let field = request.headers["Authorization"] == "Bearer new"
        let socket = ScriptedWebSocket(subprotocol: subprotocol) { message, socket in
          switch message["type"].string {
          case "connection_init":
            if field || message["payload"]["token"] == "new" {
              return socket.say(#"{"type":"connection_ack"}"#)
            }
            if let message = refusal.message { socket.say(message) }
            if let code = refusal.code { socket.end(code, refusal.reason) }
          case "subscribe", "start":
            let id = message["id"].string ?? ""
            socket.say(#"{"id":"\#(id)","type":"complete"}"#)
          default: break
          }
        }
        return .opened(socket, GraphQLHTTPResponse(status: 101))
      }
    }
  }

  private func client(_ connector: ScriptedConnector, usesPayload: Bool, renews: Bool = true) -> GraphQLClient
  {
    var configuration = GraphQLWebSocketTransport.Configuration.unhurried
    configuration.reconnect = GraphQLReconnectPolicy(clock: PausingClock { _ in await Task.yield() })
    if usesPayload {
      configuration.connectionPayload = { ["token": $0.wasRejected && renews ? "new" : "old"] }
    }
    var client = GraphQLClient(
      url: endpoint, subscriptions: GraphQLWebSocketTransport(configuration, connector))
    if !usesPayload {
      client.interceptors = [
        GraphQLAuthenticationInterceptor {
          "old"
        } refresh: { _ in
          "new"
        }
      ]
    }
    return client
  }

  @Test(arguments: refusals, [true, false])
  func `a refused token is replaced`(_ refusal: Refusal, _ usesPayload: Bool) async throws {
    for subprotocol in ["graphql-transport-ws", "graphql-ws"] {
      let connector = connector(refusal, subprotocol)
      for try await _ in client(connector, usesPayload: usesPayload).subscribe(to: HelloSubscription()) {}
      #expect(connector.requests.count == 2)
    }
  }

  @Test(arguments: refusals)
  func `the error has the server's reason`(_ refusal: Refusal) async throws {
    let connector = connector(refusal, "graphql-transport-ws")
    let client = client(connector, usesPayload: true, renews: false)
    let error = await #expect(throws: GraphQLSubscriptionError.self) {
      for try await _ in client.subscribe(to: HelloSubscription()) {}
    }
    #expect(error.map { "\($0)" }?.contains("JWTExpired") == true)
  }

  @Test func `other codes are no refusal, unless the app says so`() async throws {
    for (code, reason) in [(4400, "a message cannot be read"), (4404, "gone")] {
      let connector = connector(
        Refusal(testDescription: "", code: code, reason: reason), "graphql-transport-ws")
      await #expect(throws: GraphQLSubscriptionError.self) {
        for try await _ in self.client(connector, usesPayload: true).subscribe(to: HelloSubscription()) {}
      }
      #expect(connector.requests.count == 1)
    }
    let refusal = Refusal(testDescription: "", code: 4404, reason: "gone")
    let connector = connector(refusal, "graphql-transport-ws")
    var configuration = GraphQLWebSocketTransport.Configuration.unhurried
    configuration.isRejected = { code, reason in code == 4404 && reason == "gone" }
    configuration.connectionPayload = { ["token": $0.wasRejected ? "new" : "old"] }
    let client = GraphQLClient(
      url: endpoint, subscriptions: GraphQLWebSocketTransport(configuration, connector))
    for try await _ in client.subscribe(to: HelloSubscription()) {}
    #expect(connector.requests.count == 2)
  }
}
