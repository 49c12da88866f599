import ApusCache
import ApusCacheSQLite
import ApusClient
import ApusPlatform
import ApusOfflineMutations
import CacheFixtures
import Foundation

/// A cache and a queue on a disk that becomes full: `apus-cache-child full-disk FOLDER store|use`.
struct FullDisk {
  private static let count = 40
  private let folder: URL

  init(_ folder: String) { self.folder = URL(fileURLWithPath: folder) }

  private var cacheFile: URL { folder.appendingPathComponent("account.cache") }
  private var queueFile: URL { folder.appendingPathComponent("account.queue") }

  private func openCache() async throws -> GraphQLCache {
    let cache = GraphQLCache(
      schema: ItemsQuery.cacheSchema, storage: try GraphQLSQLiteStorage(url: cacheFile)
    ) { event in
      if case .storage(let event) = event { report("cache \(event.name)") }
    }
    await cache.load()
    return cache
  }

  private func openQueue(_ cache: GraphQLCache) async throws -> GraphQLMutationQueue {
    guard let url = URL(string: "http://127.0.0.1:9/graphql") else { throw Failure("no URL") }
    return try await GraphQLMutationQueue(
      GraphQLClient(url: url, cache: cache), storage: GraphQLSQLiteStorage(url: queueFile),
      identity: "ada",
      handlers: [GraphQLMutationHandler(AddNoteMutation.self, key: .none, creates: { $0.note.id })],
      configuration: .init(connectivity: GraphQLConnectivity(isOnline: false))
    ) { event in report("queue \(Mirror(reflecting: event).children.first?.label ?? "")") }
  }

  /// Stores two groups, the second only in the write-ahead log, and a mutation. Ends as if it was killed.
  func store() async throws {
    let cache = try await openCache()
    try cache.writeItems(group: 0, value: 7, count: Self.count)
    try await cache.flush()
    let queue = try await openQueue(cache)
    try await queue.enqueue(AddNoteMutation(text: "kept"))
    try cache.writeItems(group: 1, value: 8, count: Self.count)
    // The log has bytes before the commit is whole, so another cache must see it.
    let other = GraphQLCache(
      schema: ItemsQuery.cacheSchema, storage: try GraphQLSQLiteFollower(url: cacheFile))
    while other.read(ItemsQuery(group: 1)) == nil {
      try await Task.sleep(for: .milliseconds(10))
      await other.load()
    }
    report("stored")
    exit(0)
  }

  /// Opens both without space, then with it.
  func use() async throws {
    let cache = try await openCache()
    report("groups \((0...1).map { cache.read(ItemsQuery(group: $0))?.items.first?.value ?? -1 })")
    try cache.writeItems(group: 2, value: 9, count: 400)
    report("flush \(await Self.failure { try await cache.flush() })")
    let queue = try await openQueue(cache)
    report("mutations \(await queue.mutations.count)")
    let text = String(repeating: "new ", count: 5000)
    report("enqueue \(await Self.failure { try await queue.enqueue(AddNoteMutation(text: text)) })")
    report("mutations \(await queue.mutations.count)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    // An attempt to make it may leave a few bytes.
    let hasSharedMemory = try files.filter { $0.hasSuffix("-shm") }.contains { name in
      try Data(contentsOf: folder.appendingPathComponent(name)).count >= 32_768
    }
    report("shared memory \(hasSharedMemory)")
    for name in files where name.hasPrefix("ballast") {
      try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
    report("flush \(await Self.failure { try await cache.flush() })")
    report("enqueue \(await Self.failure { try await queue.enqueue(AddNoteMutation(text: text)) })")
    await queue.close()
    let again = try await openQueue(cache)
    report("mutations \(await again.mutations.count)")
    report("groups \((0...2).map { cache.read(ItemsQuery(group: $0))?.items.first?.value ?? -1 })")
  }

  private static func failure(_ body: () async throws -> Void) async -> String {
    do {
      try await body()
      return "worked"
    } catch {
      return "\(error)".contains("full") || "\(error)".contains("No space") ? "full" : "\(error)"
    }
  }

  static func run(_ folder: String, _ word: String) async throws {
    switch word {
    case "store": try await FullDisk(folder).store()
    case "use": try await FullDisk(folder).use()
    default: throw Failure("full-disk FOLDER store|use")
    }
  }
}
