import Apus
import ApusPlatform
import ApusWebSocket
import Foundation
import TestSupport
import Testing

@testable import ApusClient

@Suite(.timeLimit(.minutes(15))) struct WebSocketTransportTests {
  static func hello(
    _ id: String, _ text: String, _ dialect: SocketDialect = .transportWS
  ) -> String {
    let type = dialect == .transportWS ? "next" : "data"
    return #"{"id":"\#(id)","type":"\#(type)","payload":{"data":{"hello":"\#(text)"}}}"#
  }

  func client(
    _ connector: ScriptedConnector,
    _ configure: (inout GraphQLWebSocketTransport.Configuration) -> Void = { _ in }
  ) -> GraphQLClient {
    connector.client {
      $0.idleTimeout = .zero
      configure(&$0)
    }
  }

  @Test func `events come in their order, and complete ends the loop`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in
        for text in ["a", "b", "c"] { socket.say(Self.hello(id, text)) }
        socket.say(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    var texts: [String] = []
    for try await data in client(connector).subscribe(to: HelloSubscription()) { texts.append(data.hello) }
    #expect(texts == ["a", "b", "c"])
    #expect(connector.sockets[0].sent.map { $0["type"].string } == ["connection_init", "subscribe"])
    #expect(connector.sockets[0].sent[1]["payload"]["operationName"] == "HelloAgain")
    try await eventually("the connection is closed") { connector.sockets[0].closedWith == 1000 }
  }

  @Test func `nothing is sent before the first event is asked for`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in socket.say(Self.hello(id, "a")) }
    }
    let client = client(connector) { $0.idleTimeout = .seconds(60) }
    let waiting = client.subscribe(to: HelloSubscription()).makeAsyncIterator()
    // A later subscription has its event, and the first has sent nothing.
    for try await _ in client.subscribe(to: HelloSubscription()) { break }
    #expect(connector.sockets.count == 1)
    #expect(connector.sockets[0].sent.count { $0["type"] == "subscribe" } == 1)
    withExtendedLifetime(waiting) {}
  }

  @Test func `leaving the loop completes the operation on the server`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in socket.say(Self.hello(id, "a")) }
    }
    let client = client(connector) { $0.idleTimeout = .seconds(60) }
    for try await _ in client.subscribe(to: HelloSubscription()) { break }
    try await eventually("the operation is completed") {
      connector.sockets[0].sent.last?["type"] == "complete"
    }
    #expect(connector.sockets[0].closedWith == nil)
    // The next one uses the connection that is there.
    for try await _ in client.subscribe(to: HelloSubscription()) { break }
    #expect(connector.sockets.count == 1)
  }

  @Test func `cancelling the task throws, and completes the operation`() async throws {
    let connector = ScriptedConnector { _ in ScriptedConnector.acknowledging() }
    let client = client(connector)
    let task = Task { for try await _ in client.subscribe(to: HelloSubscription()) {} }
    try await eventually("the operation is sent") { connector.sockets.first?.sent.count == 2 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await eventually("the connection is closed") { connector.sockets[0].closedWith == 1000 }
    #expect(connector.sockets[0].sent.last?["type"] == "complete")
  }

  @Test func `errors of an event are thrown or in the response`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in
        socket.say(
          #"{"id":"\#(id)","type":"next","payload":{"data":{"hello":"a"},"errors":[{"message":"half"}]}}"#)
        socket.say(#"{"id":"\#(id)","type":"error","payload":[{"message":"no"}]}"#)
      }
    }
    let client = client(connector)
    var responses: [GraphQLResponse<HelloQuery.Data>] = []
    for try await response in client.responses(to: HelloSubscription()) { responses.append(response) }
    #expect(responses.map { $0.data?.hello } == ["a", nil])
    #expect(responses.flatMap(\.errors).map(\.message) == ["half", "no"])
    let error = await clientError { for try await _ in client.subscribe(to: HelloSubscription()) {} }
    guard case .graphQL(let failure) = error else { throw try #require(error) }
    #expect(failure.errors.map(\.message) == ["half"])
  }

  @Test(arguments: SocketDialect.allCases, [1000, 1001, 1005, 1006, 1012, 1013, 1014, 4408])
  func `a connection that ends with this code is made again, and the operation sent again`(
    _ dialect: SocketDialect, _ code: Int
  ) async throws {
    let connector = ScriptedConnector { attempt in
      ScriptedConnector.acknowledging(dialect) { id, _, socket in
        socket.say(Self.hello(id, "\(attempt)", dialect))
        if attempt == 0 { socket.end(code) } else { socket.say(#"{"id":"\#(id)","type":"complete"}"#) }
      }
    }
    var texts: [String] = []
    for try await data in client(connector).subscribe(to: HelloSubscription()) { texts.append(data.hello) }
    #expect(texts == ["0", "1"])
  }

  @Test(
    arguments: SocketDialect.allCases,
    [
      1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 4400, 4004, 4401, 4403, 4406, 4409, 4429, 4500, 4005,
      4504,
    ])
  func `a connection that ends with this code is not made again`(_ dialect: SocketDialect, _ code: Int)
    async throws
  {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging(dialect) { id, _, socket in
        socket.say(Self.hello(id, "a", dialect))
        socket.end(code, "why")
      }
    }
    var texts: [String] = []
    do {
      for try await data in client(connector).subscribe(to: HelloSubscription()) { texts.append(data.hello) }
      Issue.record("nothing was thrown")
    } catch GraphQLSubscriptionError.closed(let closedWith, let reason) {
      #expect(closedWith == code)
      #expect(reason == "why")
    }
    #expect(texts == ["a"])
    #expect(connector.requests.count == 1)
  }

  @Test func `after as many attempts as are allowed, the error is told`() async throws {
    let connector = ScriptedConnector { _ in { _ in throw URLError(.cannotConnectToHost) } }
    do {
      for try await _ in client(connector).subscribe(to: HelloSubscription()) {}
      Issue.record("nothing was thrown")
    } catch GraphQLSubscriptionError.connectionLost(let error) {
      #expect((error as? GraphQLConnectionError)?.code == .cannotConnectToHost)
    }
    #expect(connector.requests.count == 6)
  }

  @Test func `a subscription that shall not go on fails when its connection breaks`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in socket.end(1006) }
    }
    let options = GraphQLSubscriptionOptions(resubscribes: false)
    do {
      for try await _ in client(connector).subscribe(to: HelloSubscription(), options: options) {}
      Issue.record("nothing was thrown")
    } catch GraphQLSubscriptionError.interrupted {}
    #expect(connector.requests.count == 1)
  }

  @Test(arguments: [4401, 4403])
  func `a payload that is rejected is asked for again, once`(_ code: Int) async throws {
    let connector = ScriptedConnector { _ in
      { _ in
        let socket = ScriptedWebSocket { message, socket in
          if message["type"] == "connection_init" {
            if message["payload"]["token"] == "new" {
              socket.say(#"{"type":"connection_ack"}"#)
            } else {
              socket.end(code)
            }
          } else {
            socket.say(#"{"id":"1","type":"complete"}"#)
          }
        }
        return .opened(socket, GraphQLHTTPResponse(status: 101))
      }
    }
    let asked = Locked<[GraphQLWebSocketTransport.Initialization]>([])
    let client = client(connector) { configuration in
      configuration.connectionPayload = { initialization in
        asked.withLock { $0.append(initialization) }
        return ["token": initialization.wasRejected ? "new" : "old"]
      }
    }
    for try await _ in client.subscribe(to: HelloSubscription()) {}
    #expect(asked.withLock { $0.map(\.wasRejected) } == [false, true])
    let stubborn = self.client(connector) { $0.connectionPayload = { _ in ["token": "old"] } }
    await #expect(throws: GraphQLSubscriptionError.self) {
      for try await _ in stubborn.subscribe(to: HelloSubscription()) {}
    }
  }

  @Test func `the payload is asked for at each connection`() async throws {
    let connector = ScriptedConnector { attempt in
      ScriptedConnector.acknowledging { id, _, socket in
        if attempt < 2 { socket.end(1012) } else { socket.say(#"{"id":"\#(id)","type":"complete"}"#) }
      }
    }
    let client = client(connector) { configuration in
      configuration.connectionPayload = { ["token": .string("\($0.attempt)")] }
      configuration.reconnect.user = { _, _ in "ann" }
    }
    for try await _ in client.subscribe(to: HelloSubscription()) {}
    let tokens = connector.sockets.map { $0.sent.first?["payload"]["token"].string }
    #expect(tokens == ["1", "2", "3"])
  }

  @Test func `an event that does not fit ends its subscription, and no other`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in
        socket.say(Self.hello(id, "a"))
        // The second subscription gets a number where a string must be.
        if id == "2" { socket.say(#"{"id":"2","type":"next","payload":{"data":{"hello":7}}}"#) }
      }
    }
    let client = client(connector)
    let first = Task {
      var texts: [String] = []
      for try await data in client.subscribe(to: HelloSubscription()) {
        texts.append(data.hello)
        if texts.count == 2 { break }
      }
      return texts
    }
    defer { first.cancel() }
    try await eventually("the operation is sent") { connector.sockets.first?.sent.count == 2 }
    let error = await clientError { for try await _ in client.subscribe(to: HelloSubscription()) {} }
    guard case .decoding = error else { throw try #require(error) }
    let socket = try #require(connector.sockets.first)
    try await eventually("the operation is completed") {
      socket.sent.last == ["id": "2", "type": "complete"]
    }
    socket.say(Self.hello("1", "b"))
    #expect(try await first.value == ["a", "b"])
    #expect(connector.sockets.count == 1)
  }

  @Test func `pings are answered, and events of unknown operations are passed over`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in
        socket.say(#"{"type":"ping"}"#)
        socket.say(Self.hello("999", "x"))
        socket.say(Self.hello("x", "x"))
        socket.say(#"{"id":"999","type":"complete"}"#)
        socket.say(Self.hello(id, "a"))
        socket.say(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    var texts: [String] = []
    for try await data in client(connector).subscribe(to: HelloSubscription()) { texts.append(data.hello) }
    #expect(texts == ["a"])
    #expect(connector.sockets[0].sent.contains { $0["type"] == "pong" })
  }

  @Test func `the older protocol, where the server chooses it`() async throws {
    let connector = ScriptedConnector { _ in
      { _ in
        let socket = ScriptedWebSocket(subprotocol: "graphql-ws") { message, socket in
          switch message["type"].string {
          case "connection_init":
            socket.say(#"{"type":"ka"}"#)
            socket.say(#"{"type":"connection_ack"}"#)
          case "start":
            socket.say(#"{"id":"1","type":"data","payload":{"data":{"hello":"old"}}}"#)
            socket.say(#"{"id":"1","type":"complete"}"#)
          default: break
          }
        }
        return .opened(socket, GraphQLHTTPResponse(status: 101))
      }
    }
    var texts: [String] = []
    for try await data in client(connector).subscribe(to: HelloSubscription()) { texts.append(data.hello) }
    #expect(texts == ["old"])
    try await eventually("the connection is terminated") {
      connector.sockets[0].sent.last?["type"] == "connection_terminate"
    }
  }

  @Test func `queries go over the connection, beside subscriptions`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, operation, socket in
        socket.say(Self.hello(id, operation["operationName"].string ?? ""))
      }
    }
    var client = client(connector) { $0.idleTimeout = .seconds(60) }
    let socket = try #require(client.subscriptions as? GraphQLWebSocketTransport)
    client.transport = socket
    #expect(try await client.fetch(HelloQuery()).hello == "Hello")
    let copy = client
    async let first = copy.fetch(HelloQuery())
    async let second = copy.fetch(HelloQuery())
    #expect(try await [first.hello, second.hello] == ["Hello", "Hello"])
    #expect(connector.sockets.count == 1)
    client.queryMethod = .query
    #expect(try await client.fetch(HelloQuery()).hello == "Hello")
    client.queryMethod = .get
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    guard case .invalidRequest = error else { throw try #require(error) }
  }

  @Test func `the states of a connection`() async throws {
    let connector = ScriptedConnector { attempt in
      ScriptedConnector.acknowledging { id, _, socket in
        if attempt == 0 { socket.end(1012) } else { socket.say(#"{"id":"\#(id)","type":"complete"}"#) }
      }
    }
    let client = client(connector)
    let socket = try #require(client.subscriptions as? GraphQLWebSocketTransport)
    let states = socket.states
    for try await _ in client.subscribe(to: HelloSubscription()) {}
    var names: [String] = []
    for await state in states {
      names.append("\(state)".components(separatedBy: "(")[0])
      if names.count > 1, names.last == "closed" { break }
    }
    #expect(names == ["closed", "connecting", "connected", "waiting", "connecting", "connected", "closed"])
  }
}
