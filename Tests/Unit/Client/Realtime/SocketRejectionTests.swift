import Apus
import ApusPlatform
import Foundation
import TestSupport
import Testing

@testable import ApusClient

/// Servers that reject the credentials of a connection, by close code 4401 or 4403.
@Suite(.timeLimit(.minutes(15))) struct SocketRejectionTests {
  /// The tokens that an interceptor was told are rejected.
  private let rejected = Locked<[String]>([])

  private func client(
    _ connector: ScriptedConnector, healthyAfter: Duration,
    payload: (@Sendable (GraphQLWebSocketTransport.Initialization) async throws -> GraphQLValue?)? = nil
  ) -> GraphQLClient {
    connector.client {
      $0.reconnect.healthyAfter = healthyAfter
      $0.idleTimeout = .zero
      $0.connectionPayload = payload
    }
  }

  /// Gets the tokens 1, 2, 3 for the token 0.
  private var counting: GraphQLAuthenticationInterceptor {
    GraphQLAuthenticationInterceptor(current: { "0" }) { [rejected] token in
      rejected.withLock { rejected in
        rejected.append(token)
        return "\(rejected.count)"
      }
    }
  }

  /// A server that sends an event and then rejects the token, on the first so many connections; then it completes the operation.
  private func expiring(_ code: Int, times: Int = .max) -> ScriptedConnector {
    ScriptedConnector { attempt in
      ScriptedConnector.acknowledging { id, _, socket in
        socket.say(WebSocketTransportTests.hello(id, "\(attempt)"))
        if attempt < times {
          socket.end(code, "expired")
        } else {
          socket.say(#"{"id":"\#(id)","type":"complete"}"#)
        }
      }
    }
  }

  private func closure(
    _ client: GraphQLClient, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Int? {
    do {
      for try await _ in client.subscribe(to: HelloSubscription()) {}
      Issue.record("nothing was thrown", sourceLocation: sourceLocation)
      return nil
    } catch GraphQLSubscriptionError.closed(let code, _) {
      return code
    }
  }

  @Test(arguments: [4401, 4403])
  func `a token that expires on an open connection is replaced, however often over hours`(_ code: Int)
    async throws
  {
    let connector = expiring(code, times: 50)
    // Each connection counts as one that lasted.
    var client = client(connector, healthyAfter: .zero)
    client.interceptors = [counting]
    var texts: [String] = []
    for try await data in client.subscribe(to: HelloSubscription()) { texts.append(data.hello) }
    #expect(texts == (0...50).map { "\($0)" })
    #expect(connector.requests.map { $0.headers["Authorization"] } == (0...50).map { "Bearer \($0)" })
    #expect(rejected.withLock { $0 } == (0..<50).map { "\($0)" })
  }

  @Test(arguments: [4401, 4403])
  func `a new token that is rejected at once ends the subscription`(_ code: Int) async throws {
    let connector = expiring(code)
    var client = client(connector, healthyAfter: .seconds(3600))
    client.interceptors = [counting]
    #expect(try await closure(client) == code)
    #expect(rejected.withLock { $0 } == ["0"])
    #expect(connector.requests.count == 2)
  }

  @Test(arguments: [4401, 4403], [true, false])
  func `a connection that is rejected while it is opened gets a new token, once`(
    _ code: Int, _ isMended: Bool
  )
    async throws
  {
    let connector = ScriptedConnector { attempt in
      { _ in
        let socket = ScriptedWebSocket { message, socket in
          if attempt == 0 || !isMended { return socket.end(code) }
          if message["type"] == "connection_init" { socket.say(#"{"type":"connection_ack"}"#) }
          if message["type"] == "subscribe" { socket.say(#"{"id":"1","type":"complete"}"#) }
        }
        return .opened(socket, GraphQLHTTPResponse(status: 101))
      }
    }
    var client = client(connector, healthyAfter: .seconds(3600))
    client.interceptors = [counting]
    if isMended {
      for try await _ in client.subscribe(to: HelloSubscription()) {}
    } else {
      #expect(try await closure(client) == code)
    }
    #expect(connector.requests.map { $0.headers["Authorization"] } == ["Bearer 0", "Bearer 1"])
    #expect(rejected.withLock { $0 } == ["0"])
  }

  @Test(arguments: [401, 4401, 4403], [true, false])
  func `queries and mutations over the connection get a new token`(_ code: Int, _ isQuery: Bool) async throws
  {
    let connector = ScriptedConnector { attempt in
      { request in
        if attempt == 0, code == 401 { return .rejected(GraphQLHTTPResponse(status: 401)) }
        let socket = ScriptedWebSocket { message, socket in
          if attempt == 0 { return socket.end(code) }
          if message["type"] == "connection_init" { socket.say(#"{"type":"connection_ack"}"#) }
          if message["type"] == "subscribe" {
            let data = isQuery ? #"{"hello":"world"}"# : #"{"send":true}"#
            socket.say(#"{"id":"1","type":"next","payload":{"data":\#(data)}}"#)
          }
        }
        return .opened(socket, GraphQLHTTPResponse(status: 101))
      }
    }
    var client = client(connector, healthyAfter: .seconds(3600))
    client.transport = try #require(client.subscriptions as? GraphQLWebSocketTransport)
    client.interceptors = [counting]
    if isQuery {
      _ = try await client.fetch(HelloQuery())
    } else {
      _ = try await client.perform(SendMutation())
    }
    #expect(connector.requests.map { $0.headers["Authorization"] } == ["Bearer 0", "Bearer 1"])
  }

  @Test func `a refresh that returns the rejected token is an error at once`() async throws {
    let connector = expiring(4401)
    var client = client(connector, healthyAfter: .zero)
    let calls = Locked(0)
    client.interceptors = [
      GraphQLAuthenticationInterceptor(current: { "0" }) { token in
        calls.withLock { $0 += 1 }
        return token
      }
    ]
    await #expect(throws: UnchangedTokenError.self) {
      for try await _ in client.subscribe(to: HelloSubscription()) {}
    }
    #expect(calls.withLock { $0 } == 1)
    #expect(connector.requests.count == 1)
  }

  @Test func `interceptors without new credentials leave the rejection to the payload`() async throws {
    let connector = expiring(4403, times: 1)
    let asked = Locked<[Bool]>([])
    var client = client(connector, healthyAfter: .seconds(3600)) { initialization in
      asked.withLock { $0.append(initialization.wasRejected) }
      return ["token": initialization.wasRejected ? "new" : "old"]
    }
    client.interceptors = [GraphQLLoggingInterceptor { _ in }]
    for try await _ in client.subscribe(to: HelloSubscription()) {}
    // First who is signed in by then.
    #expect(asked.withLock { $0 } == [false, false, true])
    #expect(connector.sockets.map { $0.sent.first?["payload"]["token"].string } == ["old", "new"])
  }

  @Test func `a payload that was rejected is not sent again`() async throws {
    let connector = expiring(4401)
    let client = client(connector, healthyAfter: .seconds(3600)) { _ in ["token": "old"] }
    #expect(try await closure(client) == 4401)
    #expect(connector.sockets.map(\.sent.count) == [2, 0])
    #expect(connector.sockets.last?.closedWith == 1000)
  }

  @Test func `without anyone who has new credentials the rejection is final`() async throws {
    let connector = expiring(4403)
    var client = client(connector, healthyAfter: .zero)
    client.interceptors = [GraphQLLoggingInterceptor { _ in }]
    #expect(try await closure(client) == 4403)
    #expect(connector.requests.count == 1)
  }
}
