import ApusPlatform

/// The place of a client's observer, which copies of the client share. It does not keep the observer.
package final class ClientObservation: Sendable {
  private struct Reference {
    weak var observer: (any ClientObserver)?
  }

  private let reference = Locked(Reference())

  /// The observer; nil for a client that nobody inspects.
  package var observer: (any ClientObserver)? {
    get { reference.withLock { $0.observer } }
    set { reference.withLock { $0.observer = newValue } }
  }
}

extension GraphQLClient {
  /// The object that sees what this client and its copies do; nil if there is none.
  package var observer: (any ClientObserver)? {
    get { observation.observer }
    nonmutating set { observation.observer = newValue }
  }
}
