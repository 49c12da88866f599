import Apus
import ApusClient
import ApusTesting
import Testing

@Suite struct DeduplicationInterceptorTests {
  private func client(_ server: ScriptedTransport) -> GraphQLClient {
    var client = GraphQLClient(url: endpoint, transport: server)
    client.interceptors = [DeduplicationInterceptor()]
    return client
  }

  private static let slowly = ScriptedTransport.Step.answer { _ in
    try await Task.sleep(for: .milliseconds(200))
    return GraphQLHTTPResponse(status: 200, body: .init(world.utf8))
  }

  @Test func `equal queries share an answer, others do not`() async throws {
    let server = ScriptedTransport([Self.slowly], repeatsLast: true)
    let client = client(server)
    async let first = client.fetch(HelloQuery())
    async let second = client.fetch(HelloQuery())
    async let other = client.fetch(HelloQuery(name: .value("other")))
    #expect(try await [first.hello, second.hello, other.hello] == ["world", "world", "world"])
    #expect(server.requests.count == 2)
    _ = try await client.fetch(HelloQuery())
    #expect(server.requests.count == 3)
  }

  @Test func `requests that begin alike have different hashes`() {
    let document = String(repeating: "query Hello { hello } ", count: 20)
    let hashes = (0..<1000).map { number in
      GraphQLHTTPRequest(url: endpoint, body: .bytes(.init("\(document)\(number)".utf8))).hashValue
    }
    #expect(Set(hashes).count > 990)
  }

  @Test func `mutations are not shared`() async throws {
    let server = ScriptedTransport([.json(#"{"data":{"send":null}}"#)], repeatsLast: true)
    let client = client(server)
    async let first = client.fetch(SendMutation())
    async let second = client.fetch(SendMutation())
    _ = try await (first, second)
    #expect(server.requests.count == 2)
  }

  @Test func `who is cancelled leaves, and the others get the answer`() async throws {
    let server = ScriptedTransport([Self.slowly])
    let client = client(server)
    let leaving = Task { try await client.fetch(HelloQuery()) }
    let staying = Task { try await client.fetch(HelloQuery()) }
    while server.requests.isEmpty { await Task.yield() }
    leaving.cancel()
    await #expect(throws: CancellationError.self) { try await leaving.value }
    #expect(try await staying.value.hello == "world")
  }

  @Test func `when everybody has left, the request is cancelled`() async throws {
    let ended = Counter()
    let server = ScriptedTransport([
      .answer { _ in
        do { try await Task.sleep(for: .seconds(60)) } catch { await ended.increment() }
        throw CancellationError()
      }
    ])
    let client = client(server)
    let task = Task { try await client.fetch(HelloQuery()) }
    while server.requests.isEmpty { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    while await ended.count == 0 { await Task.yield() }
    #expect(await ended.count == 1)
  }
}
