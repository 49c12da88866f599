import Apus
import ApusPlatform
import Foundation
import TestSupport
import Testing

@testable import ApusClient

/// Events that come faster than they are read.
extension WebSocketTransportTests {
  @Test func `a query inside the loop is answered while 10,000 events wait`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in
        guard id == "1" else { return socket.say(Self.hello(id, "answer")) }
        for number in 0..<10_000 { socket.say(Self.hello(id, "\(number)")) }
        socket.say(#"{"id":"1","type":"complete"}"#)
      }
    }
    var client = client(connector) { $0.idleTimeout = .seconds(60) }
    client.transport = try #require(client.subscriptions as? GraphQLWebSocketTransport)
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
        if texts.isEmpty {
          try await eventually("the operation is completed") {
            socket.sent.last == ["id": "2", "type": "complete"]
          }
        }
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
          try await eventually("the connection is closed") { connector.sockets.last?.closedWith != nil }
        }
        texts.append(data.hello)
      }
      #expect(texts.last == "99")
      #expect(texts.count <= expected)
      if case .suspend = buffer { #expect(texts == (0..<100).map(String.init)) }
    }
  }
}
