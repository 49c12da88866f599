import Apus
import ApusPlatform
import Foundation
import TestSupport
import Testing

@testable import ApusClient

@Suite(.timeLimit(.minutes(15))) struct SocketIdentityTests {
  /// A server that answers each operation with the token that its connection was opened with, and leaves subscriptions open.
  private let connector = ScriptedConnector { _ in
    { request in
      let token = request.headers["Authorization"] ?? "nobody"
      let payload = Locked("")
      let socket = ScriptedWebSocket { message, socket in
        switch message["type"].string {
        case "connection_init":
          payload.withLock { $0 = message["payload"]["token"].string.map { "+" + $0 } ?? "" }
          socket.say(#"{"type":"connection_ack"}"#)
        case "subscribe":
          let id = message["id"].string ?? ""
          let text = token + payload.withLock { $0 }
          socket.say(#"{"id":"\#(id)","type":"next","payload":{"data":{"hello":"\#(text)"}}}"#)
        default: break
        }
      }
      return .opened(socket, GraphQLHTTPResponse(status: 101))
    }
  }

  /// A transport whose connections stay open for an hour after their last operation.
  private func socket(
    _ payload: (@Sendable (GraphQLWebSocketTransport.Initialization) async throws -> GraphQLValue?)? = nil
  ) -> GraphQLWebSocketTransport {
    var configuration = GraphQLWebSocketTransport.Configuration.unhurried
    configuration.reconnect = GraphQLReconnectPolicy(clock: PausingClock { _ in await Task.yield() })
    configuration.idleTimeout = .seconds(3600)
    configuration.connectionPayload = payload
    return GraphQLWebSocketTransport(configuration, connector)
  }

  private func client(_ socket: GraphQLWebSocketTransport, token: String? = nil) -> GraphQLClient {
    GraphQLClient(
      url: endpoint, transport: socket, subscriptions: socket,
      headers: token.map { ["Authorization": $0] } ?? [:], timeout: .seconds(3600))
  }

  private func first(_ client: GraphQLClient) async throws -> String? {
    for try await data in client.subscribe(to: HelloSubscription()) { return data.hello }
    return nil
  }

  @Test func `clients with different header fields never share a connection`() async throws {
    let socket = socket()
    let (ann, bob) = (client(socket, token: "ann"), client(socket, token: "bob"))
    #expect(try await first(ann) == "ann")
    #expect(try await first(bob) == "bob")
    #expect(try await bob.fetch(HelloQuery()).hello == "bob")
    #expect(try await ann.fetch(HelloQuery()).hello == "ann")
    #expect(connector.sockets.count == 2)
  }

  @Test func `clients with different interceptors never share a connection`() async throws {
    let socket = socket()
    var (ann, bob) = (client(socket), client(socket))
    ann.interceptors = [GraphQLAuthenticationInterceptor(current: { "ann" }, refresh: { _ in "ann" })]
    bob.interceptors = [GraphQLAuthenticationInterceptor(current: { "bob" }, refresh: { _ in "bob" })]
    #expect(try await first(ann) == "Bearer ann")
    #expect(try await first(bob) == "Bearer bob")
    // The header fields that interceptors gave a subscription's connection are those of the client's other operations.
    #expect(try await bob.fetch(HelloQuery()).hello == "Bearer bob")
    #expect(try await ann.fetch(HelloQuery()).hello == "Bearer ann")
    #expect(connector.sockets.count == 2)
  }

  @Test func `another token means another connection`() async throws {
    let user = Locked("ann")
    let socket = socket()
    var client = client(socket)
    client.interceptors = [
      GraphQLAuthenticationInterceptor(
        current: { user.withLock { $0 } }, refresh: { _ in user.withLock { $0 } })
    ]
    #expect(try await first(client) == "Bearer ann")
    user.withLock { $0 = "bob" }
    #expect(try await client.fetch(HelloQuery()).hello == "Bearer bob")
  }

  @Test func `a header field of a single request travels with that request alone`() async throws {
    let client = client(socket())
    let options = GraphQLRequestOptions(headers: ["Authorization": "ann"])
    #expect(try await client.fetch(HelloQuery(), options: options).hello == "ann")
    #expect(try await client.fetch(HelloQuery()).hello == "nobody")
  }

  @Test func `another payload means another connection`() async throws {
    let user = Locked("ann")
    let client = client(socket { _ in ["token": .string(user.withLock { $0 })] })
    #expect(try await first(client) == "nobody+ann")
    #expect(try await client.fetch(HelloQuery()).hello == "nobody+ann")
    #expect(connector.sockets.count == 1)
    user.withLock { $0 = "bob" }
    #expect(try await client.fetch(HelloQuery()).hello == "nobody+bob")
    #expect(connector.sockets.count == 2)
  }

  @Test func `closing ends what is active, and the next operation connects anew`() async throws {
    let client = client(socket(), token: "ann")
    var events = client.subscribe(to: HelloSubscription()).makeAsyncIterator()
    #expect(try await events.next()?.hello == "ann")
    client.close()
    do {
      _ = try await events.next()
      Issue.record("nothing was thrown")
    } catch GraphQLSubscriptionError.closedByClient {}
    #expect(connector.sockets[0].closedWith == 1000)
    #expect(try await first(client) == "ann")
    #expect(connector.sockets.count == 2)
  }

  @Test func `an operation that meets a closed link fails`() async throws {
    let configuration = GraphQLWebSocketTransport.Configuration.unhurried
    let links = SocketLinks()
    let link = SocketLink(
      SocketIdentity(endpoint, [:], payload: nil),
      SocketOpener(connector: connector, configuration: configuration), WebSocketStateHub(), links)
    link.shutDown(GraphQLSubscriptionError.closedByClient)
    let request = GraphQLSubscriptionRequest(http: GraphQLHTTPRequest(url: endpoint))
    let events = link.start(request, for: ConnectionCredentials(), keeping: socket())
    do {
      try await inTime("the end of the events") { for try await _ in events {} }
      Issue.record("nothing was thrown")
    } catch GraphQLSubscriptionError.closedByClient {}
  }

  @Test(arguments: ["close", "reconnect"])
  func `a mutation whose connection is closed may have been carried out`(_ how: String) async throws {
    let silent = ScriptedConnector { _ in ScriptedConnector.acknowledging() }
    let socket = GraphQLWebSocketTransport(GraphQLWebSocketTransport.Configuration(), silent)
    let client = client(socket)
    let mutation = Task { await clientError { _ = try await client.perform(SendMutation()) } }
    try await eventually("the mutation is sent") { silent.sockets.first?.sent.count == 2 }
    if how == "close" { client.close() } else { client.reconnect() }
    guard case .outcomeUnknown = await mutation.value else {
      Issue.record("the error does not say so")
      return
    }
  }

  @Test func `reconnecting sends active subscriptions again, with new credentials`() async throws {
    let user = Locked("ann")
    let client = client(socket { _ in ["token": .string(user.withLock { $0 })] })
    var events = client.subscribe(to: HelloSubscription()).makeAsyncIterator()
    #expect(try await events.next()?.hello == "nobody+ann")
    user.withLock { $0 = "bob" }
    client.reconnect()
    #expect(try await events.next()?.hello == "nobody+bob")
    // The connection is Bob's now: his operations share it, and Ann's do not.
    #expect(try await client.fetch(HelloQuery()).hello == "nobody+bob")
    #expect(connector.sockets.count == 2)
    user.withLock { $0 = "ann" }
    #expect(try await client.fetch(HelloQuery()).hello == "nobody+ann")
  }

  @Test func `reconnecting ends subscriptions that shall not go on`() async throws {
    let client = client(socket())
    var options = GraphQLSubscriptionOptions()
    options.resubscribes = false
    var events = client.subscribe(to: HelloSubscription(), options: options).makeAsyncIterator()
    _ = try await events.next()
    client.reconnect()
    do {
      _ = try await events.next()
      Issue.record("nothing was thrown")
    } catch GraphQLSubscriptionError.interrupted {}
  }

  @Test func `a closed connection is forgotten`() async throws {
    let socket = socket()
    for number in 0..<20 { #expect(try await first(client(socket, token: "\(number)")) == "\(number)") }
    #expect(socket.links.all.count == 20)
    for socket in connector.sockets { socket.end(1000) }
    try await eventually("all connections are forgotten") { socket.links.all.isEmpty }
  }

  @Test func `a redirect to another origin gets no payload`() async throws {
    let redirecting = ScriptedConnector { _ in
      { request in
        .rejected(
          GraphQLHTTPResponse(status: 307, headers: ["Location": "http://elsewhere.example/graphql"]))
      }
    }
    let client = redirecting.client { $0.connectionPayload = { _ in ["token": "secret"] } }
    do {
      _ = try await first(client)
      Issue.record("nothing was thrown")
    } catch GraphQLSubscriptionError.rejected(let failure, let advice) {
      #expect(failure.status == 307)
      #expect(advice.contains("elsewhere.example"))
    }
    #expect(redirecting.requests.count == 1)
  }
}
