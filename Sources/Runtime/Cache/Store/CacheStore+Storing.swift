/// Loads from the storage and collects what must be written to it. Only the storage's thread calls this.
extension CacheStore {
  /// How loading went.
  struct Loading {
    /// The reason that the storage cannot be written; nil if it can.
    var unwritable: GraphQLStorageError?
    /// The number of damaged rows.
    var damaged = 0
    var known = StoredImage.Known()
  }

  /// Loads everything stored into the empty store.
  ///
  /// The caller has held `writers` since before anyone could write.
  func load(_ storage: any GraphQLCacheStorage, _ state: StoredState) throws -> Loading {
    var image = StoredImage(self, state)
    let unwritable: GraphQLStorageError?
    do {
      unwritable = try storage.open { image.take($0, $1, $2) }
      if let fault = image.fault { throw fault }
    } catch {
      image.discard()
      throw error
    }
    if unwritable == nil { unsaved = UnsavedRecords() }
    let found = image.finish()
    publish(found)
    tellWatchers(of: found.map { RecordChange(record: $0.record, fields: nil) })
    return Loading(unwritable: unwritable, damaged: image.damaged, known: image.known)
  }

  private func publish(_ found: [StoredImage.Found]) {
    readers.lock()
    defer { readers.unlock() }
    for entry in found {
      if let blob = entry.blob { table.replace(entry.record, by: blob) }
      table.times.restore(entry.record, entry.age)
    }
  }

  /// Takes the changes of one commit that must be written.
  ///
  /// - Parameter withUses: whether to include times of use.
  /// - Returns: the batch, and the records to mark as unsaved again if it fails; nil if the cache was cleared since, so that the state's
  ///   ids are invalid.
  func takeBatch(_ state: StoredState, withUses: Bool) -> (StoredState.Batch, UnsavedRecords)? {
    writers.lock()
    defer { writers.unlock() }
    guard state.generation === generation else { return nil }
    if withUses {
      let grace = CacheTime.seconds(configuration.gracePeriod)
      var outdated: [UInt32] = []
      Slices.forEach(of: 0..<table.count, locking: readers) { slice in
        outdated += state.outdatedUses(table, by: grace / 8, among: slice)
      }
      keepBases(of: outdated) { pending.base($0) }
      for record in outdated { unsaved?.add(record, .age) }
    }
    guard let taken = unsaved else { return (StoredState.Batch(), UnsavedRecords()) }
    unsaved = UnsavedRecords()
    return (state.batch(taken, self), taken)
  }

  /// Marks records as unsaved again after a failed batch. If the cache was cleared since, their ids are invalid.
  func putBack(_ taken: UnsavedRecords, of state: StoredState) {
    writers.lock()
    defer { writers.unlock() }
    guard state.generation === generation else { return }
    for record in taken.records {
      // Not as later changes found it.
      if isShared { unsaved?.set(taken.base(of: record), of: record) }
      let parts = taken.parts(of: record)
      if parts.contains(.values) { unsaved?.add(record, .values) }
      if parts.contains(.age) { unsaved?.add(record, .age) }
    }
  }

  /// Marks everything as unsaved, because the storage is empty.
  ///
  /// - Returns: the state of an empty storage.
  func noteAllUnsaved() -> StoredState {
    writers.lock()
    defer { writers.unlock() }
    unsaved = UnsavedRecords()
    for record in pending.all where pending.base(record) != nil { unsaved?.add(record, .values) }
    return StoredState(generation, isShared: isShared)
  }

  /// Whether no record has fields.
  var isEmpty: Bool {
    writers.lock()
    defer { writers.unlock() }
    return pending.all.allSatisfy { (pending.base($0)?.count ?? 0) == 0 }
  }

  /// Notes what a commit changes.
  func noteUnsaved() {
    // What only layers have changed is stored as it is below them.
    keepBases(of: pending.touched) { record in
      pending.covered[record].map { Blob($0) } ?? pending.blob(record)
    }
    guard var unsaved else { return }
    self.unsaved = nil
    pending.note(in: &unsaved)
    self.unsaved = unsaved
    if !unsaved.isEmpty { session?.noteChanges(unsaved.records.count) }
  }

  /// Stops tracking unsaved records.
  func stopStoring() {
    writers.lock()
    defer { writers.unlock() }
    unsaved = nil
  }
}
