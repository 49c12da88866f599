/// From the storage to the memory and back. The storage's thread alone calls this.
extension CacheStore {
  /// Fills the store, which is empty, with what is stored.
  ///
  /// Whoever calls holds `writers` since before anybody else could write.
  ///
  /// - Parameter limit: how many bytes are to be in memory; nil for all that there is.
  /// - Returns: what can be done with the storage, and how many rows were damaged; nil where all has to be in memory and the limit leaves
  ///   something out.
  func load(
    _ storage: any GraphQLCacheStorage, _ state: StoredState, limit: Int?
  ) throws -> (access: GraphQLStorageAccess, damaged: Int)? {
    unsaved = UnsavedRecords()
    var image = StoredImage(self, state, limit: limit)
    let access: GraphQLStorageAccess
    do {
      access = try storage.open { image.take($0, $1, $2) }
      if let fault = image.fault { throw fault }
    } catch {
      image.discard()
      unsaved = nil
      throw error
    }
    var disk = limit.map { DiskRecords(storage, limit: $0) }
    if case .readOnly = access {
      unsaved = nil
      disk = nil
      if !image.isWhole {
        image.discard()
        return nil
      }
    }
    let found = image.finish()
    disk?.learn((state.records, state.fields))
    publish(found, disk)
    tellWatchers(of: found.map { RecordChange(record: $0.record, fields: nil) })
    return (access, image.damaged)
  }

  private func publish(_ found: [StoredImage.Found], _ disk: DiskRecords?) {
    readers.lock()
    defer { readers.unlock() }
    table.disk = disk
    for entry in found {
      switch entry.values {
      case .blob(let blob): table.replace(entry.record, by: blob)
      case .stub(let stub): table.drop(entry.record, stub)
      }
      table.times.restore(entry.record, entry.age)
    }
  }

  /// What has to be written, of one commit.
  ///
  /// - Parameter withUses: whether times of use are wanted, too.
  /// - Returns: the batch, and the records to note again should it fail; nil where the cache was cleared since, so that the state's numbers
  ///   mean nothing.
  func takeBatch(_ state: StoredState, withUses: Bool) -> (StoredState.Batch, UnsavedRecords)? {
    writers.lock()
    defer { writers.unlock() }
    guard state.generation === generation else { return nil }
    if withUses {
      let grace = CacheTime.seconds(configuration.gracePeriod)
      readers.lock()
      let outdated = state.outdatedUses(table, by: grace / 8)
      readers.unlock()
      for record in outdated { unsaved?.add(record, .age) }
    }
    guard let taken = unsaved else { return (StoredState.Batch(), UnsavedRecords()) }
    unsaved = UnsavedRecords()
    return (state.batch(taken, self), taken)
  }

  /// Notes what could not be written.
  func putBack(_ taken: UnsavedRecords) {
    writers.lock()
    defer { writers.unlock() }
    for record in taken.records {
      let parts = taken.parts(of: record)
      if parts.contains(.values) { unsaved?.add(record, .values) }
      if parts.contains(.age) { unsaved?.add(record, .age) }
    }
  }

  /// Notes that nothing is stored.
  ///
  /// - Returns: what is known of a storage that has nothing.
  func noteAllUnsaved() -> StoredState {
    writers.lock()
    defer { writers.unlock() }
    forgetDisk()
    unsaved = UnsavedRecords()
    for record in pending.all where pending.base(record) != nil { unsaved?.add(record, .values) }
    return StoredState(generation)
  }

  /// Stops noting what differs from what is stored.
  func stopStoring() {
    writers.lock()
    defer { writers.unlock() }
    unsaved = nil
  }
}
