import ApusCache
import ApusCacheSQLite
import ApusClient
import ApusPlatform
import CacheFixtures
import Foundation

/// Changes a database and its log by chance, and opens them: what is read is what was written, or missing, and the cache lasts again.
struct FileFuzzer {
  var inputs: Int
  var seed: UInt64
  var folder: URL

  /// Each input waits for the threads of two caches: meanwhile the other lanes go on.
  private static let lanes = 3

  func run() async throws {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (files, expected) = try await seedFiles()
    let complete = Locked(0)
    let events = Locked<[String: Int]>([:])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<FileFuzzer.lanes {
        group.addTask {
          var random = Random(seed &+ UInt64(lane) &* 0x1_0000_0001)
          let url = folder.appendingPathComponent("case\(lane).cache")
          for input in stride(from: lane, to: inputs, by: FileFuzzer.lanes) {
            try damage(files, at: url, &random)
            let found = try await use(url, input, expected, events)
            complete.withLock { $0 += found }
          }
        }
      }
      try await group.waitForAll()
    }
    try? FileManager.default.removeItem(at: folder)
    let counts = events.withLock { $0 }.sorted(by: <).map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    let reads = complete.withLock { $0 }
    print("\(inputs) inputs for files: \(reads) reads were complete, none was wrong (\(counts))")
  }

  private func damage(_ files: [(String, [UInt8])], at url: URL, _ random: inout Random) throws {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: url.path + suffix)
    }
    // Now and then it is the log that is damaged.
    let damagesLog = random.below(4) == 0
    for (suffix, var bytes) in files {
      if damagesLog == (suffix == "-wal") { for _ in 0...random.below(6) { random.mutate(&bytes) } }
      try Data(bytes).write(to: URL(fileURLWithPath: url.path + suffix))
    }
    try Data().write(to: URL(fileURLWithPath: url.path + ".apus-lock"))
  }

  /// Opens what is damaged, writes, and opens it again.
  ///
  /// - Returns: how many reads were complete.
  private func use(
    _ url: URL, _ input: Int, _ expected: [Int: [ItemsQuery.Data]], _ events: Locked<[String: Int]>
  ) async throws -> Int {
    var complete = 0
    do {
      let cache = GraphQLCache(schema: ItemsQuery.cacheSchema, storage: try GraphQLSQLiteStorage(url: url)) {
        event in
        if case .storage(let event) = event {
          events.withLock { $0[event.name, default: 0] += 1 }
        }
      }
      await cache.load()
      for (group, data) in expected {
        guard let read = cache.read(ItemsQuery(group: group)) else { continue }
        complete += 1
        if !data.contains(read) { throw Failure("input \(input): group \(group) reads \(read)") }
      }
      try cache.writeItems(group: 7, value: input, count: 5)
      try await cache.flush()
    }
    let later = Locked<[String]>([])
    let again = GraphQLCache(schema: ItemsQuery.cacheSchema, storage: try GraphQLSQLiteStorage(url: url)) {
      event in
      later.withLock { $0.append("\(event)") }
    }
    await again.load()
    guard again.read(ItemsQuery(group: 7))?.items.map(\.value) == Array(repeating: input, count: 5) else {
      throw Failure("input \(input): what was flushed afterwards is not there \(later.withLock { $0 })")
    }
    return complete
  }

  /// A database with a log, and what groups may say: what the file has, or the log.
  private func seedFiles() async throws -> ([(String, [UInt8])], [Int: [ItemsQuery.Data]]) {
    let url = folder.appendingPathComponent("seed.cache")
    let cache = GraphQLCache(schema: ItemsQuery.cacheSchema, storage: try GraphQLSQLiteStorage(url: url))
    var expected: [Int: [ItemsQuery.Data]] = [:]
    for value in [100, 200] {
      // Few objects: most of the time goes into rows that are whole, and each page is hit more often.
      for group in 0..<3 {
        try cache.writeItems(group: group, value: value + group, count: 10)
        if let data = cache.read(ItemsQuery(group: group)) { expected[group, default: []].append(data) }
      }
      if value == 100 { try await cache.flush() } else { try await Task.sleep(for: .milliseconds(600)) }
    }
    let files = try ["", "-wal"].map { suffix in
      (suffix, Array(try Data(contentsOf: URL(fileURLWithPath: url.path + suffix))))
    }
    guard files.allSatisfy({ !$0.1.isEmpty }) else { throw Failure("the seed has no log") }
    return (files, expected)
  }
}
