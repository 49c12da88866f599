/// Keeps how records of a shared storage are stored while own changes of them are not. The caller holds `writers`.
extension CacheStore {
  /// Whether others write to the storage as well.
  var isShared: Bool { session?.isShared ?? false }

  /// Keeps the bases of the records that the transaction changes below the layers, before the layers run.
  func keepBases() {
    guard isShared else { return }
    keepBases(of: pending.changedBelowLayers) { pending.base($0) }
  }

  /// - Parameter stored: a record's values before its first unsaved change.
  func keepBases(of records: [UInt32], _ stored: (UInt32) -> Blob?) {
    // Without a copy of `unsaved`, which would be copied as a whole when it changes.
    guard isShared, unsaved != nil else { return }
    let first = records.filter { unsaved?.parts(of: $0) == [] && unsaved?.base(of: $0) == nil }
    var ages: [StoredAge] = []
    Slices.forEach(of: first.indices, locking: readers) { slice in
      for record in first[slice] { ages.append(table.times.stored(record)) }
    }
    for (record, age) in zip(first, ages) {
      unsaved?.set(StoredBase(stored(record), age), of: record)
    }
  }
}
