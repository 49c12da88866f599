import ApusPlatform

/// Loads a cache's records from its storage, and writes them. Only the storage's thread uses it, apart from its constants.
final class StorageWriter {
  /// The number of times that a batch is retried at once. Each clearing while it is written may take two.
  private static let attempts = 8

  private let storage: any GraphQLCacheStorage
  private let onEvent: @Sendable (GraphQLCacheEvent) -> Void
  /// Takes over what others write; nil if nobody else writes to the storage.
  let sharing: StorageSharing?
  /// Whether the storage could not be cleared: it must be before anything is written.
  let isClearDue = Locked(false)
  /// Whether the cache was released.
  let isReleased = Locked(false)
  private var state = StoredState(CacheGeneration())
  /// Whether the last attempt to write failed: only the first failure is reported.
  private var isFailing = false
  /// Whether the last look failed: likewise.
  private var isBlind = false

  init(_ storage: any GraphQLCacheStorage, _ onEvent: @escaping @Sendable (GraphQLCacheEvent) -> Void) {
    (self.storage, self.onEvent) = (storage, onEvent)
    sharing = StorageSharing(storage, onEvent)
  }

  /// Loads what is stored. The caller holds the store's `writers`.
  ///
  /// - Returns: why nothing will be written; nil if writing works.
  func load(_ store: CacheStore) -> (any Error)? {
    defer { sharing?.rest() }
    do {
      let loading: CacheStore.Loading
      do {
        loading = try read(store)
      } catch let error as GraphQLStorageError {
        guard case .unreadable = error else { throw error }
        try storage.clear()
        loading = try read(store)
        onEvent(.storage(.replaced(error)))
      }
      sharing?.note(loading)
      if loading.damaged > 0 { onEvent(.storage(.damaged(count: loading.damaged))) }
      if let unwritable = loading.unwritable { onEvent(.storage(.readOnly(unwritable))) }
      return loading.unwritable
    } catch {
      onEvent(.storage(.unavailable(error)))
      return error
    }
  }

  private func read(_ store: CacheStore) throws -> CacheStore.Loading {
    state = StoredState(store.generation, isShared: sharing != nil)
    return try store.load(storage, state)
  }

  /// Writes what is unsaved.
  ///
  /// - Parameter isFlush: whether it must survive a power failure.
  func write(_ store: CacheStore, isFlush: Bool) throws {
    // A process that waited for a flush may be suspended after it.
    defer { sharing?.rest() }
    do {
      try write(store, isFlush: isFlush, attempts: StorageWriter.attempts)
      isFailing = false
    } catch {
      if !isFailing, !isExpected(error) { onEvent(.storage(.failed(error))) }
      isFailing = true
      throw error
    }
  }

  private func write(_ store: CacheStore, isFlush: Bool, attempts: Int) throws {
    guard let (batch, taken) = store.takeBatch(state, withUses: isFlush) else {
      // A storage cleared while it was being opened may not report it, so clear it again.
      guard attempts > 0 else { throw GraphQLStorageError.cleared }
      try storage.clear()
      try beginAnew(store, .cleared)
      return try write(store, isFlush: isFlush, attempts: attempts - 1)
    }
    do {
      if isClearDue.withLock({ $0 }) {
        try storage.clear()
        isClearDue.withLock { $0 = false }
      }
      // Commit even without changes, to learn whether the storage was cleared in the meantime.
      try storage.commit(batch.changes)
      state.note(batch)
      sharing?.note(batch, state)
      if isFlush { try storage.flush() }
    } catch let change as SharedStorageChange where attempts > 0 {
      putBack(taken, in: store)
      // A released cache forgets everything anyway, and must not create the file again.
      if change == .gone, isReleased.withLock({ $0 }) { return }
      guard let sharing else { throw change }
      do {
        state = try sharing.takeOver(store, state, after: change)
      } catch let error as GraphQLStorageError where error.meansBeginning {
        try beginAnew(store, error)
      }
      try write(store, isFlush: isFlush, attempts: attempts - 1)
    } catch let error as GraphQLStorageError
      where attempts > 0 && error.meansBeginning && !isExpected(error)
    {
      try beginAnew(store, error)
      try write(store, isFlush: isFlush, attempts: attempts - 1)
    } catch {
      putBack(taken, in: store)
      // If everything was evicted, the file can be removed. Removing its rows needs space, which a full disk does not have.
      guard attempts > 0, case .full? = error as? GraphQLStorageError, store.isEmpty,
        (try? storage.clear()) != nil
      else { throw error }
      try beginAnew(store, .cleared)
      try write(store, isFlush: isFlush, attempts: attempts - 1)
    }
  }

  private func putBack(_ taken: UnsavedRecords, in store: CacheStore) {
    store.putBack(taken, of: state)
    state.withdrawBatch()
  }

  /// Takes over what others have written to a shared storage. It keeps nobody from writing, unless all rows must be read.
  func look(_ store: CacheStore) {
    guard let sharing else { return }
    do {
      state = try sharing.look(store, state)
      isBlind = false
    } catch {
      if !isBlind { onEvent(.storage(.failed(error))) }
      isBlind = true
    }
    sharing.rest()
  }

  /// Whether the file of a released cache was deleted: an app may do that, so it is not reported, and the file is not created again.
  private func isExpected(_ error: any Error) -> Bool {
    error as? GraphQLStorageError == .lost && isReleased.withLock { $0 }
  }

  private func beginAnew(_ store: CacheStore, _ error: GraphQLStorageError) throws {
    state = store.noteAllUnsaved()
    if error != .cleared {
      try storage.clear()
      onEvent(.storage(.replaced(error)))
    }
    // Others may have begun before.
    if let sharing {
      state = try sharing.readAll(store)
      return
    }
    guard try storage.open({ _, _, _ in }) == nil else { throw GraphQLStorageError.inUse }
  }
}
