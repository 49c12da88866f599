import Apus
import ApusClient
import ApusInspector
import Foundation

/// `apus-benchmark inspector [--rounds N]`: what a request costs in the client with an inspector, next to one without.
///
/// The transport answers at once and does nothing else, so that what is measured is the client alone: a request over a network takes a hundred times
/// as long. The sides take turns, a round each.
func runInspectorBenchmark(_ arguments: [String]) throws {
  let rounds = arguments.first == "--rounds" ? arguments.last.flatMap { Int($0) } : nil
  try runAndWait { try await InspectorBenchmark(rounds: rounds ?? 15).run() }
}

private struct InspectorBenchmark: Sendable {
  private struct InstantTransport: GraphQLTransport {
    let response: Data

    init(rows: Int) {
      let row = #"{"id":"1","index":1,"name":"A name of some length","score":1.5,"active":true,"note":null}"#
      let table = Array(repeating: row, count: rows).joined(separator: ",")
      response = Data(#"{"data":{"table":[\#(table)]}}"#.utf8)
    }

    func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
      GraphQLHTTPResponse(status: 200, body: response)
    }
  }

  let rounds: Int

  func run() async throws {
    guard let url = URL(string: "http://127.0.0.1/graphql") else { return }
    for (rows, count) in [(1, 20_000), (100, 2_000), (1000, 200)] {
      let plain = GraphQLClient(url: url, transport: InstantTransport(rows: rows))
      let inspected = GraphQLClient(url: url, transport: InstantTransport(rows: rows))
      let inspector = GraphQLInspector(inspected)
      var times = [[Double](), []]
      for round in 0...rounds {
        for (side, client) in [plain, inspected].enumerated() {
          let start = Measurement.cpuTime
          for _ in 0..<count { _ = try await client.fetch(TableQuery(count: rows)) }
          let time = (Measurement.cpuTime - start) * 1000 / Double(count)
          // The first round fills caches.
          if round > 0 { times[side].append(time) }
        }
      }
      let medians = times.map { $0.sorted()[rounds / 2] }
      inspector.close()
      print(
        "\(rows) rows: ".padding(toLength: 12, withPad: " ", startingAt: 0)
          + String(
            format: "%8.2f µs CPU without, %8.2f with an inspector, %5.2fx", medians[0], medians[1],
            medians[1] / medians[0]))
    }
  }
}
