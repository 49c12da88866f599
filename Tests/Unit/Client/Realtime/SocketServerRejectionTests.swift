import Apus
import ApusPlatform
import Foundation
import TestSupport
import Testing

@testable import ApusClient

/// Rejections of credentials, as servers say them over a WebSocket.
@Suite(.timeLimit(.minutes(15))) struct SocketServerRejectionTests {
  /// What a server does with `connection_init`, instead of acknowledging it.
  struct Rejection: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var message: String?
    var code: Int?
    var reason = ""
  }

  private static let hasura = #"{"type":"connection_error","payload":"Could not verify JWT: JWTExpired"}"#
  private static let expired = "Could not verify JWT: JWTExpired"

  private static let rejections = [
    Rejection(testDescription: "Hasura, with 4400", message: hasura, code: 4400),
    Rejection(testDescription: "Hasura, without a close", message: hasura),
    Rejection(testDescription: "Hasura, with 1000", message: hasura, code: 1000),
    Rejection(testDescription: "Hasura, the code alone", code: 4400, reason: expired),
    Rejection(testDescription: "policy violation", code: 1008, reason: expired),
    Rejection(testDescription: "unauthorized", code: 3000, reason: expired),
    Rejection(testDescription: "forbidden", code: 3003, reason: expired),
    Rejection(testDescription: "4001", code: 4001, reason: expired),
    Rejection(testDescription: "4401", code: 4401, reason: expired),
    Rejection(testDescription: "4403", code: 4403, reason: expired),
    Rejection(
      testDescription: "an error of the connection",
      message: #"{"type":"error","payload":{"message":"\#(expired)"}}"#
    ),
    Rejection(
      testDescription: "an error with an identifier",
      message: #"{"type":"error","id":"1","payload":[{"message":"\#(expired)"}]}"#),
  ]

  /// A server that takes the token `new`.
  private func connector(_ rejection: Rejection, _ subprotocol: String) -> ScriptedConnector {
    ScriptedConnector { _ in
      { request in
        let field = request.headers["Authorization"] == "Bearer new"
        let socket = ScriptedWebSocket(subprotocol: subprotocol) { message, socket in
          switch message["type"].string {
          case "connection_init":
            if field || message["payload"]["token"] == "new" {
              return socket.say(#"{"type":"connection_ack"}"#)
            }
            if let message = rejection.message { socket.say(message) }
            if let code = rejection.code { socket.end(code, rejection.reason) }
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
    var client = connector.client {
      if usesPayload { $0.connectionPayload = { ["token": $0.wasRejected && renews ? "new" : "old"] } }
    }
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

  @Test(arguments: rejections, [true, false])
  func `a rejected token is replaced`(_ rejection: Rejection, _ usesPayload: Bool) async throws {
    for subprotocol in ["graphql-transport-ws", "graphql-ws"] {
      let connector = connector(rejection, subprotocol)
      for try await _ in client(connector, usesPayload: usesPayload).subscribe(to: HelloSubscription()) {}
      #expect(connector.requests.count == 2)
    }
  }

  @Test(arguments: rejections)
  func `the error has the server's reason`(_ rejection: Rejection) async throws {
    let connector = connector(rejection, "graphql-transport-ws")
    let client = client(connector, usesPayload: true, renews: false)
    let error = await #expect(throws: GraphQLSubscriptionError.self) {
      for try await _ in client.subscribe(to: HelloSubscription()) {}
    }
    #expect(error.map { "\($0)" }?.contains("JWTExpired") == true)
  }

  @Test func `other codes are no rejection, unless the app says so`() async throws {
    for (code, reason) in [(4400, "a message cannot be read"), (4404, "gone")] {
      let connector = connector(
        Rejection(testDescription: "", code: code, reason: reason), "graphql-transport-ws")
      await #expect(throws: GraphQLSubscriptionError.self) {
        for try await _ in self.client(connector, usesPayload: true).subscribe(to: HelloSubscription()) {}
      }
      #expect(connector.requests.count == 1)
    }
    let rejection = Rejection(testDescription: "", code: 4404, reason: "gone")
    let connector = connector(rejection, "graphql-transport-ws")
    let client = connector.client {
      $0.isRejected = { code, reason in code == 4404 && reason == "gone" }
      $0.connectionPayload = { ["token": $0.wasRejected ? "new" : "old"] }
    }
    for try await _ in client.subscribe(to: HelloSubscription()) {}
    #expect(connector.requests.count == 2)
  }
}
