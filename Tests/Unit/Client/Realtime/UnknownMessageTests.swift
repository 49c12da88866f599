import Apus
import ApusPlatform
import Foundation
import TestSupport
import Testing

@testable import ApusClient

/// Messages of types that the protocol does not have.
@Suite(.timeLimit(.minutes(15))) struct UnknownMessageTests {
  private let lines = Locked<[String]>([])

  private func log() -> UnknownMessageLog {
    UnknownMessageLog { [lines] line in lines.withLock { $0.append(line) } }
  }

  @Test func `each type is named once, in one line`() {
    let log = log()
    for type in ["metrics", "load", "metrics", "a\nb"] { log.report(type) }
    let named = lines.withLock { $0 }
    #expect(named.count == 3)
    #expect(named[0].contains(#"of type "metrics", which the protocol does not have"#))
    #expect(named[2].contains(#""a\nb""#))
    #expect(!named.joined().contains("\n"))
  }

  @Test func `a server that makes types up fills neither the log nor the memory`() {
    let log = log()
    for number in 0..<1000 { log.report("\(number)" + String(repeating: "x", count: 1000)) }
    let named = lines.withLock { $0 }
    #expect(named.count == 16)
    #expect(named.allSatisfy { $0.utf8.count < 300 })
  }

  @Test func `without any set-up the log is told`() async throws {
    #expect(GraphQLWebSocketTransport.Configuration().onUnknownMessage != nil)
    let log = log()
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in
        for _ in 0..<3 { socket.say(#"{"type":"metrics"}"#) }
        socket.say(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    let client = connector.client { $0.onUnknownMessage = { log.report($0) } }
    for try await _ in client.subscribe(to: HelloSubscription()) {}
    try await eventually("it is named") { lines.withLock { $0.count } == 1 }
    #expect(connector.sockets.count == 1)
  }

  /// On Linux, all connections share the thread of the messages.
  @Test func `a closure that blocks holds up no message`() async throws {
    let (isCalled, isOver) = (Locked(false), Locked(false))
    let types = Locked<[String]>([])
    let connector = ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, _, socket in
        for number in 0..<5000 { socket.say(#"{"type":"metrics\#(number)"}"#) }
        socket.say(WebSocketTransportTests.hello(id, "a"))
        socket.say(#"{"id":"\#(id)","type":"complete"}"#)
      }
    }
    let client = connector.client { configuration in
      configuration.onUnknownMessage = { type in
        isCalled.withLock { $0 = true }
        blockThread { isOver.withLock { $0 } }
        types.withLock { $0.append(type) }
      }
    }
    let texts = try await inTime("the end of the subscription") {
      try await client.subscribe(to: HelloSubscription()).reduce(into: []) { $0.append($1.hello) }
    }
    #expect(texts == ["a"])
    try await eventually("the closure is called") { isCalled.withLock { $0 } }
    #expect(types.withLock { $0.isEmpty })
    isOver.withLock { $0 = true }
    try await eventually("it is called for those that wait") {
      types.withLock { $0.count } >= UnknownMessageReports.limit
    }
    // The first ones, in their order, and not so many that memory would fill.
    let named = types.withLock { $0 }
    #expect(named.count <= 2 * UnknownMessageReports.limit)
    #expect(named.prefix(1000) == (0..<1000).map { "metrics\($0)" }[...])
  }
}
