import Apus
import ApusClient
import Foundation

/// `apus-benchmark client URL [--rounds N]`: requests by `GraphQLClient` beside `URLSession` with `JSONDecoder` and equal
/// settings: neither cache nor cookies.
///
/// URL is the endpoint of a server with the query `Table`, a process of its own: its work is not measured. The sides take turns, a
/// round each. Before anything is timed they must have read the same values.
func runClientBenchmark(_ arguments: [String]) throws {
  guard let url = arguments.first.flatMap(URL.init(string:)), url.scheme == "http" else {
    throw ClientBenchmark.Failure(
      "usage: client URL [--rounds N]; Tests/Benchmarks/requests starts the servers")
  }
  let rounds = arguments.dropFirst().first == "--rounds" ? arguments.last.flatMap { Int($0) } : nil
  let benchmark = ClientBenchmark(url: url, rounds: rounds ?? 15)
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
  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// Asks for as many rows, and says how many came.
  typealias Ask = @Sendable (Int) async throws -> Int

  private struct Side: Sendable {
    let name: String
    let ask: Ask

    init(_ name: String, _ ask: @escaping Ask) {
      self.name = name
      self.ask = ask
    }
  }

  let url: URL
  let rounds: Int

  func run() async throws {
    let client = GraphQLClient(url: url)
    let plain = PlainTable(url: url)
    try await verify(client, plain)
    let sides = [
      Side("Apus") { count in try await client.fetch(TableQuery(count: count)).table.count },
      bySession(),
      Side("URLSession, JSONDecoder") { count in try await plain.fetch(count: count).count },
    ]
    for (rows, requests) in [(1, 200), (100, 50), (2000, 4)] {
      try await compare("\(rows) rows, one by one", rows, requests, atOnce: 1, sides)
    }
    try await compare("1 row, 16 at once", 1, 160, atOnce: 16, sides)
  }

  /// The client over Foundation, which is its default elsewhere than on Linux.
  private func bySession() -> Side {
    let client = GraphQLClient(url: url, transport: URLSessionTransport())
    return Side("Apus by URLSessionTransport") { count in
      try await client.fetch(TableQuery(count: count)).table.count
    }
  }

  private func verify(_ client: GraphQLClient, _ plain: PlainTable) async throws {
    let rows = try await plain.fetch(count: 50)
    let data = try await client.fetch(TableQuery(count: 50))
    guard try JSONDecoder().decode(PlainTable.Response.Data.self, from: data.jsonData()).table == rows else {
      throw Failure("the two sides read different values")
    }
  }

  /// - Parameter sides: the last is the one that the others are held against.
  private func compare(
    _ name: String, _ rows: Int, _ requests: Int, atOnce: Int, _ sides: [Side]
  ) async throws {
    print(name)
    var all = sides.map { Round("  " + $0.name) }
    // Once each without a look at the clock: the connections are made.
    var warmUp = Round("")
    for side in sides { try await warmUp.ask(side.ask, rows, atOnce, atOnce) }
    for _ in 0..<rounds {
      for index in sides.indices { try await all[index].ask(sides[index].ask, rows, requests, atOnce) }
    }
    for round in all { print(round.line + String(format: "%9.2fx CPU", round.cpu / all[all.count - 1].cpu)) }
  }
}

/// What rounds of requests took, by the request.
private struct Round {
  private let name: String
  private var cpuTimes: [Double] = []
  private var wallTimes: [Double] = []

  init(_ name: String) { self.name = name }

  /// Milliseconds of this process, the median.
  var cpu: Double { Self.median(cpuTimes) }

  var line: String {
    let perSecond = 1000 / max(Self.median(wallTimes), 0.000_001)
    return name.padding(toLength: 34, withPad: " ", startingAt: 0)
      + String(format: "%10.3f ms CPU %10.0f requests/s", cpu, perSecond)
  }

  mutating func ask(
    _ ask: @escaping ClientBenchmark.Ask, _ rows: Int, _ requests: Int, _ atOnce: Int
  ) async throws {
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
    let elapsed = wall.duration(to: .now) / .milliseconds(1)
    cpuTimes.append((Measurement.cpuTime - cpu) / Double(requests))
    wallTimes.append(elapsed / Double(requests))
    guard total == rows * requests else {
      throw ClientBenchmark.Failure("\(total) rows came, not \(rows * requests)")
    }
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }
}
