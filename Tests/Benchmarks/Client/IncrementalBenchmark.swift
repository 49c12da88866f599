import Apus
import ApusClient
import ApusPlatform
import Foundation

/// `apus-benchmark incremental [--rounds N]`: a response of 1,000 rows that comes in 1 to 64 parts, each state decoded, beside the same
/// response as a whole. Then responses of 1,000 to 64,000 parts of one row, read by `fetch` and by `responses(for:)`, which must cost as many
/// times more as there are parts more.
///
/// The transport answers from memory, so that what is measured is the client alone. All sides take turns, a round each.
func runIncrementalBenchmark(_ arguments: [String]) throws {
  let rounds = arguments.first == "--rounds" ? arguments.last.flatMap { Int($0) } : nil
  let ended = DispatchSemaphore(value: 0)
  let failure = Locked<(any Error)?>(nil)
  Task.detached {
    do {
      try await IncrementalBenchmark(rounds: rounds ?? 9).run()
    } catch {
      failure.withLock { $0 = error }
    }
    ended.signal()
  }
  ended.wait()
  if let error = failure.withLock({ $0 }) { throw error }
}

private struct IncrementalBenchmark: Sendable {
  private static let rowCount = 1_000
  private static let partCounts = [1, 4, 16, 64]
  let rounds: Int

  func run() async throws {
    var whole: [Double] = []
    var inParts = Self.partCounts.map { _ in [Double]() }
    for _ in 0..<rounds {
      whole.append(try await cpuTime(parts: 0))
      for (index, count) in Self.partCounts.enumerated() {
        inParts[index].append(try await cpuTime(parts: count))
      }
    }
    let base = whole.sorted()[rounds / 2]
    print(String(format: "1,000 rows as a whole                %10.3f ms CPU", base))
    for (count, times) in zip(Self.partCounts, inParts) {
      let time = times.sorted()[rounds / 2]
      print(
        String(
          format: "  in the first payload and %2d parts   %10.3f ms CPU %9.2fx CPU, %5.2fx a state", count,
          time,
          time / base, time / base / Double(count + 1)))
    }
    try await runGrowth()
  }

  /// Parts of one row each: twice as many parts must cost twice as much, whichever way they are read.
  private func runGrowth() async throws {
    var first: (fetch: Double, states: Double)?
    for count in [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000] {
      let server = Server(parts: count, rows: count)
      var (fetch, states): ([Double], [Double]) = ([], [])
      for _ in 0..<3 {
        fetch.append(try await cpuTime(server, rows: count, inStates: false))
        states.append(try await cpuTime(server, rows: count))
      }
      let times = (fetch: fetch.sorted()[1], states: states.sorted()[1])
      let base = first ?? times
      first = base
      print(
        String(
          format: "%6d parts of a row: fetch %10.3f ms CPU %7.2fx, responses(for:) %10.3f ms CPU %7.2fx",
          count,
          times.fetch, times.fetch / base.fetch, times.states, times.states / base.states))
    }
  }

  /// Milliseconds of this process for one operation, every state decoded.
  private func cpuTime(parts: Int) async throws -> Double {
    try await cpuTime(Server(parts: parts, rows: Self.rowCount), rows: Self.rowCount)
  }

  private func cpuTime(_ server: Server, rows wanted: Int, inStates: Bool = true) async throws -> Double {
    guard let url = URL(string: "http://127.0.0.1/graphql") else { return 0 }
    let client = GraphQLClient(url: url, transport: server)
    let start = Measurement.cpuTime
    var rows = 0
    if inStates {
      for try await state in client.responses(for: StreamedTableQuery()) {
        rows = state.data?.table.count ?? 0
      }
    } else {
      rows = try await client.fetch(StreamedTableQuery()).table.count
    }
    let time = Measurement.cpuTime - start
    precondition(rows == wanted, "rows are missing")
    return time
  }

  /// Answers with rows, those of a part behind one another.
  private struct Server: GraphQLTransport {
    let answer: GraphQLHTTPResponse

    init(parts: Int, rows rowCount: Int) {
      let rows = (0..<rowCount).map { index in
        #"{"id":"\#(index)","index":\#(index),"name":"row \#(index)","score":0.5,"active":true,"note":null}"#
      }
      if parts == 0 {
        let body = #"{"data":{"table":[\#(rows.joined(separator: ","))]}}"#
        answer = GraphQLHTTPResponse(
          status: 200, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
        return
      }
      var payloads = [#"{"data":{"table":[]},"hasNext":true}"#]
      for part in 0..<parts {
        let start = rowCount * part / parts
        let items = rows[start..<(rowCount * (part + 1) / parts)].joined(separator: ",")
        payloads.append(
          #"{"incremental":[{"path":["table",\#(start)],"items":[\#(items)]}],"hasNext":\#(part + 1 < parts)}"#
        )
      }
      let body = payloads.map { "\r\n---\r\nContent-Type: application/json\r\n\r\n" + $0 }.joined()
      answer = GraphQLHTTPResponse(
        status: 200, headers: ["Content-Type": "multipart/mixed;boundary=\"-\""],
        body: Data((body + "\r\n-----\r\n").utf8))
    }

    func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse { answer }
  }
}

/// `query Table { table @stream { … } }`
private struct StreamedTableQuery: GraphQLQuery {
  static let operationName = "Table"
  static let operationDocument = "query Table{table@stream{id index name score active note}}"
  static let operationID = ""
  static let isIncremental = true
  typealias Data = TableQuery.Data

  init() {}
  init(_reading reader: inout GraphQLReader) throws {}
  func _write(to writer: inout GraphQLWriter) {}
}
