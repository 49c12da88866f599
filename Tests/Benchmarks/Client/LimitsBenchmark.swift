import Apus
import ApusClient
import ApusPlatform
import Foundation

/// `apus-benchmark limits [--rounds N]`: what a request costs in the client with a timeout and with a token, and an event with a limit of
/// silence, next to one without.
///
/// The transport answers at once and does nothing else, so that what is measured is the client alone. The sides take turns, a round each.
func runLimitsBenchmark(_ arguments: [String]) throws {
  let rounds = arguments.first == "--rounds" ? arguments.last.flatMap { Int($0) } : nil
  try runAndWait { try await LimitsBenchmark(rounds: rounds ?? 15).run() }
}

private struct LimitsBenchmark: Sendable {
  /// Answers a query, and brings events without an end. Its body can be ended from elsewhere, as those of real transports.
  private struct InstantTransport: GraphQLStreamingTransport {
    var endsAttempts = false
    static let answer = Data(#"{"data":{"table":[]}}"#.utf8)
    static let event = Data("event: next\ndata: {\"data\":{\"table\":[]}}\n\n".utf8)

    func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
      GraphQLHTTPResponse(status: 200, body: Self.answer)
    }

    func stream(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPStream {
      let isOver = Locked(false)
      return GraphQLHTTPStream(
        status: 200, headers: ["Content-Type": "text/event-stream"],
        next: { isOver.withLock { $0 } ? nil : Self.event },
        end: { isOver.withLock { $0 = true } })
    }
  }

  private struct TableSubscription: GraphQLSubscription {
    static let operationName = "Table"
    static let operationDocument = "subscription Table{table(count:1){id}}"
    static let operationID = "1"
    typealias Data = TableQuery.Data

    init() {}
    init(_reading reader: inout GraphQLReader) throws {}
    func _write(to writer: inout GraphQLWriter) {}
  }

  /// Something that is repeated, and its name.
  private typealias Side = (name: String, run: @Sendable (_ count: Int) async throws -> Void)

  private static let count = 20_000
  let rounds: Int

  func run() async throws {
    guard let url = URL(string: "http://127.0.0.1/graphql") else { return }
    func requests(
      _ timeout: Duration?, endsAttempts: Bool = false, _ interceptors: [any GraphQLInterceptor] = []
    ) -> @Sendable (Int) async throws -> Void {
      let client = GraphQLClient(
        url: url, transport: InstantTransport(endsAttempts: endsAttempts), timeout: timeout,
        interceptors: interceptors)
      return { count in for _ in 0..<count { _ = try await client.fetch(TableQuery(count: 1)) } }
    }
    func events(_ maximumSilence: Duration?) -> @Sendable (Int) async throws -> Void {
      var client = GraphQLClient(url: url, transport: InstantTransport())
      client.subscriptions = GraphQLHTTPSubscriptionTransport(.eventStream, maximumSilence: maximumSilence)
      return { [client] count in
        var left = count
        for try await _ in client.subscribe(to: TableSubscription()) {
          left -= 1
          if left == 0 { break }
        }
      }
    }
    let token = GraphQLAuthenticationInterceptor(current: { "token" }, refresh: { $0 + "+" })
    let later = GraphQLAuthenticationInterceptor(current: { () async in "token" }, refresh: { $0 + "+" })
    try await compare([
      ("a request", requests(nil)), ("  with a timeout", requests(.seconds(60))),
      ("  with a timeout and a token", requests(.seconds(60), [token])),
      ("  that the transport keeps", requests(.seconds(60), endsAttempts: true)),
      ("  that it keeps, and a token", requests(.seconds(60), endsAttempts: true, [token])),
      ("  and an async closure for it", requests(.seconds(60), endsAttempts: true, [later])),
    ])
    try await compare([
      ("an event", events(nil)), ("  with a limit of silence", events(.seconds(90))),
    ])
  }

  /// Prints medians, and how many times the first one the others are.
  private func compare(_ sides: [Side]) async throws {
    var times = sides.map { _ in [Double]() }
    for side in sides { try await side.run(Self.count) }
    for _ in 0..<rounds {
      for index in sides.indices {
        let start = Measurement.cpuTime
        try await sides[index].run(Self.count)
        times[index].append((Measurement.cpuTime - start) * 1000 / Double(Self.count))
      }
    }
    let medians = times.map { $0.sorted()[rounds / 2] }
    for (side, median) in zip(sides, medians) {
      print(
        side.name.padding(toLength: 34, withPad: " ", startingAt: 0)
          + String(format: "%8.2f µs CPU %8.2fx", median, median / medians[0]))
    }
  }
}
