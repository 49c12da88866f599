import Apus
import ApusPlatform
import ApusWebSocket
import Foundation
import Testing

@testable import ApusClient

/// What a WebSocket cannot carry, and what interceptors and payloads make of the opening request.
extension WebSocketTransportTests {
  private func failure(_ body: () async throws -> Void) async -> String {
    do {
      try await body()
      return "nothing was thrown"
    } catch {
      return "\(error)"
    }
  }

  @Test func `a WebSocket carries single operations`() async throws {
    let connector = ScriptedConnector { _ in ScriptedConnector.acknowledging() }
    let transport = GraphQLWebSocketTransport(.unhurried, connector)
    for body in [.bytes(Data("[]".utf8)), .none, .parts([.bytes(Data("{}".utf8))])] as [GraphQLHTTPBody] {
      let request = GraphQLSubscriptionRequest(http: GraphQLHTTPRequest(url: endpoint, body: body))
      #expect(
        await failure { _ = try await transport.events(for: request) }
          == "GraphQLWebSocketTransport does not support batches or file uploads")
    }
    for request in [
      GraphQLHTTPRequest(method: .get, url: endpoint, body: .bytes(Data("{}".utf8))),
      GraphQLHTTPRequest(url: endpoint),
    ] {
      #expect(
        await failure { _ = try await transport.send(request) }
          == "GraphQLWebSocketTransport does not support operations in a URL or file uploads")
    }
    var configuration = GraphQLWebSocketTransport.Configuration.unhurried
    configuration.authorization = { request in
      GraphQLWebSocketTransport.Authorization(opening: request, payload: { $0 }, isExpired: { _ in false })
    }
    let appSync = GraphQLWebSocketTransport(
      configuration, ScriptedConnector { _ in ScriptedConnector.acknowledging() })
    #expect(
      await failure {
        _ = try await appSync.send(GraphQLHTTPRequest(url: endpoint, body: .bytes(Data("{}".utf8))))
      } == "a WebSocket with an `authorization` only supports subscriptions")
  }

  @Test(arguments: [
    ("ws://a.example/graphql", "http://a.example/graphql"),
    ("WSS://a.example:1/b?c=d", "https://a.example:1/b?c=d"),
    ("https://a.example/", "https://a.example/"), ("http://a.example/", "http://a.example/"),
  ])
  func `interceptors see a request of HTTP`(_ url: String, _ seen: String) async throws {
    struct Noting: GraphQLInterceptor {
      let requests = Locked<[GraphQLHTTPRequest]>([])
      func intercept(
        _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
      ) async throws -> GraphQLHTTPResponse {
        requests.withLock { $0.append(request) }
        return try await next(request)
      }
    }
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in socket.say(#"{"id":"\#(id)","type":"complete"}"#) }
    }
    let address = try #require(URL(string: url))
    var client = client(connector) { $0.url = address }
    let noting = Noting()
    client.interceptors = [noting]
    for try await _ in client.subscribe(to: HelloSubscription()) {}
    let request = try #require(noting.requests.withLock { $0.first })
    #expect(request.url.absoluteString == seen && request.method == .get && request.body == .none)
    #expect(request.headers["Content-Type"] == nil && request.headers["Accept"] == nil)
  }

  @Test func `a payload that cannot be made ends the subscription with its error`() async {
    struct NoToken: Error {}
    let connector = ScriptedConnector { _ in ScriptedConnector.acknowledging() }
    let client = client(connector) { $0.connectionPayload = { _ in throw NoToken() } }
    await #expect(throws: NoToken.self) { for try await _ in client.subscribe(to: HelloSubscription()) {} }
    #expect(connector.requests.isEmpty)
  }

  @Test func `a payload that another client's change of users prevents ends the subscription`() async {
    let connector = ScriptedConnector { _ in ScriptedConnector.acknowledging() }
    let calls = Locked(0)
    let client = client(connector) { configuration in
      configuration.connectionPayload = { _ in
        // The connection is not opened again and again for it.
        if calls.withLock({
          $0 += 1; return $0
        }) > 1 {
          throw CancellationError()
        }
        throw GraphQLClientError.credentialsChanged
      }
    }
    do {
      for try await _ in client.subscribe(to: HelloSubscription()) {}
      Issue.record("nothing was thrown")
    } catch GraphQLClientError.credentialsChanged {
    } catch { Issue.record(error) }
    #expect(calls.withLock { $0 } == 1 && connector.requests.isEmpty)
  }

  @Test func `a server of another protocol is rejected`() async {
    let connector = ScriptedConnector { _ in
      { _ in .opened(ScriptedWebSocket(subprotocol: "mqtt") { _, _ in }, GraphQLHTTPResponse(status: 101)) }
    }
    let client = client(connector)
    #expect(
      await failure { for try await _ in client.subscribe(to: HelloSubscription()) {} }
        == "the server violated the protocol: it accepted the WebSocket, but supports neither graphql-transport-ws nor graphql-ws"
    )
  }

  @Test func `a ping before the acknowledgement is answered`() async throws {
    let connector = ScriptedConnector { _ in
      { _ in
        let socket = ScriptedWebSocket { message, socket in
          switch message["type"].string {
          case "connection_init": socket.say(#"{"type":"ping"}"#)
          case "pong": socket.say(#"{"type":"connection_ack"}"#)
          case "subscribe": socket.say(#"{"id":"1","type":"complete"}"#)
          default: break
          }
        }
        return .opened(socket, GraphQLHTTPResponse(status: 101))
      }
    }
    for try await _ in client(connector).subscribe(to: HelloSubscription()) {}
    #expect(
      connector.sockets.first?.sent.prefix(3).map { $0["type"].string } == [
        "connection_init", "pong", "subscribe",
      ])
  }

  @Test func `states begin with that of now, and end with the transport`() async {
    var transport: GraphQLWebSocketTransport? = GraphQLWebSocketTransport(
      .init(), ScriptedConnector { _ in ScriptedConnector.acknowledging() })
    guard var states = transport?.states.makeAsyncIterator() else { return }
    guard case .closed(nil)? = await states.next() else {
      Issue.record("not closed")
      return
    }
    transport = nil
    #expect(await states.next() == nil)
  }
}
