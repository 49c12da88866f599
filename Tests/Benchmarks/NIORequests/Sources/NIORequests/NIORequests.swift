import ApusAsyncHTTPClient
import ApusClient
import Foundation

/// `NIORequests URL ROUNDS SECONDS`: what `Tests/Benchmarks/nio-requests` runs.
@main
struct NIORequests {
  private typealias Send = @Sendable (_ rows: Int) async throws -> Int

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let address = arguments.first, let url = URL(string: address), arguments.count == 3,
      let rounds = Int(arguments[2]), let seconds = Int(arguments[3])
    else {
      FileHandle.standardError.write(Data("usage: NIORequests URL ROUNDS SECONDS\n".utf8))
      exit(2)
    }
    let curl = GraphQLClient(url: url)
    let nio = GraphQLClient(url: url, transport: AsyncHTTPClientTransport())
    let plain = PlainClient(url: address)
    let sides: [(name: String, send: Send)] = [
      ("Apus over libcurl", { try await curl.fetch(TableQuery(count: $0)).table.count }),
      ("Apus over AsyncHTTPClient", { try await nio.fetch(TableQuery(count: $0)).table.count }),
      ("AsyncHTTPClient, Codable by hand", { try await plain.fetch(count: $0).count }),
    ]
    for (title, rows, requests, atOnce) in [
      ("1 row, one after the other", 1, 1000, 1), ("1 row, 16 at once", 1, 3200, 16),
      ("100 rows, one after the other", 100, 200, 1),
    ] {
      try await compare(title, rows, requests, atOnce, rounds, sides)
    }
    for side in sides.prefix(2) { try await run(side.name, side.send, seconds: seconds) }
    try await plain.shutdown()
  }

  /// Prints the medians of microseconds of CPU by the request, and how many times the last side's they are.
  private static func compare(
    _ title: String, _ rows: Int, _ requests: Int, _ atOnce: Int, _ rounds: Int,
    _ sides: [(name: String, send: Send)]
  ) async throws {
    var costs = sides.map { _ in [Double]() }
    for round in 0...rounds {
      for (index, side) in sides.enumerated() {
        let start = cpuTime
        try await send(rows, requests, atOnce, side.send)
        // The first round makes the connections.
        if round > 0 { costs[index].append((cpuTime - start) / Double(requests)) }
      }
    }
    let medians = costs.map { $0.sorted()[$0.count / 2] }
    print(title)
    for (side, cost) in zip(sides, medians) {
      let ratio = cost / (medians.last ?? cost)
      let name = side.name.padding(toLength: 34, withPad: " ", startingAt: 0)
      print("  \(name)\(String(format: "%8.1f µs CPU %7.2fx", cost, ratio))")
    }
  }

  private static func send(
    _ rows: Int, _ requests: Int, _ atOnce: Int, _ send: @escaping Send
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<atOnce {
        group.addTask {
          for _ in 0..<requests / atOnce where try await send(rows) != rows { throw WrongAnswer() }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Sends for some time, 32 at once, and prints the rate and the memory at each quarter.
  private static func run(_ name: String, _ send: @escaping Send, seconds: Int) async throws {
    var sizes: [Int] = []
    var total = 0
    let start = ContinuousClock.now
    for quarter in 1...4 {
      let end = start + .seconds(Double(seconds * quarter) / 4)
      while ContinuousClock.now < end {
        try await Self.send(1, 3200, 32, send)
        total += 3200
      }
      sizes.append(try residentKiB())
    }
    let rate = Double(total) / (start.duration(to: .now) / .seconds(1))
    print(
      "\(name), 32 at once: \(Int(rate)) requests/s, resident \(sizes.map(String.init).joined(separator: ", ")) KiB"
    )
  }

  struct WrongAnswer: Error {}

  /// Microseconds of this process.
  private static var cpuTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000_000 + Double(time.tv_nsec) / 1000
  }

  private static func residentKiB() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return (fields.dropFirst().first.flatMap { Int($0) } ?? 0) * 4
  }
}
