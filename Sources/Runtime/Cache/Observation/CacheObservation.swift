import ApusClient
import ApusPlatform

/// The place of a cache's observer. It does not keep the observer.
final class CacheObservation: Sendable {
  private struct Reference {
    weak var observer: (any CacheObserver)?
  }

  private let reference = Locked(Reference())

  /// The observer; nil for a cache that nobody inspects.
  var observer: (any CacheObserver)? {
    get { reference.withLock { $0.observer } }
    set { reference.withLock { $0.observer = newValue } }
  }
}

extension GraphQLCache {
  /// The object that sees what happens in the cache; nil if there is none.
  package var observer: (any CacheObserver)? {
    get { store.observation.observer }
    set { store.observation.observer = newValue }
  }
}

/// The texts of a cache's records and fields, until the cache is cleared.
package struct ObservedNames: Sendable {
  let store: CacheStore
  let generation: CacheGeneration

  /// The keys and fields of changes; nil if the cache was cleared since.
  package func texts(of changes: some Collection<RecordChange>) -> [(key: String, fields: [String]?)]? {
    store.readers.lock()
    defer { store.readers.unlock() }
    guard store.generation === generation else { return nil }
    return changes.map { change in
      (store.table.keys.text(change.record), change.fields?.map { store.names.shownText($0) })
    }
  }
}
