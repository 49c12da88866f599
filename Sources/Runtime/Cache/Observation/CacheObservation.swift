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
