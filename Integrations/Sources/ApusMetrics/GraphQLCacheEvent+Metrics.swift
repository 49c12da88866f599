import ApusCache
import Metrics

extension GraphQLCacheEvent {
  /// Counts the event with swift-metrics.
  ///
  /// ```swift
  /// let cache = GraphQLCache(schema: cacheSchema) { $0.record() }
  /// ```
  /// | label | kind | what it measures | dimensions |
  /// |---|---|---|---|
  /// | `graphql.cache.reads` | counter | queries, by whether the cache had their data | `graphql.operation.name`, `result`: `hit` or `miss` |
  /// | `graphql.cache.evictions` | counter | objects and root fields that were evicted | |
  /// | `graphql.cache.storage.errors` | counter | errors of the storage | |
  ///
  /// A query that is sent because its policy requires it is neither a hit nor a miss.
  ///
  /// - Parameter factory: makes the metrics; nil for that of `MetricsSystem`.
  public func record(in factory: (any MetricsFactory)? = nil) {
    let factory = factory ?? MetricsSystem.factory
    func count(_ label: String, _ dimensions: [(String, String)] = [], by number: Int = 1) {
      Counter(label: label, dimensions: dimensions, factory: factory).increment(by: number)
    }
    func countRead(_ name: String, _ result: String) {
      count("graphql.cache.reads", [("graphql.operation.name", name), ("result", result)])
    }
    switch self {
    case .found(let name): countRead(name, "hit")
    case .fetched(_, .policy): break
    case .fetched(let name, _): countRead(name, "miss")
    case .evicted(let number, _), .collected(let number, _): count("graphql.cache.evictions", by: number)
    case .storage: count("graphql.cache.storage.errors")
    default: break
    }
  }
}
