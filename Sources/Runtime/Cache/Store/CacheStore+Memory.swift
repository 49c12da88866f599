/// Moves values out of memory and back. Only the storage's thread calls this.
extension CacheStore {
  var isOverMemory: Bool {
    readers.lock()
    defer { readers.unlock() }
    return table.isOverMemory
  }

  /// Moves values that were read back into the table, and drops values from memory until a quarter of the limit is free.
  ///
  /// - Returns: the number of damaged rows, and why others could not be read.
  func trim(_ state: StoredState) -> (damaged: Int, failure: (any Error)?) {
    writers.lock()
    defer { writers.unlock() }
    guard let disk = table.disk else { return (0, nil) }
    // After clearing, records have other ids: ignore what was read before.
    guard state.generation === generation else { return (0, nil) }
    let faults = settle(disk, state)
    tellWatchers(of: faults.damaged.map { RecordChange(record: $0, fields: nil) })
    if isOverMemory { drop(disk, state) }
    return (faults.damaged.count, faults.failure)
  }

  private func settle(
    _ disk: DiskRecords, _ state: StoredState
  ) -> (damaged: [UInt32], failure: (any Error)?) {
    readers.lock()
    defer { readers.unlock() }
    disk.learn((state.records, state.fields))
    table.settle()
    let faults = disk.takeFaults()
    if faults.damaged.isEmpty { return faults }
    // The next batch removes their rows.
    for record in faults.damaged { unsaved?.add(record, .values) }
    session?.noteChanges(faults.damaged.count)
    return faults
  }

  private func drop(_ disk: DiskRecords, _ state: StoredState) {
    // Readers wait neither for the search nor for the sorting, and for few records at a time.
    var found: [(record: UInt32, use: UInt32, stub: DiskRecords.Stub)] = []
    for record in 0..<UInt32(table.count) where isSaved(record) {
      if let stub = state.stub(of: record, table) { found.append((record, 0, stub)) }
    }
    Slices.forEach(of: found.indices, locking: readers) { slice in
      for index in slice { found[index].use = disk.use(found[index].record) }
    }
    found.sort { ($0.use, $0.record) < ($1.use, $1.record) }
    Slices.forEach(of: found.indices, locking: readers) { slice in
      for entry in found[slice] {
        if table.memoryByteCount <= disk.limit - disk.limit / 4 { break }
        // A reader may have used it meanwhile.
        if disk.use(entry.record) == entry.use { table.drop(entry.record, entry.stub) }
      }
      disk.floor = table.memoryByteCount
    }
  }

  /// Whether a record's values in memory equal the stored ones. Records changed by layers differ.
  private func isSaved(_ record: UInt32) -> Bool {
    guard let unsaved, !table.isOnDisk(record), table.has(record) else { return false }
    return !unsaved.parts(of: record).contains(.values) && pending.covered[record] == nil
  }

  /// Evicts the records whose values are only in the storage, since the storage lost them.
  func forgetDisk() {
    writers.lock()
    defer { writers.unlock() }
    guard let disk = table.disk else { return }
    readers.lock()
    table.settle()
    let lost = (0..<UInt32(table.count)).filter(table.isOnDisk)
    for record in lost { table.replace(record, by: Blob.empty(isDeleted: false)) }
    disk.reset()
    readers.unlock()
    tellWatchers(of: lost.map { RecordChange(record: $0, fields: nil) })
  }
}
