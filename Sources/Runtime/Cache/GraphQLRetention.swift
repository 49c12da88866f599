/// Prevents the eviction of all objects that a query or a fragment reads, as long as this value exists.
///
/// A watch does the same while it lasts.
///
/// ```swift
/// let retention = try cache.retain(AlbumQuery(id: "a1"))
/// await cache.collectGarbage()  // keeps the album while `retention` lives
/// ```
public final class GraphQLRetention: Sendable {
  private let store: CacheStore
  private let number: Int

  init(_ store: CacheStore, _ number: Int) {
    self.store = store
    self.number = number
  }

  deinit { store.release(number) }
}
