package import Apus
package import ApusClient

/// Functions for a queue of mutations, in addition to the public ones.
extension GraphQLCache {
  /// Adds an optimistic layer above all others; in a transaction, it runs when that commits.
  ///
  /// - Parameter name: the name of the mutation, for those who inspect the cache.
  /// - Throws: the error of `body` in its first run; no layer is added then. In a transaction, that is an event.
  package func addLayer(
    named name: String,
    _ body: @escaping @Sendable (borrowing GraphQLCacheTransaction) throws -> Void
  ) throws -> Int {
    try store.addLayer(named: name) { try body(GraphQLCacheTransaction($0)) }
  }

  /// Removes layers with one commit.
  package func removeLayers(_ numbers: some Sequence<Int>) {
    store.transaction { _ in for number in numbers { store.removeLayer(number) } }
  }

  /// Runs layers again, because values that their closures captured have changed.
  package func runLayersAgain(_ numbers: Set<Int>) { store.transaction { _ in store.runAgain(numbers) } }

  /// The number of an operation's root fields, not counting `__typename`; nil if its document cannot be read.
  package func rootFieldCount(of operation: some GraphQLOperation) -> Int? {
    try? store.rootFieldCount(PlanSource(operation))
  }

  /// Changes when the cache is cleared.
  package var generation: CacheGeneration { store.currentGeneration }

  /// Writes a mutation's response in place of an optimistic layer and runs the app's `update`, all in one commit, unless the cache was cleared
  /// since the request was sent.
  ///
  /// - Parameter keys: the result of ``computedKeys(of:_:)``.
  /// - Returns: the error of `update`: then its writes are undone, and the response stays.
  package func write<Operation: GraphQLOperation>(
    _ body: GraphQLDecodedBody, of operation: Operation, _ keys: ComputedKeys?, replacing layer: Int?,
    sentIn generation: CacheGeneration, _ update: (borrowing GraphQLCacheTransaction) throws -> Void
  ) -> (any Error)? {
    store.transaction { _ in
      write(body, of: operation, keys, ticket: nil, replacing: layer, sentIn: generation)
      guard generation === store.generation else { return nil }
      do { try transaction(update) } catch { return error }
      return nil
    }
  }
}
