import Apus
import ApusCache
import ApusClient
import ApusPlatform
import ApusSwiftUI
import Foundation
import Observation

/// `apus-benchmark cache-rows [--rounds N]`: one of 1,000 objects changes, under a list whose rows read a fragment each, and under a list that
/// reads its query. CPU time from the change until the models have it, and how many of them were woken.
func runRowsBenchmark(_ arguments: [String]) throws {
  var rounds = 101
  if arguments.count == 2, arguments[0] == "--rounds" { rounds = Int(arguments[1]) ?? rounds }
  guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else {
    throw Failure("models are observed from macOS 14 on")
  }
  let (count, end) = (max(1, rounds), Locked<Result<Void, any Error>?>(nil))
  Task { @MainActor in
    do {
      try await RowsBenchmark(rounds: count).run()
      end.withLock { $0 = .success(()) }
    } catch {
      end.withLock { $0 = .failure(error) }
    }
  }
  // The models are the main actor's.
  while true {
    if let result = end.withLock({ $0 }) { return try result.get() }
    _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor private struct RowsBenchmark {
  private static let size = 1000
  private let rounds: Int
  private let query = ShelfQuery(group: 0)
  private let woken = Locked(0)

  init(rounds: Int) { self.rounds = rounds }

  func run() async throws {
    let byFragment = try await rows()
    let byQuery = try await list()
    // Otherwise `rows` has thrown.
    print(byFragment.line + "   1 row woken by a change")
    print(
      byQuery.line
        + String(format: "   %.1f times as much, all rows in one value", byQuery.median / byFragment.median))
  }

  private func client() throws -> (GraphQLClient, GraphQLCache) {
    let cache = GraphQLCache(schema: ShelfQuery.cacheSchema)
    let items = (0..<Self.size).map { index in
      "{\"id\":\"\(index)\",\"title\":\"The title of item \(index)\",\"count\":0,\"isNew\":true,\"___\":\"Item\"}"
    }
    let json = Data("{\"data\":{\"items\":[\(items.joined(separator: ","))]}}".utf8)
    try cache.write(response: json, to: query)
    return (GraphQLClient(url: URL(fileURLWithPath: "/"), cache: cache), cache)
  }

  /// A thousand rows, each of which reads its own object.
  private func rows() async throws -> Measurement {
    let (client, cache) = try client()
    let rows = (0..<Self.size).map { index in
      let row = GraphQLFragmentWatcher(
        ShelfQuery.Data.Item.self, key: GraphQLCacheKey("Item", "\(index)").description, variables: [:])
      row.use(client, whileMakingView: false)
      return row
    }
    guard rows.allSatisfy({ $0.value?.count == 0 }) else { throw Failure("a row has nothing to show") }
    woken.withLock { $0 = 0 }
    for row in rows { observe { _ = row.value } }
    var measurement = Measurement("a row of \(Self.size) by fragment", byteCount: 0)
    for round in 1...rounds {
      let index = round * 7 % Self.size
      measurement.add(try await change(index, to: round, cache) { _ = rows[index].value })
      guard rows[index].value?.count == round else {
        throw Failure("row \(index) does not show round \(round)")
      }
      observe { _ = rows[index].value }
    }
    let count = woken.withLock { $0 }
    guard count == rounds else { throw Failure("\(count) rows were woken by \(rounds) changes") }
    return measurement
  }

  /// A list that reads all its rows by one query.
  private func list() async throws -> Measurement {
    let (client, cache) = try client()
    let list = GraphQLWatcher(query, client: client)
    guard list.state.data?.items.count == Self.size else { throw Failure("the list has nothing to show") }
    var measurement = Measurement("a list of \(Self.size) by query", byteCount: 0)
    for round in 1...rounds {
      let index = round * 7 % Self.size
      measurement.add(try await change(index, to: round, cache) { _ = list.state })
      guard list.state.data?.items[index].count == round else {
        throw Failure("the list does not show round \(round)")
      }
    }
    return measurement
  }

  /// Counts when what is read changes.
  private func observe(_ read: () -> Void) {
    withObservationTracking(read) { [woken] in woken.withLock { $0 += 1 } }
  }

  /// Changes one object, waits until what is read has changed, and says how much CPU time that took.
  private func change(
    _ index: Int, to count: Int, _ cache: GraphQLCache, _ read: () -> Void
  ) async throws -> Double {
    let start = Measurement.cpuTime
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let waiting = Locked<CheckedContinuation<Void, any Error>?>(continuation)
      withObservationTracking(read) { waiting.withLock { $0.take() }?.resume() }
      do {
        try cache.transaction { transaction in
          _ = try transaction.update(ShelfQuery.Data.Item.self, GraphQLCacheKey("Item", "\(index)")) {
            $0.count = count
          }
        }
      } catch {
        waiting.withLock { $0.take() }?.resume(throwing: error)
      }
    }
    return Measurement.cpuTime - start
  }
}
