/// Keeps what a query or a fragment reads in the cache, for as long as this object lives.
///
/// Who watches retains as well.
public final class GraphQLRetention: Sendable {
  private let store: CacheStore
  private let number: Int

  init(_ store: CacheStore, _ number: Int) {
    self.store = store
    self.number = number
  }

  deinit { store.release(number) }
}
