import Apus
import ApusClient
import ApusTesting
import Foundation
import Testing

@Suite struct RetryInterceptorTests {
  /// The pauses that a retry made.
  private actor Pauses {
    var all: [Duration] = []
    func append(_ pause: Duration) { all.append(pause) }
  }
  private let pauses = Pauses()

  private func client(_ steps: [ScriptedTransport.Step]) -> (GraphQLClient, ScriptedTransport) {
    let server = ScriptedTransport(steps)
    var client = GraphQLClient(url: endpoint, transport: server)
    client.interceptors = [RetryInterceptor(firstDelay: .seconds(1)) { [pauses] in await pauses.append($0) }]
    return (client, server)
  }

  @Test func `a query is sent again, with pauses that grow`() async throws {
    let (client, server) = client([.status(503), .failure(URLError(.networkConnectionLost)), .json(world)])
    #expect(try await client.fetch(HelloQuery()).hello == "world")
    #expect(server.requests.map(\.attempt) == [1, 2, 3])
    let pauses = await pauses.all
    #expect(pauses.count == 2)
    #expect((.milliseconds(500)...(.seconds(1))).contains(pauses[0]))
    #expect((.seconds(1)...(.seconds(2))).contains(pauses[1]))
  }

  @Test func `the last answer counts`() async throws {
    let (client, server) = client([.status(503), .status(502), .status(504)])
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    guard case .status(let failure)? = error else { throw URLError(.unknown) }
    #expect(failure.status == 504)
    #expect(server.requests.count == 3)
  }

  @Test func `Retry-After in seconds`() async throws {
    let (client, _) = client([.status(429, headers: ["Retry-After": "7"]), .json(world)])
    _ = try await client.fetch(HelloQuery())
    #expect(await pauses.all == [.seconds(7)])
  }

  @Test func `Retry-After as a date`() async throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let date = formatter.string(from: Date() + 10)
    let (client, _) = client([.status(503, headers: ["Retry-After": date]), .json(world)])
    _ = try await client.fetch(HelloQuery())
    let pause = try #require(await pauses.all.first)
    #expect((.seconds(5)...(.seconds(10))).contains(pause))
  }

  @Test func `a pause that is too long is not made`() async throws {
    let (client, server) = client([.status(503, headers: ["Retry-After": "3600"]), .json(world)])
    #expect(await clientError { _ = try await client.fetch(HelloQuery()) } != nil)
    #expect(server.requests.count == 1)
  }

  @Test func `a mutation is sent again only if the caller says so`() async throws {
    let answer = ScriptedTransport.Step.json(#"{"data":{"send":null}}"#)
    let (careful, once) = client([.status(503), answer])
    #expect(await clientError { _ = try await careful.fetch(SendMutation()) } != nil)
    #expect(once.requests.count == 1)
    let (client, twice) = client([.status(503), answer])
    _ = try await client.fetch(SendMutation(), options: GraphQLRequestOptions(isIdempotent: true))
    #expect(twice.requests.count == 2)
  }

  @Test(arguments: [400, 401, 404, 500])
  func `other answers are final`(_ status: Int) async throws {
    let (client, server) = client([.status(status), .json(world)])
    #expect(await clientError { _ = try await client.fetch(HelloQuery()) } != nil)
    #expect(server.requests.count == 1)
  }
}
