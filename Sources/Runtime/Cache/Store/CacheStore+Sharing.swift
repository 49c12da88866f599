/// Takes over what others have written to a shared storage. Only the storage's thread calls this.
extension CacheStore {
  /// Whether others write to the storage as well.
  var isShared: Bool { session?.shared != nil }

  /// Opens the storage again, and merges its rows with what is in memory.
  ///
  /// - Returns: the state of the storage, and the number of damaged rows.
  func reread(_ storage: any GraphQLCacheStorage) throws -> (state: StoredState, damaged: Int) {
    writers.lock()
    defer { writers.unlock() }
    let state = StoredState(generation)
    var image = StoredImage(following: self, state, StoredImage.Known())
    do {
      if let error = try storage.open({ image.take($0, $1, $2) }) { throw error }
      if let fault = image.fault { throw fault }
    } catch {
      image.discard()
      throw error
    }
    apply(image.finish())
    // An own value of which only the time was unsaved may have won over another.
    for record in unsaved?.records ?? [] { unsaved?.add(record, .values) }
    // Rows that refer to a record need the record's row.
    for record in pending.all where pending.base(record) != nil && state.rows(record).isEmpty {
      unsaved?.add(record, .values)
    }
    return (state, image.damaged)
  }
}

/// Keeps how records are stored while own changes of them are not. The caller holds `writers`.
extension CacheStore {
  /// Keeps the bases of the records that the transaction changes below the layers, before the layers run.
  func keepBases() {
    guard isShared else { return }
    keepBases(of: pending.changedBelowLayers) { pending.base($0) }
  }

  /// - Parameter stored: a record's values before its first unsaved change.
  func keepBases(of records: [UInt32], _ stored: (UInt32) -> Blob?) {
    guard isShared, let unsaved else { return }
    let first = records.filter { unsaved.parts(of: $0).isEmpty && unsaved.base(of: $0) == nil }
    var ages: [StoredAge] = []
    Slices.forEach(of: first.indices, locking: readers) { slice in
      for record in first[slice] { ages.append(table.times.stored(record)) }
    }
    for (record, age) in zip(first, ages) {
      self.unsaved?.set(StoredBase(stored(record), age), of: record)
    }
  }
}
