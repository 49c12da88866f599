import ApusCache
import ApusCacheSQLite
import ApusClient
import ApusPlatform
import CacheFixtures
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// What the tests let other processes do.
enum Children {
  static let groups = 3
  static let items = 40

  private static func open(
    _ path: String, _ onEvent: (@Sendable (GraphQLCacheEvent) -> Void)? = nil
  ) async throws -> GraphQLCache {
    let storage = try GraphQLSQLiteStorage(url: URL(fileURLWithPath: path))
    let cache = GraphQLCache(schema: ItemsQuery.cacheSchema, storage: storage, onEvent: onEvent)
    await cache.load()
    return cache
  }

  /// The value that each group has.
  private static func values(_ cache: GraphQLCache) throws -> [Int] {
    try (0..<groups).map { group in
      guard let items = cache.read(ItemsQuery(group: group))?.items else { return -1 }
      let values = Set(items.map(\.value))
      guard values.count == 1, items.count == Children.items, let value = values.first else {
        throw Failure("group \(group) is of several commits: \(values)")
      }
      return value
    }
  }

  /// Writes group after group until it is killed, and says what is flushed.
  static func write(_ path: String) async throws {
    let cache = try await open(path)
    var value = (try values(cache).max() ?? -1) + 1
    while true {
      try cache.writeItems(group: value % groups, value: value, count: items)
      if value % 5 == 4 {
        try await cache.flush()
        report("flushed \(value)")
      } else if value % 5 == 1 {
        try await Task.sleep(for: .milliseconds(120))
      }
      value += 1
    }
  }

  /// Says what is stored, and what happens.
  static func read(_ path: String) async throws {
    let cache = try await open(path) { event in
      if case .storage(let event) = event { report("event \(event.name): \(event)") }
    }
    report("values " + (try values(cache).map(String.init).joined(separator: " ")))
    // It goes on in memory.
    try cache.writeItems(group: 9, value: 1, count: 3)
    report("memory \(cache.read(ItemsQuery(group: 9))?.items.count ?? 0)")
    do {
      try await cache.flush()
      report("flush worked")
    } catch {
      report("flush failed: \(error)")
    }
  }

  /// Writes one group to a shared file until it is killed, and says what is flushed.
  static func share(_ path: String, group: Int) async throws {
    let storage = try GraphQLSQLiteStorage(url: URL(fileURLWithPath: path), isShared: true)
    let cache = GraphQLCache(schema: ItemsQuery.cacheSchema, storage: storage) { event in
      if case .storage(let event) = event { report("event \(event.name): \(event)") }
    }
    await cache.load()
    var value = cache.read(ItemsQuery(group: group))?.items.first?.value ?? -1
    while true {
      value += 1
      try cache.writeItems(group: group, value: value, count: items)
      // On a busy machine, another process may have the lock each time.
      if (try? await cache.flush()) != nil { report("flushed \(value)") }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Follows a file until it is killed, and says what it sees.
  static func follow(_ path: String) async throws {
    let storage = try GraphQLSQLiteFollower(url: URL(fileURLWithPath: path))
    let cache = GraphQLCache(schema: ItemsQuery.cacheSchema, storage: storage) { event in
      if case .storage(let event) = event { report("event \(event.name): \(event)") }
    }
    var last: [Int] = []
    while true {
      await cache.load()
      let now = try values(cache)
      if now != last { report("sees " + now.map(String.init).joined(separator: " ")) }
      last = now
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// The same as a user who owns nothing.
  static func readAsNobody(_ path: String) async throws {
    if geteuid() == 0 {
      guard setgid(65_534) == 0, setuid(65_534) == 0 else { throw Failure("no other user") }
    }
    try await read(path)
  }

  /// Writes until files may not grow, and then goes on when they may again, or evicts everything.
  static func fill(_ path: String, _ limit: Int, thenEvict: Bool = false) async throws {
    _ = signal(SIGXFSZ, SIG_IGN)
    try await fill(path) {
      try setFileLimit(rlim_t(limit))
    } thenFree: { cache in
      if thenEvict { evictAll(cache) } else { try setFileLimit(rlim_t.max) }
    }
  }

  /// Writes until the disk is full, and then goes on when somebody has removed a file from it, or evicts everything.
  static func fillDisk(_ path: String, thenEvict: Bool = false) async throws {
    let ballast = URL(fileURLWithPath: path + ".ballast")
    try Data(count: 1_500_000).write(to: ballast)
    try await fill(path) {
    } thenFree: { cache in
      if thenEvict { evictAll(cache) } else { try FileManager.default.removeItem(at: ballast) }
    }
  }

  private static func evictAll(_ cache: GraphQLCache) {
    cache.transaction { transaction in
      for type in ["Item", "Query"] { transaction.evict(type: type) }
    }
  }

  private static func fill(
    _ path: String, afterLimiting limit: () throws -> Void, thenFree free: (GraphQLCache) throws -> Void
  ) async throws {
    let failures = Locked(0)
    let cache = try await open(path) { event in
      if case .storage(.failed(let error)) = event {
        failures.withLock { $0 += 1 }
        report("event failed: \(error)")
      }
    }
    try limit()
    var error: (any Error)?
    var value = 0
    while error == nil, value < 1000 {
      try cache.writeItems(group: value, value: value, count: 200)
      do { try await cache.flush() } catch let failure { error = failure }
      value += 1
    }
    guard error != nil, failures.withLock({ $0 }) == 1 else { throw Failure("nothing failed") }
    for group in 0..<value where cache.read(ItemsQuery(group: group))?.items.count != 200 {
      throw Failure("group \(group) is not in memory")
    }
    try free(cache)
    try await cache.flush()
    report("stored \(value)")
  }

  private static func setFileLimit(_ limit: rlim_t) throws {
    var limits = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
      let resource = RLIMIT_FSIZE
    #endif
    guard getrlimit(resource, &limits) == 0 else { throw Failure("no limit can be read") }
    limits.rlim_cur = min(limit, limits.rlim_max)
    guard setrlimit(resource, &limits) == 0 else { throw Failure("no limit can be set") }
  }

  /// How many of the first groups are stored.
  static func count(_ path: String, _ groups: Int) async throws {
    let cache = try await open(path)
    report("complete \((0..<groups).count { cache.read(ItemsQuery(group: $0))?.items.count == 200 })")
  }
}

/// Writes a line at once.
func report(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
