import ApusClient
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct TransportLifetimeTests {
  /// Connections for queries carry nobody's credentials, so that signing out leaves them open. Nothing keeps them once their client is gone.
  @Test(arguments: TransportKind.all)
  func `a closed client keeps its connections, and a released one closes them`(_ kind: TransportKind)
    async throws
  {
    let ended = Tally()
    let server = try RawServer { connection, _ in
      while connection.readRequest() != nil { connection.answer() }
      ended.add(1)
    }
    func fetchTwice() async throws {
      let client = GraphQLClient(url: server.url, transport: try kind.make())
      _ = try await client.fetch(HelloQuery())
      client.close()
      _ = try await client.fetch(HelloQuery())
    }
    try await fetchTwice()
    #expect(server.connectionCount == 1)
    try await eventually("the connection is closed") { ended.value == 1 }
  }
}
