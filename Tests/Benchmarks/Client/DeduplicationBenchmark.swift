import Apus
import ApusClient
import ApusPlatform
import Foundation

/// `apus-benchmark deduplication [--rounds N]`: 4,000 distinct queries in flight, with and without `GraphQLDeduplicationInterceptor`.
///
/// The transport answers after 0.3 seconds and does nothing else, so that what is measured is the client alone. Both sides take
/// turns, a round each.
func runDeduplicationBenchmark(_ arguments: [String]) throws {
  let rounds = arguments.first == "--rounds" ? arguments.last.flatMap { Int($0) } : nil
  let ended = DispatchSemaphore(value: 0)
  let failure = Locked<(any Error)?>(nil)
  Task.detached {
    do {
      try await DeduplicationBenchmark(rounds: rounds ?? 9).run()
    } catch {
      failure.withLock { $0 = error }
    }
    ended.signal()
  }
  ended.wait()
  if let error = failure.withLock({ $0 }) { throw error }
}

private struct DeduplicationBenchmark: Sendable {
  private struct SlowTransport: GraphQLTransport {
    func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
      try await Task.sleep(for: .milliseconds(300))
      return GraphQLHTTPResponse(status: 200, body: Data(#"{"data":{"table":[]}}"#.utf8))
    }
  }

  private static let queries = 4000
  let rounds: Int

  func run() async throws {
    var plain: [Double] = []
    var shared: [Double] = []
    _ = try await cpuTime([])
    for _ in 0..<rounds {
      plain.append(try await cpuTime([]))
      shared.append(try await cpuTime([GraphQLDeduplicationInterceptor()]))
    }
    let (without, with) = (plain.sorted()[rounds / 2], shared.sorted()[rounds / 2])
    print(
      String(
        format: "4,000 distinct queries in flight     %10.3f ms CPU each", without / Double(Self.queries)))
    print(
      String(
        format: "  with GraphQLDeduplicationInterceptor      %10.3f ms CPU each %9.2fx CPU",
        with / Double(Self.queries),
        with / without))
  }

  /// Milliseconds of this process for all queries.
  private func cpuTime(_ interceptors: [any GraphQLInterceptor]) async throws -> Double {
    guard let url = URL(string: "http://127.0.0.1/graphql") else { return 0 }
    let client = GraphQLClient(url: url, transport: SlowTransport(), interceptors: interceptors)
    let start = Measurement.cpuTime
    try await withThrowingTaskGroup(of: Void.self) { group in
      for count in 0..<Self.queries { group.addTask { _ = try await client.fetch(TableQuery(count: count)) } }
      try await group.waitForAll()
    }
    return Measurement.cpuTime - start
  }
}
