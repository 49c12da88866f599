/// Changes that hold until they are taken back, or made to last.
public final class GraphQLOptimisticLayer: Sendable {
  private let store: CacheStore
  let number: Int

  init(_ store: CacheStore, _ number: Int) {
    self.store = store
    self.number = number
  }

  /// Takes the changes back. What others wrote since stays.
  public func rollBack() { store.removeLayer(number) }

  /// Makes the changes last.
  ///
  /// - Throws: what the layer's closure throws; the changes are taken back then.
  public func commit() throws {
    do {
      try store.commitLayer(number)
    } catch {
      rollBack()
      throw error
    }
  }
}
