import Apus
import ApusPlatform
import Foundation
import TestSupport
import Testing

@testable import ApusClient

/// The alarm that closes a connection which no operation uses.
@Suite(.timeLimit(.minutes(15))) struct SocketIdleTests {
  private let clock = AlarmClock()

  private func client(_ idleTimeout: Duration, _ connector: ScriptedConnector) -> GraphQLClient {
    var configuration = GraphQLWebSocketTransport.Configuration.unhurried
    configuration.idleTimeout = idleTimeout
    configuration.clock = clock
    return GraphQLClient(
      url: endpoint, subscriptions: GraphQLWebSocketTransport(configuration, connector),
      timeout: .seconds(3600))
  }

  private func connector(completing: Bool = true) -> ScriptedConnector {
    ScriptedConnector { _ in
      ScriptedConnector.acknowledging { id, operation, socket in
        socket.say(WebSocketTransportTests.hello(id, "a"))
        if completing { socket.say(#"{"id":"\#(id)","type":"complete"}"#) }
      }
    }
  }

  @Test func `an idle connection has one alarm, however many operations it has carried`() async throws {
    let connector = connector()
    let client = client(.seconds(3600), connector)
    for _ in 0..<50 {
      for try await _ in client.subscribe(to: HelloSubscription()) {}
      try await eventually("the idle connection has an alarm") { clock.count == 1 }
    }
    #expect(connector.sockets.count == 1)
    client.close()
    #expect(clock.count == 0)
  }

  @Test func `a connection that is used has none`() async throws {
    let (idle, used) = (connector(), connector(completing: false))
    let client = client(.seconds(3600), used)
    var iterator = client.subscribe(to: HelloSubscription()).makeAsyncIterator()
    #expect(try await iterator.next()?.hello == "a")
    #expect(clock.count == 0)
    let other = self.client(.seconds(3600), idle)
    for try await _ in other.subscribe(to: HelloSubscription()) {}
    try await eventually("the idle connection has an alarm") { clock.count == 1 }
    // The server ends the idle connection: there is nothing left to close.
    idle.sockets[0].end(1001)
    try await eventually("no alarm is set") { clock.count == 0 }
    withExtendedLifetime((iterator, other)) {}
  }

  @Test func `the alarm closes the connection, and is gone`() async throws {
    let connector = connector()
    let client = client(.milliseconds(20), connector)
    for try await _ in client.subscribe(to: HelloSubscription()) {}
    try await eventually("the idle connection is closed") { connector.sockets[0].closedWith == 1000 }
    try await eventually("no alarm is set") { clock.count == 0 }
    withExtendedLifetime(client) {}
  }
}
