import Apus
import ApusPlatform
import ApusWebSocket
import Foundation
import TestSupport
import Testing

@testable import ApusClient

/// Rejections, acknowledgements and messages that break the protocol.
extension WebSocketTransportTests {
  @Test func `the authentication interceptor gets a new token when the upgrade answers 401`() async throws {
    let connector = ScriptedConnector { _ in
      { request in
        if request.headers["Authorization"] != "Bearer new" {
          return .rejected(GraphQLHTTPResponse(status: 401))
        }
        return try await ScriptedConnector.acknowledging { id, _, socket in
          socket.say(#"{"id":"\#(id)","type":"complete"}"#)
        }(request)
      }
    }
    var client = client(connector)
    client.interceptors = [GraphQLAuthenticationInterceptor(current: { "old" }, refresh: { _ in "new" })]
    for try await _ in client.subscribe(to: HelloSubscription()) {}
    #expect(connector.requests.map { $0.headers["Authorization"] } == ["Bearer old", "Bearer new"])
  }

  @Test func `an interceptor that answers in the server's place is obeyed`() async throws {
    struct Rejecting: GraphQLInterceptor {
      func intercept(
        _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
      ) async throws -> GraphQLHTTPResponse {
        let response = try await next(request)
        #expect(response.status == 101)
        return GraphQLHTTPResponse(status: 403)
      }
    }
    let connector = ScriptedConnector { _ in ScriptedConnector.acknowledging() }
    var client = client(connector)
    client.interceptors = [Rejecting()]
    do {
      try await inTime("the end of the subscription") { [client] in
        for try await _ in client.subscribe(to: HelloSubscription()) {}
      }
      Issue.record("nothing was thrown")
    } catch GraphQLSubscriptionError.rejected(let failure, _) {
      #expect(failure.status == 403)
    }
    #expect(connector.sockets.map(\.closedWith) == [1000])
  }

  @Test func `a server that rejects is answered by an error that names the alternatives`() async throws {
    let connector = ScriptedConnector { _ in { _ in .rejected(GraphQLHTTPResponse(status: 404)) } }
    do {
      for try await _ in client(connector).subscribe(to: HelloSubscription()) {}
      Issue.record("nothing was thrown")
    } catch let error as GraphQLSubscriptionError {
      #expect("\(error)".contains("status 404"))
      #expect("\(error)".contains("GraphQLHTTPSubscriptionTransport(.eventStream)"))
      #expect("\(error)".contains("GraphQLHTTPSubscriptionTransport(.multipart)"))
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
    try await eventually("both are told") { types.withLock { $0 } == ["metrics", "data"] }
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
    try await eventually("it is told") { types.withLock { $0 } == ["connection_ak"] }
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

  @Test func `a server is told that its message was invalid`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { _, _, socket in socket.say("no JSON") }
    }
    await #expect(throws: GraphQLSubscriptionError.self) {
      for try await _ in client(connector).subscribe(to: HelloSubscription()) {}
    }
    #expect(connector.sockets[0].closedWith == 4004)
  }

  @Test func `all operations are sent again on the next connection`() async throws {
    let connector = ScriptedConnector { attempt in
      ScriptedConnector.acknowledging { id, _, socket in
        if attempt == 0 {
          if id == "2" { socket.end(1006) }
          return
        }
        socket.say(Self.hello(id, id))
        socket.say(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    let client = client(connector)
    @Sendable func texts() async throws -> [String] {
      try await inTime("the end of the subscription") {
        try await client.subscribe(to: HelloSubscription()).reduce(into: []) { $0.append($1.hello) }
      }
    }
    async let first = texts()
    async let second = texts()
    #expect(try await (first + second).sorted() == ["1", "2"])
    #expect(connector.sockets.count == 2)
  }

  @Test func `an operation that was not sent yet outlives an attempt that fails`() async throws {
    let connector = ScriptedConnector { attempt in
      if attempt == 0 { return { _ in throw URLError(.cannotConnectToHost) } }
      return ScriptedConnector.acknowledging { id, _, socket in
        socket.say(Self.hello(id, "a"))
        socket.say(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    let options = GraphQLSubscriptionOptions(resubscribes: false)
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
    try await eventually("the idle connection is closed") { connector.sockets.last?.closedWith != nil }
    #expect(lastUse.duration(to: .now) >= idleTimeout)
  }
}
