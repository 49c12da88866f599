/// Protects what a query or a fragment reads from eviction for as long as this object lives.
///
/// A watch does the same while it lasts.
public final class GraphQLRetention: Sendable {
  private let store: CacheStore
  private let number: Int

  init(_ store: CacheStore, _ number: Int) {
    self.store = store
    self.number = number
  }

  deinit { store.release(number) }
}
