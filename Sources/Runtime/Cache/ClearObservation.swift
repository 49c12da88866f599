/// Calls a closure whenever a cache is cleared, for what shows data that the cache does not store. It ends when it is released.
package final class ClearObservation: Sendable {
  /// The cache that is observed.
  package let cache: GraphQLCache
  private let number: Int

  /// - Parameters:
  ///   - cache: the cache.
  ///   - onClear: called on any thread once the cache is empty and its generation is another.
  package init(_ cache: GraphQLCache, _ onClear: @escaping @Sendable () -> Void) {
    self.cache = cache
    number = cache.store.clearObservers.add(onClear)
  }

  deinit { cache.store.clearObservers.remove(number) }
}
