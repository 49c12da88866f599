import Apus
import ApusClient
import ApusServiceLifecycle
import ApusTesting
import Foundation
import ServiceLifecycle
import ServiceLifecycleTestKit
import Synchronization
import TestServer
import Testing

@Suite(.timeLimit(.minutes(5))) struct ServiceTests {
  /// Says whether it was closed.
  private final class ClosedFlag: GraphQLTransport, GraphQLSubscriptionTransport {
    private let base: GraphQLScriptedTransport
    private let closed = Atomic(false)

    init(_ base: GraphQLScriptedTransport) { self.base = base }

    var isClosed: Bool { closed.load(ordering: .sequentiallyConsistent) }

    func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
      try await base.send(request)
    }
    func close() { closed.store(true, ordering: .sequentiallyConsistent) }
    func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
      throw GraphQLSubscriptionError.unavailable("only requests are sent")
    }
  }

  private func service(
    _ steps: [GraphQLScriptedTransport.Step], drainingFor limit: Duration = .seconds(30)
  ) throws -> (GraphQLClientService, ClosedFlag, GraphQLScriptedTransport) {
    let script = GraphQLScriptedTransport(steps)
    let transport = ClosedFlag(script)
    let url = try #require(URL(string: "https://api.example.com/graphql"))
    return (
      GraphQLClientService(GraphQLClient(url: url, transport: transport), drainingFor: limit), transport,
      script
    )
  }

  @Test func `the shutdown waits for requests and then closes the client`() async throws {
    let (answers, feed) = AsyncStream.makeStream(of: Void.self)
    let (service, transport, script) = try service([
      .perform { _ in
        for await _ in answers { break }
        return GraphQLHTTPResponse(status: 200, body: Data(#"{"data":{"album":null}}"#.utf8))
      }
    ])
    try await testGracefulShutdown { trigger in
      async let data = service.client.fetch(AlbumQuery(id: "a1"))
      async let end: Void = service.run()
      while script.requests.isEmpty { await Task.yield() }
      trigger.triggerGracefulShutdown()
      try await Task.sleep(for: .milliseconds(50))
      #expect(!transport.isClosed)
      feed.yield()
      #expect(try await data.album == nil)
      await end
      #expect(transport.isClosed)
    }
  }

  @Test func `the shutdown does not wait for ever`() async throws {
    let (service, transport, script) = try service([.silence], drainingFor: .milliseconds(20))
    await testGracefulShutdown { trigger in
      let request = Task { try await service.client.fetch(AlbumQuery(id: "a1")) }
      while script.requests.isEmpty { await Task.yield() }
      trigger.triggerGracefulShutdown()
      await service.run()
      #expect(transport.isClosed)
      request.cancel()
    }
  }

  @Test func `a cancelled service closes the client at once`() async throws {
    let (service, transport, _) = try service([])
    let task = Task { await service.run() }
    task.cancel()
    await task.value
    #expect(transport.isClosed)
  }
}
