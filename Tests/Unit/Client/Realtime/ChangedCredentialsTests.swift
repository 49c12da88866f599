import Apus
import ApusPlatform
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusClient

/// A connection that has to be opened again carries only operations of the user that it speaks for.
@Suite(.timeLimit(.minutes(15))) struct ChangedCredentialsTests {
  /// Where the tokens are.
  enum Place: String, CaseIterable, Sendable { case field, payload }

  /// Who is signed in: a token.
  private let user = Locked("ann")
  /// Whether the pauses between attempts are over.
  private let mayConnect = Locked(true)

  /// A server that answers queries and mutations, and sends each subscription one event.
  private func server(
    _ opened: @escaping @Sendable (Int, ScriptedWebSocket) -> Void = { _, _ in }
  ) -> ScriptedConnector {
    ScriptedConnector { attempt in
      ScriptedConnector.acknowledging { id, operation, socket in
        let name = operation["operationName"].string ?? ""
        let data = name == "Send" ? #"{"send":1}"# : #"{"hello":"\#(attempt)"}"#
        socket.say(#"{"id":"\#(id)","type":"next","payload":{"data":\#(data)}}"#)
        if name != "HelloAgain" { socket.say(#"{"id":"\#(id)","type":"complete"}"#) }
        opened(attempt, socket)
      }
    }
  }

  private func client(
    _ connector: ScriptedConnector, _ place: Place = .field,
    refresh: @escaping @Sendable (String) async throws -> String = { $0 + "+" },
    policy: (inout GraphQLReconnectPolicy) -> Void = { _ in }
  ) -> GraphQLClient {
    var configuration = GraphQLWebSocketTransport.Configuration.unhurried
    configuration.reconnect = GraphQLReconnectPolicy(
      clock: PausingClock { [mayConnect] _ in
        while !mayConnect.withLock({ $0 }) {
          try Task.checkCancellation()
          await Task.yield()
        }
      })
    configuration.idleTimeout = .seconds(3600)
    if place == .payload {
      configuration.connectionPayload = { [user] initialization in
        let token = user.withLock { $0 }
        return ["token": .string(initialization.wasRejected ? try await refresh(token) : token)]
      }
    }
    policy(&configuration.reconnect)
    let socket = GraphQLWebSocketTransport(configuration, connector)
    var client = GraphQLClient(
      url: endpoint, transport: socket, subscriptions: socket, timeout: .seconds(3600))
    if place == .field {
      client.interceptors = [
        GraphQLAuthenticationInterceptor(current: { [user] in user.withLock { $0 } }, refresh: refresh)
      ]
    }
    return client
  }

  /// Whose connection each operation was sent over.
  private func owners(_ connector: ScriptedConnector) -> [String] {
    connector.openings.flatMap { request, socket in
      let owner = socket.sent.first?["payload"]["token"].string ?? request.headers["Authorization"] ?? ""
      return socket.sent.filter { $0["type"] == "subscribe" }
        .map { _ in owner.replacingOccurrences(of: "Bearer ", with: "") }
    }
  }

  private func expectChange(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
  ) async {
    do {
      try await body()
      Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch GraphQLClientError.credentialsChanged {
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: Place.allCases)
  func `operations of a user who left do not go on as the next one's`(_ place: Place) async throws {
    let connector = server()
    let client = client(connector, place)
    var events = client.subscribe(to: HelloSubscription()).makeAsyncIterator()
    _ = try await events.next()
    mayConnect.withLock { $0 = false }
    connector.sockets[0].end(1006)
    try await eventually("the connection is gone") { await client.isWaiting }
    let mutation = Task { try await client.perform(SendMutation()) }
    let query = Task { try await client.fetch(HelloQuery()) }
    let socket = try #require(client.transport as? GraphQLWebSocketTransport)
    try await eventually("both wait") { socket.links.all.first?.state.withLock { $0.operations.count } == 3 }
    user.withLock { $0 = "bob" }
    mayConnect.withLock { $0 = true }
    await expectChange { _ = try await events.next() }
    await expectChange { _ = try await mutation.value }
    await expectChange { _ = try await query.value }
    // Bob's own operations go on.
    _ = try await client.perform(SendMutation())
    var ownEvents = client.subscribe(to: HelloSubscription()).makeAsyncIterator()
    _ = try await ownEvents.next()
    #expect(owners(connector) == ["ann", "bob", "bob"])
  }

  @Test(arguments: Place.allCases)
  func `a subscription that waits for its first connection does not become the next user's`(_ place: Place)
    async throws
  {
    let connector = ScriptedConnector { attempt in
      { request in
        if attempt == 0 { throw GraphQLConnectionError(.cannotConnectToHost) }
        return try await ScriptedConnector.acknowledging()(request)
      }
    }
    mayConnect.withLock { $0 = false }
    let client = client(connector, place)
    let events = Task { for try await _ in client.subscribe(to: HelloSubscription()) {} }
    try await eventually("the first attempt has failed") { await client.isWaiting }
    user.withLock { $0 = "bob" }
    mayConnect.withLock { $0 = true }
    if place == .field {
      await expectChange { try await events.value }
      #expect(owners(connector).isEmpty)
    } else {
      // Her payload was asked for when she subscribed.
      try await eventually("the subscription is sent") { !owners(connector).isEmpty }
      #expect(owners(connector) == ["ann"])
      events.cancel()
    }
  }

  @Test(arguments: Place.allCases)
  func `a subscription joins no connection that speaks for another user`(_ place: Place) async throws {
    let connector = server()
    let client = client(connector, place)
    var events = client.subscribe(to: HelloSubscription()).makeAsyncIterator()
    #expect(try await events.next()?.hello == "0")
    user.withLock { $0 = "bob" }
    var others = client.subscribe(to: HelloSubscription()).makeAsyncIterator()
    #expect(try await others.next()?.hello == "1")
    user.withLock { $0 = "ann" }
    var more = client.subscribe(to: HelloSubscription()).makeAsyncIterator()
    _ = try await more.next()
    #expect(owners(connector).sorted() == ["ann", "ann", "bob"])
    // Closing ends both, although one of them is not the client's own any more.
    client.close()
    await #expect(throws: GraphQLSubscriptionError.self) { _ = try await events.next() }
    await #expect(throws: GraphQLSubscriptionError.self) { _ = try await others.next() }
  }

  @Test(arguments: Place.allCases)
  func `a server that ends the session of a user does not give the next one their operations`(_ place: Place)
    async throws
  {
    let connector = server()
    let client = client(connector, place)
    var events = client.subscribe(to: HelloSubscription()).makeAsyncIterator()
    _ = try await events.next()
    user.withLock { $0 = "bob" }
    connector.sockets[0].end(4403, "signed out")
    await expectChange { _ = try await events.next() }
    #expect(owners(connector) == ["ann"])
  }

  @Test(arguments: Place.allCases)
  func `a rejected token that is replaced is the same user's, also at later connections`(_ place: Place)
    async throws
  {
    let connector = server { attempt, socket in
      switch attempt {
      case 0, 2: socket.end(4403)
      case 1, 3: socket.end(1006)
      default: break
      }
    }
    let client = client(
      connector, place,
      refresh: { [user] token in
        // Stored, as sessions do.
        user.withLock { user in
          if user == token { user += "+" }
          return user
        }
      },
      policy: { $0.healthyAfter = .zero })
    var texts: [String] = []
    for try await data in client.subscribe(to: HelloSubscription()) {
      texts.append(data.hello)
      if texts.count == 5 { break }
    }
    #expect(texts == ["0", "1", "2", "3", "4"])
  }

  /// A JSON Web Token.
  private static func token(_ claims: String) -> String {
    let payload = Data(claims.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    return "e30.\(payload).x"
  }

  @Test(arguments: Place.allCases)
  func `a newer web token of the same user goes on, and one with another role does not`(_ place: Place)
    async throws
  {
    let connector = server()
    let client = client(connector, place)
    user.withLock { $0 = Self.token(#"{"sub":"ann","role":"user","exp":1,"iat":0,"jti":"a?"}"#) }
    var events = client.subscribe(to: HelloSubscription()).makeAsyncIterator()
    #expect(try await events.next()?.hello == "0")
    user.withLock { $0 = Self.token(#"{"sub":"ann","role":"user","exp":2,"iat":1,"jti":"b>~"}"#) }
    connector.sockets[0].end(1006)
    #expect(try await events.next()?.hello == "1")
    user.withLock { $0 = Self.token(#"{"sub":"ann","role":"admin","exp":2}"#) }
    connector.sockets[1].end(1006)
    await expectChange { _ = try await events.next() }
  }

  @Test(arguments: Place.allCases)
  func `the app may say what identifies a user`(_ place: Place) async throws {
    let connector = server()
    let name: GraphQLReconnectPolicy.User = { headers, payload in
      let token = payload?["token"].string ?? headers["Authorization"] ?? ""
      return .string(token.split(separator: "-").first.map { String($0) } ?? "")
    }
    let client = client(connector, place, policy: { $0.user = name })
    user.withLock { $0 = "ann-1" }
    var events = client.subscribe(to: HelloSubscription()).makeAsyncIterator()
    _ = try await events.next()
    user.withLock { $0 = "ann-2" }
    connector.sockets[0].end(1006)
    #expect(try await events.next()?.hello == "1")
    user.withLock { $0 = "bob-1" }
    connector.sockets[1].end(1006)
    await expectChange { _ = try await events.next() }
  }

  @Test func `reconnecting moves subscriptions, and no request that carries a token`() async throws {
    let connector = ScriptedConnector { attempt in
      ScriptedConnector.acknowledging { id, operation, socket in
        // The first connection answers subscriptions alone.
        guard operation["operationName"] == "HelloAgain" else { return }
        socket.say(WebSocketTransportTests.hello(id, "\(attempt)"))
      }
    }
    let client = client(connector)
    var events = client.subscribe(to: HelloSubscription()).makeAsyncIterator()
    _ = try await events.next()
    let query = Task { try await client.fetch(HelloQuery()) }
    try await eventually("the query is sent") { connector.sockets[0].sent.count == 3 }
    user.withLock { $0 = "bob" }
    client.reconnect()
    #expect(try await events.next()?.hello == "1")
    await expectChange { _ = try await query.value }
    #expect(owners(connector) == ["ann", "ann", "bob"])
  }

  @Test func `a mutation that waits for its connection is sent once it is there`() async throws {
    let connector = ScriptedConnector { attempt in
      { request in
        let socket = ScriptedWebSocket { message, socket in
          if attempt == 0 { return socket.end(1012) }
          if message["type"] == "connection_init" { socket.say(#"{"type":"connection_ack"}"#) }
          if message["type"] == "subscribe" {
            socket.say(#"{"id":"1","type":"next","payload":{"data":{"send":1}}}"#)
          }
        }
        return .opened(socket, GraphQLHTTPResponse(status: 101))
      }
    }
    _ = try await client(connector).perform(SendMutation())
    #expect(connector.requests.count == 2)
  }

  @Test func `a request's own identifier does not make another user`() async throws {
    struct Traced: GraphQLInterceptor {
      let count = Locked(0)
      func intercept(
        _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
      ) async throws -> GraphQLHTTPResponse {
        var request = request
        request.headers["traceparent"] = "\(count.withLock { $0 += 1; return $0 })"
        return try await next(request)
      }
    }
    let connector = server()
    var client = client(connector)
    client.interceptors.append(Traced())
    var events = client.subscribe(to: HelloSubscription()).makeAsyncIterator()
    _ = try await events.next()
    connector.sockets[0].end(1006)
    #expect(try await events.next()?.hello == "1")
  }

  @Test(arguments: [false, true])
  func `a stream over HTTP is opened again for its user alone`(_ hasChanged: Bool) async throws {
    let server = StreamScript { number, _ in
      let events = "id: \(number)\nevent: next\ndata: {\"data\":{\"hello\":\"\(number)\"}}\n\n"
      return (200, ["Content-Type": "text/event-stream"], [events])
    }
    var client = GraphQLClient(url: endpoint, transport: server, timeout: .seconds(3600))
    client.subscriptions = GraphQLHTTPSubscriptionTransport(
      .eventStream, reconnect: GraphQLReconnectPolicy(clock: PausingClock { _ in await Task.yield() }))
    client.interceptors = [
      GraphQLAuthenticationInterceptor(current: { [user] in user.withLock { $0 } }, refresh: { $0 + "+" })
    ]
    var events = client.subscribe(to: HelloSubscription()).makeAsyncIterator()
    let first = try #require(try await events.next()?.hello)
    if hasChanged {
      user.withLock { $0 = "bob" }
      await expectChange { _ = try await events.next() }
      #expect(server.requests.count == 1)
    } else {
      #expect(try await events.next()?.hello != first)
      #expect(server.requests.count == 2)
    }
  }
}

extension GraphQLClient {
  /// Whether its socket pauses before the next attempt.
  fileprivate var isWaiting: Bool {
    get async {
      guard let socket = subscriptions as? GraphQLWebSocketTransport else { return false }
      for await state in socket.states {
        if case .waiting = state { return true }
        return false
      }
      return false
    }
  }
}
