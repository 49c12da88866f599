import Apus
import ApusClient
import ApusTesting
import Testing

@Suite struct AuthenticationInterceptorTests {
  /// A server that takes one token.
  private static func server(_ token: String) -> ScriptedTransport {
    let step = ScriptedTransport.Step.answer { request in
      // All requests of a test are under way before the first is refused.
      try await Task.sleep(for: .milliseconds(20))
      let isGood = request.headers["Authorization"] == "Bearer \(token)"
      return GraphQLHTTPResponse(
        status: isGood ? 200 : 401, headers: ["Content-Type": "application/json"], body: .init(world.utf8))
    }
    return ScriptedTransport([step], repeatsLast: true)
  }

  @Test(arguments: ["old", nil])
  func `one new token for 64 requests`(_ first: String?) async throws {
    let refreshes = Counter()
    let server = Self.server("new")
    var client = GraphQLClient(url: endpoint, transport: server)
    client.interceptors = [
      AuthenticationInterceptor(token: first) { refused in
        #expect(refused == first)
        await refreshes.increment()
        return "new"
      }
    ]
    try await withThrowingTaskGroup(of: String.self) { [client] group in
      for _ in 0..<64 { group.addTask { try await client.fetch(HelloQuery()).hello } }
      for try await hello in group { #expect(hello == "world") }
    }
    #expect(await refreshes.count == 1)
    #expect(server.requests.count == (first == nil ? 64 : 128))
  }

  @Test func `a new token that is refused, too, ends it`() async throws {
    let server = Self.server("other")
    var client = GraphQLClient(url: endpoint, transport: server)
    client.interceptors = [AuthenticationInterceptor(token: "old") { _ in "new" }]
    let error = await clientError { [client] in _ = try await client.fetch(HelloQuery()) }
    guard case .status(let failure)? = error else { throw Refused() }
    #expect(failure.status == 401)
    #expect(server.requests.count == 2)
  }

  @Test func `what getting a token throws is passed on, and the next request tries again`() async throws {
    let refreshes = Counter()
    var client = GraphQLClient(url: endpoint, transport: Self.server("new"))
    client.interceptors = [
      AuthenticationInterceptor(token: "old") { _ in
        await refreshes.increment()
        if await refreshes.count == 1 { throw Refused() }
        return "new"
      }
    ]
    let authenticated = client
    await #expect(throws: Refused.self) { try await authenticated.fetch(HelloQuery()) }
    #expect(try await client.fetch(HelloQuery()).hello == "world")
  }

  @Test func `an error's code means the same as status 401`() async throws {
    let refusal = GraphQLError(message: "sign in", extensions: ["code": "UNAUTHENTICATED"])
    let server = ScriptedTransport([.errors(refusal), .json(world)])
    var client = GraphQLClient(url: endpoint, transport: server)
    client.interceptors = [AuthenticationInterceptor(token: "old") { _ in "new" }]
    #expect(try await client.fetch(HelloQuery()).hello == "world")
    #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer old", "Bearer new"])
  }

  @Test func `data that has the code's text is no refusal`() async throws {
    let server = ScriptedTransport([.json(#"{"data":{"hello":"UUNAUTHENTICATED"}}"#)])
    var client = GraphQLClient(url: endpoint, transport: server)
    client.interceptors = [AuthenticationInterceptor(token: "old") { _ in "new" }]
    #expect(try await client.fetch(HelloQuery()).hello == "UUNAUTHENTICATED")
  }

  private struct Refused: Error {}
}
