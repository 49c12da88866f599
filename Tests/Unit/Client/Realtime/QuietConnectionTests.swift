import Apus
import ApusPlatform
import Foundation
import TestSupport
import Testing

@testable import ApusClient
@testable import ApusWebSocket

/// Connections on which nothing happens, behind proxies that end them.
@Suite(.timeLimit(.minutes(15))) struct QuietConnectionTests {
  private func client(
    _ connector: ScriptedConnector, keepAlive: Duration? = .seconds(30), firstDelay: Duration = .seconds(1)
  ) -> GraphQLClient {
    connector.client {
      $0.reconnect.firstDelay = firstDelay
      $0.keepAlive = keepAlive
    }
  }

  /// A server behind a proxy that ends a connection after five seconds of silence.
  private func proxied(_ count: Int) -> ScriptedConnector {
    ScriptedConnector { attempt in
      { request in
        let opening = try await ScriptedConnector.acknowledging { id, _, socket in
          if attempt < count {
            socket.end(1006, after: WebSocketSilence(current: .seconds(5), longest: .zero))
          } else {
            socket.say(#"{"id":"\#(id)","type":"complete"}"#)
          }
        }(request)
        return opening
      }
    }
  }

  @Test func `after a connection that ended in silence, the next is pinged after half of it`() async throws {
    let connector = proxied(1)
    for try await _ in client(connector).subscribe(to: HelloSubscription()) {}
    #expect(connector.limits.map(\.pingInterval) == [.seconds(30), .milliseconds(2500)])
    // A server that is pinged has as long as before to answer.
    #expect(connector.limits.map(\.keepAlive) == [.seconds(30), .seconds(30)])
  }

  @Test func `without keep-alive, nothing is pinged`() async throws {
    let connector = proxied(1)
    for try await _ in client(connector, keepAlive: nil).subscribe(to: HelloSubscription()) {}
    #expect(connector.limits.map(\.pingInterval) == [nil, nil])
  }

  @Test func `connections on which something came are healthy if they outlast the pause before`() async throws
  {
    let connector = ScriptedConnector { attempt in
      ScriptedConnector.acknowledging { id, _, socket in
        switch attempt {
        case 100: socket.say(#"{"id":"\#(id)","type":"complete"}"#)
        case let attempt where attempt.isMultiple(of: 2):
          socket.say(WebSocketTransportTests.hello(id, "a"))
          socket.end(1006)
        // The answer to a ping is no message.
        default: socket.end(1006, after: WebSocketSilence(current: .zero, longest: .seconds(2)))
        }
      }
    }
    for try await _ in client(connector, firstDelay: .zero).subscribe(to: HelloSubscription()) {}
    #expect(connector.requests.count == 101)
  }

  @Test func `a server that sends an event and dies uses the attempts up`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in
        socket.say(WebSocketTransportTests.hello(id, "a"))
        socket.end(1006)
      }
    }
    var count = 0
    await #expect(throws: GraphQLSubscriptionError.self) {
      for try await _ in client(connector).subscribe(to: HelloSubscription()) { count += 1 }
    }
    // On a busy machine a connection may last longer than the short pause before it, and begin the count anew.
    #expect(count >= 6)
    #expect(connector.requests.count == count)
  }

  @Test func `connections on which nothing comes use the attempts up`() async throws {
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { _, _, socket in socket.end(1006) }
    }
    await #expect(throws: GraphQLSubscriptionError.self) {
      for try await _ in client(connector).subscribe(to: HelloSubscription()) {}
    }
    #expect(connector.requests.count == 6)
  }

  @Test func `the interval follows the silences that ended connections`() {
    let interval = KeepAliveInterval(.seconds(30))
    func ended(_ current: Duration, longest: Duration = .zero) -> Duration? {
      interval.connectionEnded(WebSocketSilence(current: current, longest: longest))
      return interval.current
    }
    #expect(interval.current == .seconds(30))
    // A server that breaks at once, and one that does not answer pings.
    #expect(ended(.milliseconds(999)) == .seconds(30))
    #expect(ended(.seconds(60)) == .seconds(30))
    // Two proxies, one after the other.
    #expect(ended(.seconds(20)) == .seconds(10))
    #expect(ended(.seconds(5)) == .milliseconds(2500))
    // The connection outlasted such a silence: it ended for another reason.
    #expect(ended(.seconds(2), longest: .milliseconds(2500)) == .seconds(30))
  }

  #if os(Linux)
    /// While the buffer is full nothing is read, so that an answer to a ping would not be seen either.
    @Test func `a reader who is slower than the server is silent keeps the connection`() async throws {
      let limits = WebSocketLimits(maximumBufferedBytes: 10_000, keepAlive: .milliseconds(300))
      let exchange = try await RawExchange(limits: limits) { socket in
        for _ in 0..<1000 { socket.send(String(repeating: "x", count: 1000)) }
        while let frame = socket.frame() {
          if frame.opcode == 9 { socket.send(0x8A, frame.payload) }
        }
        return []
      }
      try await Task.sleep(for: .seconds(1))
      for _ in 0..<1000 { #expect(try await exchange.connection.receive().count == 1000) }
      exchange.connection.close(1000, "")
    }

    @Test func `a silent server is pinged at each interval, and given up after its time`() {
      let start = SteadyTime.now
      func after(_ seconds: Double) -> SteadyTime { start + SteadyTime.Interval(.seconds(seconds)) }
      let limits = WebSocketLimits(keepAlive: .seconds(10), pingInterval: .seconds(3))
      var watch = SilenceWatch(limits, start)
      func due(_ seconds: Double) -> String { "\(watch.due(after(seconds)))" }
      #expect(
        [2.9, 3, 3, 6, 9, 12, 12.9].map(due) == [
          "nothing", "ping", "nothing", "ping", "ping", "ping", "nothing",
        ])
      #expect(watch.deadline == after(13))
      #expect(due(13) == "giveUp")
      watch.heard(after(13))
      #expect([13, 15.9, 16].map(due) == ["nothing", "nothing", "ping"])
      var usual = SilenceWatch(WebSocketLimits(keepAlive: .seconds(10)), start)
      #expect("\(usual.due(after(10)))" == "ping")
      #expect("\(usual.due(after(20)))" == "giveUp")
      #expect(SilenceWatch(WebSocketLimits(keepAlive: nil, pingInterval: .seconds(1)), start).deadline == nil)
    }
  #endif
}
