/// Optimistic writes that last until they are rolled back or committed.
///
/// ```swift
/// let layer = try cache.optimistic { $0.delete(GraphQLCacheKey("Album", "a1")) }
/// layer.rollBack()
/// ```
public final class GraphQLOptimisticLayer: Sendable {
  private let store: CacheStore
  let number: Int

  init(_ store: CacheStore, _ number: Int) {
    self.store = store
    self.number = number
  }

  /// Undoes the layer's writes. Writes that others made since then stay.
  public func rollBack() { store.removeLayer(number) }

  /// Makes the layer's writes permanent.
  ///
  /// - Throws: the error of the layer's closure; the layer is rolled back then.
  public func commit() throws {
    do {
      try store.commitLayer(number)
    } catch {
      rollBack()
      throw error
    }
  }
}
