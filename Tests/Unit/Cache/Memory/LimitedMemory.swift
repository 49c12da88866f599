import Apus
import Foundation

@testable import ApusCache
import class CacheFixtures.RowStorage

/// Stores whose records leave the memory.
enum LimitedMemory {
  /// A store with at most `limit` bytes in memory and the rest in a storage; without a limit it has no storage.
  static func store(
    _ schemas: [GraphQLCacheSchema], _ limit: Int?, _ configuration: GraphQLCacheConfiguration? = nil,
    storage: (any GraphQLCacheStorage)? = nil,
    onEvent: @escaping @Sendable (GraphQLCacheEvent) -> Void = { _ in }
  ) async -> CacheStore {
    var configuration = configuration ?? GraphQLCacheConfiguration()
    configuration.memoryLimit = limit
    let storage = limit == nil ? nil : storage ?? RowStorage()
    let store = CacheStore(TypeTable(schemas), configuration, storage, onEvent: onEvent)
    await store.session?.load()
    return store
  }
}

extension CacheStore {
  /// How many bytes of records are in memory, and on disk alone.
  var bytes: (memory: Int, disk: Int) {
    readers.lock()
    defer { readers.unlock() }
    return (table.memoryByteCount, table.disk?.byteCount ?? 0)
  }
}
