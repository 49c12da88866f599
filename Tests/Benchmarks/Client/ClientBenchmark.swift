import Apus
import ApusClient
import ApusPlatform
import Foundation

/// `apus-benchmark client URL [--rounds N] [--plain PROGRAM]`: requests by `GraphQLClient`, by `URLSession` with `JSONDecoder` and
/// equal settings (neither cache nor cookies), and by libcurl alone, without reading the answer.
///
/// URL is the endpoint of a server with the query `Table`, a process of its own: its work is not measured. The sides take turns, a
/// round each. Before anything is timed they must have read the same values. PROGRAM is `requests_plain.c`, compiled.
func runClientBenchmark(_ arguments: [String]) throws {
  guard let url = arguments.first.flatMap(URL.init(string:)), url.scheme == "http" else {
    throw Failure("usage: client URL [--rounds N] [--plain PROGRAM]; Tests/Benchmarks/requests runs it")
  }
  func value(of option: String) -> String? {
    arguments.firstIndex(of: option).flatMap { arguments.dropFirst($0 + 1).first }
  }
  let benchmark = ClientBenchmark(
    url: url, rounds: value(of: "--rounds").flatMap { Int($0) } ?? 15,
    plain: try value(of: "--plain").map { try PlainCurl($0, url) })
  try runAndWait { try await benchmark.run() }
}

/// Runs asynchronous work to its end.
func runAndWait(_ body: @escaping @Sendable () async throws -> Void) throws {
  let ended = DispatchSemaphore(value: 0)
  let failure = Locked<(any Error)?>(nil)
  Task.detached {
    do { try await body() } catch { failure.withLock { $0 = error } }
    ended.signal()
  }
  ended.wait()
  if let error = failure.withLock({ $0 }) { throw error }
}

private struct ClientBenchmark: Sendable {
  /// Sends requests for as many rows, some of them at once.
  typealias Send = @Sendable (_ rows: Int, _ requests: Int, _ atOnce: Int) async throws -> RequestCost

  private struct Side: Sendable {
    let name: String
    let send: Send
  }

  let url: URL
  let rounds: Int
  /// Nil where libcurl's headers are not installed.
  let plain: PlainCurl?

  func run() async throws {
    let client = GraphQLClient(url: url)
    let table = PlainTable(url: url)
    try await verify(client, table)
    var sides = [
      side("Apus") { count in try await client.fetch(TableQuery(count: count)).table.count },
      side("URLSession, JSONDecoder") { count in try await table.fetch(count: count).count },
    ]
    if let plain {
      sides.append(Side(name: "libcurl in C, without JSON") { try plain.send($0, $1, $2) })
    }
    try await compare("1 row, 16 at once", 1, 400, atOnce: 16, sides)
    if let plain {
      sides.append(
        Side(name: "libcurl in C, in its own thread") { rows, requests, _ in try plain.send(rows, requests, 0)
        })
    }
    for (rows, requests) in [(1, 400), (100, 100), (2000, 4)] {
      try await compare("\(rows) rows, one by one", rows, requests, atOnce: 1, sides)
    }
  }

  /// A side that is measured in this process.
  private func side(_ name: String, _ ask: @escaping @Sendable (Int) async throws -> Int) -> Side {
    Side(name: name) { rows, requests, atOnce in
      let (cpu, wall) = (Measurement.cpuTime, ContinuousClock.now)
      let total = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<atOnce {
          group.addTask {
            var total = 0
            for _ in 0..<(requests / atOnce) { total += try await ask(rows) }
            return total
          }
        }
        return try await group.reduce(0, +)
      }
      guard total == rows * requests else { throw Failure("\(total) rows came, not \(rows * requests)") }
      let elapsed = wall.duration(to: .now) / .milliseconds(1)
      return RequestCost(
        cpu: (Measurement.cpuTime - cpu) / Double(requests), wall: elapsed / Double(requests))
    }
  }

  private func verify(_ client: GraphQLClient, _ table: PlainTable) async throws {
    let rows = try await table.fetch(count: 50)
    let data = try await client.fetch(TableQuery(count: 50))
    guard try JSONDecoder().decode(PlainTable.Response.Data.self, from: data.jsonData()).table == rows else {
      throw Failure("the two sides read different values")
    }
  }

  /// Prints medians, and beside them how many times what URLSession and what libcurl alone takes.
  private func compare(
    _ title: String, _ rows: Int, _ requests: Int, atOnce: Int, _ sides: [Side]
  ) async throws {
    print(title)
    // Once each without a look at the clock: the connections are made.
    for side in sides { _ = try await side.send(rows, atOnce, atOnce) }
    var costs = sides.map { _ in [RequestCost]() }
    for _ in 0..<rounds {
      for index in sides.indices { costs[index].append(try await sides[index].send(rows, requests, atOnce)) }
    }
    let medians = costs.map { costs in
      RequestCost(cpu: Self.median(costs.map(\.cpu)), wall: Self.median(costs.map(\.wall)))
    }
    for (side, cost) in zip(sides, medians) {
      let ratios = medians.dropFirst().map { String(format: "%9.2fx", cost.cpu / $0.cpu) }
      print(
        "  " + side.name.padding(toLength: 33, withPad: " ", startingAt: 0)
          + String(format: "%9.4f ms CPU %9.0f requests/s", cost.cpu, 1000 / max(cost.wall, 0.000_001))
          + ratios.joined())
    }
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }
}
