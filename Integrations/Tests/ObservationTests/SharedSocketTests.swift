import ApusClient
import ApusMetrics
import ApusTracing
import Foundation
import InMemoryTracing
import MetricsTestKit
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct SharedSocketTests {
  /// Carries queries and subscriptions, and counts how often it is closed and reconnected.
  private final class Socket: GraphQLTransport, GraphQLSubscriptionTransport {
    let closeCount = Atomic(0)
    let reconnectCount = Atomic(0)

    func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
      GraphQLHTTPResponse(status: 200)
    }
    func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
      GraphQLEvents { nil }
    }
    func close() { closeCount.add(1, ordering: .sequentiallyConsistent) }
    func reconnect() { reconnectCount.add(1, ordering: .sequentiallyConsistent) }
  }

  @Test func `a socket for everything is closed and reconnected once, although it is observed`() throws {
    let socket = Socket()
    let url = try #require(URL(string: "https://api.example.com/graphql"))
    let client = GraphQLClient(url: url, transport: socket, subscriptions: socket)
      .measured(by: TestMetrics()).traced(by: InMemoryTracer())
    client.close()
    #expect(socket.closeCount.load(ordering: .sequentiallyConsistent) == 1)
    #expect(socket.reconnectCount.load(ordering: .sequentiallyConsistent) == 0)
    client.reconnect()
    #expect(socket.closeCount.load(ordering: .sequentiallyConsistent) == 1)
    #expect(socket.reconnectCount.load(ordering: .sequentiallyConsistent) == 1)
  }
}
