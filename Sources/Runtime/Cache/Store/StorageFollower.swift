import ApusPlatform

/// Reads what another cache stores. Only the storage's thread uses it.
final class StorageFollower {
  /// The time in seconds after which the storage is looked at again while something is watched.
  static let interval: TimeInterval = 1
  /// How often a storage whose rows are gone is read again at once.
  private static let attempts = 3

  private let storage: any FollowedStorage
  private let onEvent: @Sendable (GraphQLCacheEvent) -> Void
  /// The ids of the rows read so far.
  private var state = StoredState(CacheGeneration())
  private var known = StoredImage.Known()
  /// Whether the rows cannot be used, or this cache was cleared: nothing is read until they are gone.
  private var isBlocked = false
  /// Whether the last attempt failed: only the first failure is reported.
  private var isFailing = false

  init(_ storage: any FollowedStorage, _ onEvent: @escaping @Sendable (GraphQLCacheEvent) -> Void) {
    (self.storage, self.onEvent) = (storage, onEvent)
  }

  /// Applies what was stored since the last look. The caller does not hold the store's `readers`.
  func look(_ store: CacheStore) {
    do {
      for _ in 0..<StorageFollower.attempts { if try read(store) { break } }
      isFailing = false
    } catch {
      if !isFailing { onEvent(.storage(known.hasRows ? .failed(error) : .unavailable(error))) }
      isFailing = true
    }
  }

  /// - Returns: whether the store has all rows; false if the earlier ones are gone, so that it forgot them.
  private func read(_ store: CacheStore) throws -> Bool {
    // Only rows need the lock, so that a look without any never holds up a transaction.
    var image: StoredImage?
    defer { if image != nil { store.writers.unlock() } }
    let found: FollowedRows
    do {
      found = try storage.follow { table, number, bytes in
        if isBlocked { return }
        if image == nil {
          store.writers.lock()
          image = begin(store)
        }
        if isBlocked { return }
        if let bytes { image?.take(table, number, bytes) } else { image?.takeRemoved(table, number) }
      }
    } catch {
      // They are passed again.
      image?.discard()
      if let image { known = image.known }
      throw error
    }
    if found == .gone {
      image?.discard()
      (known, isBlocked) = (StoredImage.Known(), false)
      store.forget()
      return false
    }
    guard image != nil, !isBlocked else { return true }
    if let fault = image?.fault {
      image?.discard()
      isBlocked = true
      onEvent(.storage(.unavailable(fault)))
      return true
    }
    store.apply(image?.finish() ?? [])
    if let image {
      known = image.known
      if image.damaged > 0 { onEvent(.storage(.damaged(count: image.damaged))) }
    }
    return true
  }

  /// Starts to take rows. If the cache was cleared since it had some, it ignores all until they are gone.
  private func begin(_ store: CacheStore) -> StoredImage {
    if state.generation !== store.generation {
      isBlocked = known.hasRows
      state = StoredState(store.generation)
      known = StoredImage.Known()
    }
    defer { known = StoredImage.Known() }
    return StoredImage(following: store, state, known)
  }
}
