import ApusCache
import ApusClient
import ApusPlatform

/// The events of a cache.
package final class Events: Sendable {
  private let state = Locked<[GraphQLCacheEvent]>([])
  package init() {}
  package func add(_ event: GraphQLCacheEvent) { state.withLock { $0.append(event) } }
  package var all: [GraphQLCacheEvent] { state.withLock { $0 } }

  /// Those that say that something could not be done.
  package var failures: [GraphQLCacheEvent] {
    all.filter {
      switch $0 {
      case .found, .fetched, .evicted: false
      default: true
      }
    }
  }

  /// The operations that the cache answered.
  package var found: [String] { all.compactMap { if case .found(let name) = $0 { name } else { nil } } }

  /// Why operations were sent.
  package var causes: [GraphQLFetchCause] {
    all.compactMap { if case .fetched(_, let cause) = $0 { cause } else { nil } }
  }
}
