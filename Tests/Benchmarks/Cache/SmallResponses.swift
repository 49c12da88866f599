import Apus
import ApusCache
import ApusClient
import ApusPlatform
import Foundation

/// `apus-benchmark cache-small [--rounds N]`: what a cache adds to small responses.
func runSmallResponses(_ arguments: [String]) throws {
  var rounds = 31
  if arguments.count == 2, arguments[0] == "--rounds" { rounds = Int(arguments[1]) ?? rounds }
  try waitFor { [rounds] in try await SmallResponses(rounds: rounds).run() }
}

/// 200 small responses through a client, and through the same client with a cache: each query has an id of its own.
///
/// The transport has the responses in memory, so what is measured is the client and the cache alone. By default the client watches the time of
/// each attempt of such a transport by a task; it does not with `GraphQLCurlTransport`, or without a timeout.
struct SmallResponses: Sendable {
  private static let count = 200
  let rounds: Int

  /// Gives the response to a query by its number.
  private final class Transport: GraphQLTransport {
    private let state = Locked<(bodies: [Data], next: Int)>(([], 0))

    func answer(with bodies: [Data]) { state.withLock { $0 = (bodies, 0) } }

    func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
      let body = state.withLock { state in
        state.next += 1
        return state.bodies[state.next - 1]
      }
      return GraphQLHTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: body)
    }
  }

  func run() async throws {
    try await run("200 small responses", timeout: .seconds(60))
    try await run("200 without a timeout", timeout: nil)
  }

  private func run(_ name: String, timeout: Duration?) async throws {
    let transport = Transport()
    guard let url = URL(string: "https://example.com/graphql") else { return }
    let client = GraphQLClient(url: url, transport: transport, timeout: timeout)
    var full = client
    let cache = GraphQLCache(schema: FeedQuery.cacheSchema)
    full.cache = cache
    var alone = Measurement(name, byteCount: 0)
    var rows = ["an empty one", "changed values", "nothing changes"].map {
      Measurement("  with a cache, \($0)", byteCount: 0)
    }
    try await fetch(full, transport, bodies(-1))
    for round in 0..<rounds {
      let bodies = bodies(round)
      transport.answer(with: bodies)
      let start = Measurement.cpuTime
      for number in 0..<Self.count { _ = try await client.fetch(ActorQuery(number: number)) }
      alone.add(Measurement.cpuTime - start)
      var empty = client
      empty.cache = GraphQLCache(schema: FeedQuery.cacheSchema)
      rows[0].add(try await fetch(empty, transport, bodies))
      rows[1].add(try await fetch(full, transport, bodies))
      rows[2].add(try await fetch(full, transport, bodies))
      guard cache.read(ActorQuery(number: 7))?.viewer.name == "name \(round)" else {
        throw Failure("the cache reads something else")
      }
    }
    print(alone.line)
    for row in rows {
      print(row.line + String(format: "   %.2f of the client alone", row.median / alone.median))
    }
  }

  private func bodies(_ round: Int) -> [Data] {
    (0..<Self.count).map { number in
      Data(
        "{\"data\":{\"viewer\":{\"id\":\"actor\(number)\",\"name\":\"name \(round)\",\"___\":\"Actor\"}}}"
          .utf8)
    }
  }

  /// - Returns: the CPU time in milliseconds.
  @discardableResult private func fetch(
    _ client: GraphQLClient, _ transport: Transport, _ bodies: [Data]
  ) async throws -> Double {
    transport.answer(with: bodies)
    let start = Measurement.cpuTime
    for number in 0..<Self.count {
      _ = try await client.fetch(ActorQuery(number: number), policy: .networkOnly)
    }
    return Measurement.cpuTime - start
  }
}
