import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import Foundation
import Testing

/// ``GraphQLClient/close()`` and ``GraphQLClient/reconnect()`` reach each socket once, whatever observes its subscriptions.
@Suite(.timeLimit(.minutes(15))) struct ClientConnectionsTests {
  /// Counts how often it is closed and reconnected.
  private final class Socket: GraphQLTransport, GraphQLSubscriptionTransport {
    let calls = Locked((closed: 0, reconnected: 0))

    func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
      GraphQLHTTPResponse(status: 200)
    }
    func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
      GraphQLEvents { nil }
    }
    func close() { calls.withLock { $0.closed += 1 } }
    func reconnect() { calls.withLock { $0.reconnected += 1 } }
  }

  /// Passes everything on, as something that counts subscriptions or queries does.
  private struct Observer: GraphQLTransport, GraphQLSubscriptionTransport {
    let observed: any GraphQLTransport & GraphQLSubscriptionTransport

    var base: (any GraphQLSubscriptionTransport)? { observed }

    func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
      try await observed.send(request)
    }
    func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
      try await observed.events(for: request)
    }
  }

  private func observed(_ socket: Socket, times: Int) -> any GraphQLTransport & GraphQLSubscriptionTransport {
    var transport: any GraphQLTransport & GraphQLSubscriptionTransport = socket
    for _ in 0..<times { transport = Observer(observed: transport) }
    return transport
  }

  @Test(arguments: 0..<3, 0..<3)
  func `one socket for everything is closed once`(_ outer: Int, _ inner: Int) {
    let socket = Socket()
    let client = GraphQLClient(
      url: endpoint, transport: observed(socket, times: outer), subscriptions: observed(socket, times: inner))
    client.close()
    #expect(socket.calls.withLock { $0 } == (1, 0))
    client.reconnect()
    #expect(socket.calls.withLock { $0 } == (1, 1))
  }

  @Test(arguments: 0..<3, 0..<3)
  func `two sockets are closed once each`(_ outer: Int, _ inner: Int) {
    let (first, second) = (Socket(), Socket())
    let client = GraphQLClient(
      url: endpoint, transport: observed(first, times: outer), subscriptions: observed(second, times: inner))
    client.reconnect()
    client.close()
    for socket in [first, second] { #expect(socket.calls.withLock { $0 } == (1, 1)) }
  }

  @Test func `a recorded socket is closed once`() {
    let socket = Socket()
    let responses = GraphQLRecordedResponses(folder: URL(fileURLWithPath: "/nowhere"))
    let client = GraphQLClient(
      url: endpoint, transport: socket, subscriptions: responses.recordingSubscriptions(socket))
    client.close()
    client.reconnect()
    #expect(socket.calls.withLock { $0 } == (1, 1))
  }
}
