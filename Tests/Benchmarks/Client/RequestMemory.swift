import Apus
import ApusClient
import Foundation

/// `apus-benchmark requests-memory URL [COUNT]`: the memory of this process over 100,000 requests, half of them 16 at once.
///
/// Fails when the second half of them left more than a MiB. With another COUNT it is something for a profiler.
func runRequestMemory(_ arguments: [String]) throws {
  guard let url = arguments.first.flatMap(URL.init(string:)), url.scheme == "http" else {
    throw Failure("usage: requests-memory URL [COUNT]; Tests/Benchmarks/requests runs it")
  }
  let count = arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
  try runAndWait { try await measureRequestMemory(GraphQLClient(url: url), count) }
}

private func measureRequestMemory(_ client: GraphQLClient, _ count: Int) async throws {
  @Sendable func send(_ count: Int) async throws {
    for _ in 0..<count { _ = try await client.fetch(TableQuery(count: 1)) }
  }
  var sizes: [Int] = []
  for round in 1...10 {
    try await send(count / 20)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<16 { group.addTask { try await send(count / 320) } }
      try await group.waitForAll()
    }
    sizes.append(try residentBytes())
    print("after \(round * count / 10) requests: \(sizes[sizes.count - 1] >> 10) KiB")
  }
  if sizes[9] - sizes[4] > 1 << 20 { throw Failure("memory grows with the number of requests") }
}

/// How much memory of this process is in place, in bytes.
func residentBytes() throws -> Int {
  let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  guard fields.count > 1, let pages = Int(fields[1]) else {
    throw Failure("/proc/self/statm cannot be read")
  }
  return pages * Int(getpagesize())
}
