import Apus
import Foundation
import Testing

@testable import ApusClient

@Suite struct WebSocketTransportTests {
  private static func hello(
    _ id: String, _ text: String, _ dialect: SocketDialect = .transportWS
  ) -> String {
    let type = dialect == .transportWS ? "next" : "data"
    return #"{"id":"\#(id)","type":"\#(type)","payload":{"data":{"hello":"\#(text)"}}}"#
  }

  private func client(
    _ connector: ScriptedConnector, _ configure: (inout WebSocketTransport.Configuration) -> Void = { _ in }
  ) -> GraphQLClient {
    var configuration = WebSocketTransport.Configuration()
    configuration.reconnect = GraphQLReconnectPolicy(sleep: { _ in await Task.yield() })
    configuration.idleTimeout = .zero
    configure(&configuration)
    var client = GraphQLClient(url: endpoint, timeout: .seconds(3600))
    client.subscriptions = WebSocketTransport(configuration, connector)
    return client
  }

  /// Ends when `condition` holds, or fails after ten seconds.
  private func eventually(_ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation)
    async throws
  {
    for _ in 0..<1000 {
      if condition() { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("it did not come about", sourceLocation: sourceLocation)
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
    try await eventually { connector.sockets[0].closedWith == 1000 }
  }

  @Test func `nothing is sent before the first event is asked for`() async throws {
    let connector = ScriptedConnector { _ in ScriptedConnector.acknowledging() }
    _ = client(connector).subscribe(to: HelloSubscription()).makeAsyncIterator()
    try await Task.sleep(for: .milliseconds(20))
    #expect(connector.requests.isEmpty)
  }

  @Test func `leaving the loop completes the operation on the server`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in socket.say(Self.hello(id, "a")) }
    }
    let client = client(connector) { $0.idleTimeout = .seconds(60) }
    for try await _ in client.subscribe(to: HelloSubscription()) { break }
    try await eventually { connector.sockets[0].sent.last?["type"] == "complete" }
    #expect(connector.sockets[0].closedWith == nil)
    // The next one uses the connection that is there.
    for try await _ in client.subscribe(to: HelloSubscription()) { break }
    #expect(connector.sockets.count == 1)
  }

  @Test func `cancelling the task throws, and completes the operation`() async throws {
    let connector = ScriptedConnector { _ in ScriptedConnector.acknowledging() }
    let client = client(connector)
    let task = Task { for try await _ in client.subscribe(to: HelloSubscription()) {} }
    try await eventually { connector.sockets.first?.sent.count == 2 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await eventually { connector.sockets[0].closedWith == 1000 }
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
      #expect((error as? URLError)?.code == .cannotConnectToHost)
    }
    #expect(connector.requests.count == 6)
  }

  @Test func `a subscription that shall not go on fails when its connection breaks`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in socket.end(1006) }
    }
    let options = GraphQLSubscriptionOptions(onReconnect: .fail)
    do {
      for try await _ in client(connector).subscribe(to: HelloSubscription(), options: options) {}
      Issue.record("nothing was thrown")
    } catch GraphQLSubscriptionError.interrupted {}
    #expect(connector.requests.count == 1)
  }

  @Test(arguments: [4401, 4403])
  func `a payload that is refused is asked for again, once`(_ code: Int) async throws {
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
    let asked = Locked<[WebSocketInitialization]>([])
    let client = client(connector) { configuration in
      configuration.connectionPayload = { initialization in
        asked.withLock { $0.append(initialization) }
        return ["token": initialization.wasRefused ? "new" : "old"]
      }
    }
    for try await _ in client.subscribe(to: HelloSubscription()) {}
    #expect(asked.withLock { $0.map(\.wasRefused) } == [false, true])
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
    try await eventually { connector.sockets.first?.sent.count == 2 }
    let error = await clientError { for try await _ in client.subscribe(to: HelloSubscription()) {} }
    guard case .decoding = error else { throw try #require(error) }
    let socket = try #require(connector.sockets.first)
    try await eventually { socket.sent.last == ["id": "2", "type": "complete"] }
    socket.say(Self.hello("1", "b"))
    #expect(try await first.value == ["a", "b"])
    #expect(connector.sockets.count == 1)
  }

  @Test func `the authentication interceptor gets a new token when the upgrade answers 401`() async throws {
    let connector = ScriptedConnector { _ in
      { request in
        if request.headers["Authorization"] != "Bearer new" {
          return .refused(GraphQLHTTPResponse(status: 401))
        }
        return try await ScriptedConnector.acknowledging { id, _, socket in
          socket.say(#"{"id":"\#(id)","type":"complete"}"#)
        }(request)
      }
    }
    var client = client(connector)
    client.interceptors = [AuthenticationInterceptor(current: { "old" }, refresh: { _ in "new" })]
    for try await _ in client.subscribe(to: HelloSubscription()) {}
    #expect(connector.requests.map { $0.headers["Authorization"] } == ["Bearer old", "Bearer new"])
  }

  @Test func `a server that refuses is answered by an error that names the alternatives`() async throws {
    let connector = ScriptedConnector { _ in { _ in .refused(GraphQLHTTPResponse(status: 404)) } }
    do {
      for try await _ in client(connector).subscribe(to: HelloSubscription()) {}
      Issue.record("nothing was thrown")
    } catch let error as GraphQLSubscriptionError {
      #expect("\(error)".contains("status 404"))
      #expect("\(error)".contains("EventStreamTransport"))
      #expect("\(error)".contains("MultipartTransport"))
    }
    #expect(connector.requests.count == 1)
  }

  @Test(arguments: ["no JSON", #"{"type":"next","id":"1","payload":{}}"#])
  func `what is no acknowledgement closes the connection with 4004`(_ text: String) async throws {
    let connector = ScriptedConnector { _ in
      { _ in .opened(ScriptedWebSocket { _, socket in socket.say(text) }, GraphQLHTTPResponse(status: 101)) }
    }
    await #expect(throws: GraphQLSubscriptionError.self) {
      for try await _ in client(connector).subscribe(to: HelloSubscription()) {}
    }
    #expect(connector.sockets.map(\.closedWith) == [4004])
  }

  @Test func `an acknowledgement that does not come`() async throws {
    let connector = ScriptedConnector { _ in
      { _ in .opened(ScriptedWebSocket { _, _ in }, GraphQLHTTPResponse(status: 101)) }
    }
    let client = client(connector) { configuration in
      configuration.acknowledgementTimeout = .milliseconds(20)
      configuration.reconnect = .never
    }
    do {
      for try await _ in client.subscribe(to: HelloSubscription()) {}
      Issue.record("nothing was thrown")
    } catch GraphQLSubscriptionError.notAcknowledged {}
    #expect(connector.sockets[0].closedWith == 4504)
  }

  @Test func `messages of unknown types are ignored, and told`() async throws {
    let types = Locked<[String]>([])
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in
        socket.say(#"{"type":"metrics","payload":{"load":1}}"#)
        socket.say(Self.hello(id, "a"))
        socket.say(#"{"id":"\#(id)","type":"data","payload":{"data":{"hello":"b"}}}"#)
        socket.say(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    let client = client(connector) { configuration in
      configuration.onUnknownMessage = { type in types.withLock { $0.append(type) } }
    }
    var texts: [String] = []
    for try await data in client.subscribe(to: HelloSubscription()) { texts.append(data.hello) }
    #expect(texts == ["a"])
    #expect(types.withLock { $0 } == ["metrics", "data"])
    #expect(connector.sockets.count == 1)
  }

  @Test func `a misspelled acknowledgement is none`() async throws {
    let types = Locked<[String]>([])
    let connector = ScriptedConnector { _ in
      { _ in
        let socket = ScriptedWebSocket { _, socket in socket.say(#"{"type":"connection_ak"}"#) }
        return .opened(socket, GraphQLHTTPResponse(status: 101))
      }
    }
    let client = client(connector) { configuration in
      configuration.acknowledgementTimeout = .milliseconds(200)
      configuration.reconnect = .never
      configuration.onUnknownMessage = { type in types.withLock { $0.append(type) } }
    }
    do {
      for try await _ in client.subscribe(to: HelloSubscription()) {}
      Issue.record("nothing was thrown")
    } catch GraphQLSubscriptionError.notAcknowledged {}
    #expect(connector.sockets[0].closedWith == 4504)
    #expect(types.withLock { $0 } == ["connection_ak"])
  }

  @Test func `nothing is taken from a connection after a message that is not JSON`() async throws {
    let taken = Locked<[SocketMessage]>([])
    let reading = SocketReading { text in
      let message = try SocketMessage(text, .transportWS)
      taken.withLock { $0.append(message) }
    }
    for text in [#"{"type":"ping"}"#, "no JSON", Self.hello("1", "late")] { reading.receive(Data(text.utf8)) }
    #expect(taken.withLock { $0 } == [.ping])
    #expect(await reading.end() is GraphQLSubscriptionError)
  }

  @Test func `an operation that was not sent yet outlives an attempt that fails`() async throws {
    let connector = ScriptedConnector { attempt in
      if attempt == 0 { return { _ in throw URLError(.cannotConnectToHost) } }
      return ScriptedConnector.acknowledging { id, _, socket in
        socket.say(Self.hello(id, "a"))
        socket.say(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    let options = GraphQLSubscriptionOptions(onReconnect: .fail)
    var texts: [String] = []
    for try await data in client(connector).subscribe(to: HelloSubscription(), options: options) {
      texts.append(data.hello)
    }
    #expect(texts == ["a"])
    #expect(connector.requests.count == 2)
  }

  @Test func `a connection that was used again stays open for the whole of its idle time`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in socket.say(#"{"id":"\#(id)","type":"complete"}"#) }
    }
    let idleTimeout = Duration.milliseconds(600)
    let client = client(connector) { $0.idleTimeout = idleTimeout }
    for try await _ in client.subscribe(to: HelloSubscription()) {}
    try await Task.sleep(for: idleTimeout / 2)
    let lastUse = ContinuousClock.now
    for try await _ in client.subscribe(to: HelloSubscription()) {}
    try await eventually { connector.sockets.last?.closedWith != nil }
    #expect(lastUse.duration(to: .now) >= idleTimeout)
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
    try await eventually { connector.sockets[0].sent.last?["type"] == "connection_terminate" }
  }

  @Test func `queries go over the connection, beside subscriptions`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, operation, socket in
        socket.say(Self.hello(id, operation["operationName"].string ?? ""))
      }
    }
    var client = client(connector) { $0.idleTimeout = .seconds(60) }
    let socket = try #require(client.subscriptions as? WebSocketTransport)
    client.transport = socket
    #expect(try await client.fetch(HelloQuery()).hello == "Hello")
    let copy = client
    async let first = copy.fetch(HelloQuery())
    async let second = copy.fetch(HelloQuery())
    #expect(try await [first.hello, second.hello] == ["Hello", "Hello"])
    #expect(connector.sockets.count == 1)
    client.usesGETForQueries = true
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    guard case .invalidRequest = error else { throw try #require(error) }
  }

  @Test func `a query inside the loop is answered while 10,000 events wait`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in
        guard id == "1" else { return socket.say(Self.hello(id, "answer")) }
        for number in 0..<10_000 { socket.say(Self.hello(id, "\(number)")) }
        socket.say(#"{"id":"1","type":"complete"}"#)
      }
    }
    var client = client(connector) { $0.idleTimeout = .seconds(60) }
    client.transport = try #require(client.subscriptions as? WebSocketTransport)
    var count = 0
    for try await data in client.subscribe(to: HelloSubscription()) {
      if count == 0 { #expect(try await client.fetch(HelloQuery()).hello == "answer") }
      #expect(data.hello == "\(count)")
      count += 1
    }
    #expect(count == 10_000)
    #expect(connector.sockets.count == 1)
  }

  @Test func `a full buffer ends its operation alone, and names the limit`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in
        for number in 0..<(id == "1" ? 1 : 100) { socket.say(Self.hello(id, "\(number)")) }
      }
    }
    let client = client(connector) { $0.idleTimeout = .seconds(60) }
    var other = client.subscribe(to: HelloSubscription()).makeAsyncIterator()
    #expect(try await other.next()?.hello == "0")
    let socket = try #require(connector.sockets.first)
    let options = GraphQLSubscriptionOptions(buffer: .suspend(maximumBytes: 1000))
    var texts: [String] = []
    do {
      for try await data in client.subscribe(to: HelloSubscription(), options: options) {
        if texts.isEmpty { try await eventually { socket.sent.last == ["id": "2", "type": "complete"] } }
        texts.append(data.hello)
      }
      Issue.record("nothing was thrown")
    } catch let error as GraphQLSubscriptionError {
      #expect("\(error)".contains("more than 1000 bytes"))
    }
    // What fitted is read, in its order.
    #expect(texts.count > 10 && texts.count < 60)
    #expect(texts == (0..<texts.count).map(String.init))
    socket.say(Self.hello("1", "still here"))
    #expect(try await other.next()?.hello == "still here")
    #expect(connector.sockets.count == 1)
    #expect(socket.sent.filter { $0["type"] == "complete" }.count == 1)
  }

  @Test func `an event that fills the limit of bytes is taken, and one byte more is not`() async throws {
    for (size, isOver) in [(50, false), (51, true)] {
      let hasLeft = Locked(false)
      let mailbox = EventMailbox(.suspend(maximumBytes: 100)) { hasLeft.withLock { $0 = true } }
      mailbox.put(Data(count: 50))
      mailbox.put(Data(count: size))
      #expect(hasLeft.withLock { $0 } == isOver)
    }
  }

  @Test func `a single event may be longer than the buffer`() async throws {
    for buffer in [GraphQLSubscriptionBuffer.suspend(maximumBytes: 10), .newest(limit: 3, maximumBytes: 10)] {
      let mailbox = EventMailbox(buffer) {}
      mailbox.put(Data(count: 50))
      mailbox.finish()
      var sizes: [Int] = []
      for try await event in mailbox.events() { sizes.append(event.count) }
      #expect(sizes == [50])
    }
  }

  @Test func `the newest events are as many as their bytes allow`() async throws {
    let mailbox = EventMailbox(.newest(limit: 10, maximumBytes: 100)) {}
    for size in 30..<40 { mailbox.put(Data(count: size)) }
    mailbox.finish()
    var sizes: [Int] = []
    for try await event in mailbox.events() { sizes.append(event.count) }
    #expect(sizes == [38, 39])
  }

  @Test func `no event is lost with one buffer, and the newest are kept with the other`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in
        for number in 0..<100 { socket.say(Self.hello(id, "\(number)")) }
        socket.say(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    for (buffer, expected) in [(GraphQLSubscriptionBuffer.suspend(), 100), (.newest(limit: 2), 3)] {
      var texts: [String] = []
      let options = GraphQLSubscriptionOptions(buffer: buffer)
      for try await data in client(connector).subscribe(to: HelloSubscription(), options: options) {
        // The connection is closed when all events are in the buffer, or dropped.
        if texts.isEmpty, case .newest = buffer {
          try await eventually { connector.sockets.last?.closedWith != nil }
        }
        texts.append(data.hello)
      }
      #expect(texts.last == "99")
      #expect(texts.count <= expected)
      if case .suspend = buffer { #expect(texts == (0..<100).map(String.init)) }
    }
  }

  @Test func `the states of a connection`() async throws {
    let connector = ScriptedConnector { attempt in
      ScriptedConnector.acknowledging { id, _, socket in
        if attempt == 0 { socket.end(1012) } else { socket.say(#"{"id":"\#(id)","type":"complete"}"#) }
      }
    }
    let client = client(connector)
    let socket = try #require(client.subscriptions as? WebSocketTransport)
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
