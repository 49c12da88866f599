import Apus
import ApusCache
import ApusCacheSQLite
import ApusClient
import Foundation

/// `apus-benchmark cache-growth [--largest N]`: a cache of 12,000 entities, of ten times and of a hundred times as many, in memory and on disk.
///
/// A row is what each step costs. Where a step touches one query, it should cost the same however large the cache is; where it has to touch
/// everything, it grows with the cache. The last rows say by how much each grew.
func runCacheGrowth(_ arguments: [String]) throws {
  var largest = 100
  if arguments.count == 2, arguments[0] == "--largest" { largest = Int(arguments[1]) ?? largest }
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  var all: [[CacheGrowth]] = []
  for factor in [1, 10, 100] where factor <= largest {
    var rows = [CacheGrowth(factor, nil)]
    rows.append(CacheGrowth(factor, folder.appendingPathComponent("\(factor).cache")))
    for index in rows.indices {
      try rows[index].run()
      print(rows[index].text)
    }
    all.append(rows)
  }
  guard let first = all.first, let last = all.last, all.count > 1 else { return }
  for (one, other) in zip(first, last) { print(other.growth(since: one)) }
}

private struct CacheGrowth {
  private static let groups = 120
  private let factor: Int
  private let file: URL?
  private var steps: [(name: String, milliseconds: Double)] = []

  init(_ factor: Int, _ file: URL?) {
    self.factor = factor
    self.file = file
  }

  private var count: Int { factor * CacheGrowth.groups }
  private var title: String { "\(count * ShelfQuery.size) entities \(file == nil ? "in memory" : "on disk")" }

  var text: String {
    let lines = steps.map { step in
      "  " + step.name.padding(toLength: 44, withPad: " ", startingAt: 0)
        + String(format: "%10.3f ms", step.milliseconds)
    }
    return ([title] + lines).joined(separator: "\n")
  }

  func growth(since first: CacheGrowth) -> String {
    let lines = zip(first.steps, steps).map { one, other in
      "  " + one.name.padding(toLength: 44, withPad: " ", startingAt: 0)
        + String(format: "%10.1f times", other.milliseconds / max(one.milliseconds, 0.000_1))
    }
    return (["\(title), beside the smallest"] + lines).joined(separator: "\n")
  }

  private func open() throws -> GraphQLCache {
    GraphQLCache(
      schema: ShelfQuery.cacheSchema, storage: try file.map { try GraphQLSQLiteStorage(url: $0) },
      configuration: GraphQLCacheConfiguration(sizeLimit: nil))
  }

  mutating func run() throws {
    try fill()
    guard let file else { return }
    // Until the cache that was let go of is closed.
    while FileManager.default.fileExists(atPath: file.path + "-wal") { Thread.sleep(forTimeInterval: 0.01) }
    let (start, opened) = (ContinuousClock.now, try open())
    try waitFor { await opened.load() }
    steps.append(("open", CacheGrowth.milliseconds(since: start)))
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
    print("the file has \(size / 1_000_000) MB")
    guard opened.read(ShelfQuery(group: count - 1)) != nil else {
      throw GrowthFailure.text("the last query is not there")
    }
  }

  /// What memory and disk have in common.
  private mutating func fill() throws {
    let cache = try open()
    var start = ContinuousClock.now
    for group in 0..<count { try cache.write(group: group, value: 0) }
    steps.append(("write everything, decoding included", CacheGrowth.milliseconds(since: start)))
    if file != nil {
      start = ContinuousClock.now
      try waitFor { try await cache.flush() }
      steps.append(("flush what was not written meanwhile", CacheGrowth.milliseconds(since: start)))
    }
    try note("write one query, decoding included") { try cache.write(group: 1, value: $0) }
    let middle = count / 2
    try note("read one query") { _ in
      guard cache.read(ShelfQuery(group: middle)) != nil else {
        throw GrowthFailure.text("a query is not there")
      }
    }
    let watches = (0..<100).map { cache.watch(ShelfQuery(group: $0)).makeAsyncIterator() }
    for watch in watches { watch.begin() }
    try note("write what 1 of 100 watches") { try cache.write(group: 7, value: $0) }
    try note("collect garbage", rounds: 5) { _ in try waitFor { await cache.collectGarbage() } }
    if file != nil {
      try note("flush after one query changed", rounds: 9) { round in
        try cache.write(group: 3, value: round)
        try waitFor { try await cache.flush() }
      }
    }
    guard watches.count == 100 else { throw GrowthFailure.text("watches are missing") }
  }

  private mutating func note(_ name: String, rounds: Int = 31, _ step: (Int) throws -> Void) throws {
    var times: [Double] = []
    for round in 0..<rounds {
      let start = ContinuousClock.now
      try step(round + 1)
      times.append(CacheGrowth.milliseconds(since: start))
    }
    steps.append((name, times.sorted()[rounds / 2]))
  }

  private static func milliseconds(since start: ContinuousClock.Instant) -> Double {
    let time = (ContinuousClock.now - start).components
    return Double(time.seconds) * 1000 + Double(time.attoseconds) / 1e15
  }
}

private enum GrowthFailure: Error { case text(String) }
