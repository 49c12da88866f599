/// Takes over what other caches write to a shared storage. Only the storage's thread uses it.
final class StorageSharing {
  private let storage: any SharedStorage
  private let onEvent: @Sendable (GraphQLCacheEvent) -> Void
  /// The ids and settings of the rows read and written so far.
  private var known = StoredImage.Known()
  /// Whether rows were passed that could not be taken over.
  private var isBehind = false

  /// - Returns: nil if nobody else writes to the storage.
  init?(_ storage: any GraphQLCacheStorage, _ onEvent: @escaping @Sendable (GraphQLCacheEvent) -> Void) {
    guard let storage = storage as? any SharedStorage, storage.isWrittenByOthers else { return nil }
    (self.storage, self.onEvent) = (storage, onEvent)
  }

  func note(_ loading: CacheStore.Loading) { known = loading.known }

  /// Lets others write until the next batch.
  func rest() { storage.rest(knowingAll: !isBehind) }

  /// Notes a batch that was written.
  func note(_ batch: StoredState.Batch, _ state: StoredState) { known.note(batch, state) }

  /// Takes over what others have written, so that this cache can write.
  ///
  /// - Returns: the state of the storage, which is open.
  func takeOver(
    _ store: CacheStore, _ state: StoredState, after change: SharedStorageChange
  ) throws -> StoredState {
    isBehind = true
    if change == .gone {
      forget(store, state)
    } else if try readChanges(store, state) {
      return state
    }
    return try readAll(store)
  }

  /// Takes over what others have written. It keeps nobody from writing, unless all rows must be read, and creates nothing.
  ///
  /// - Returns: the state of the storage.
  func look(_ store: CacheStore, _ state: StoredState) throws -> StoredState {
    isBehind = true
    do {
      if try readChanges(store, state) { return state }
      if !storage.exists {
        isBehind = false
        return state
      }
    } catch SharedStorageChange.gone {
      forget(store, state)
      known = StoredImage.Known()
      isBehind = storage.exists
      guard isBehind else { return StoredState(store.currentGeneration, isShared: true) }
    }
    return try readAll(store)
  }

  /// Forgets what was stored. If this cache was cleared in the meantime, it has only what came after that.
  private func forget(_ store: CacheStore, _ state: StoredState) {
    if state.generation === store.currentGeneration { store.forget() }
  }

  /// Merges the rows that others have changed with what is in memory.
  ///
  /// - Returns: false if all rows must be read.
  private func readChanges(_ store: CacheStore, _ state: StoredState) throws -> Bool {
    // Only rows need the lock, so that a look without any never holds up a transaction.
    var isLocked = false
    defer { if isLocked { store.writers.unlock() } }
    var image: StoredImage?
    do {
      let isKnown = try storage.readChanges { table, number, bytes in
        if !isLocked {
          store.writers.lock()
          isLocked = true
          // If the cache was cleared in the meantime, its ids are invalid, and the next batch clears the storage.
          if state.generation === store.generation {
            image = StoredImage(following: store, state, known)
            known = StoredImage.Known()
          }
        }
        if let bytes { image?.take(table, number, bytes) } else { image?.takeRemoved(table, number) }
      }
      guard isKnown else { return false }
      if let fault = image?.fault { throw fault }
    } catch {
      // They are passed again.
      image?.discard()
      if let image { known = image.known }
      throw error
    }
    if image?.damaged ?? 0 > 0 {
      image?.discard()
      return false
    }
    // Without rows nobody holds `writers`, so what is unsaved must not be touched.
    if let found = image?.finish() { store.apply(found) }
    if let image { known = image.known }
    isBehind = false
    return true
  }

  /// Opens the storage, and merges all of its rows with what is in memory.
  func readAll(_ store: CacheStore) throws -> StoredState {
    isBehind = true
    store.writers.lock()
    defer { store.writers.unlock() }
    let state = StoredState(store.generation, isShared: true)
    var image = StoredImage(following: store, state, StoredImage.Known())
    do {
      if let error = try storage.open({ image.take($0, $1, $2) }) { throw error }
      if let fault = image.fault { throw fault }
    } catch {
      image.discard()
      throw error
    }
    store.apply(image.finish())
    known = image.known
    // Rows that refer to a record need the record's row.
    for record in store.pending.all where store.pending.base(record) != nil && state.rows(record).isEmpty {
      store.unsaved?.add(record, .values)
    }
    if image.damaged > 0 { onEvent(.storage(.damaged(count: image.damaged))) }
    isBehind = false
    return state
  }
}
