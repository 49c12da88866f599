/// A record that was read from a storage: its times, and the fields whose values differ from those in memory.
struct RestoredRecord {
  var record: UInt32
  var age: StoredAge
  var changed: [UInt32]
}

extension PendingRecords {
  /// Gives a record the times of a storage, which has changed the values of some fields. Not called in nested transactions.
  func restore(_ id: UInt32, _ age: StoredAge, changed: [UInt32]) {
    restored.append(RestoredRecord(record: id, age: age, changed: changed))
  }

  /// Drops the errors of fields written now, and of evicted objects.
  func forgetFailures() {
    for id in whole { table.failures.forget(id) }
    for part in parts { table.failures.forget(part.record, part.field) }
    for entry in restored { for field in entry.changed { table.failures.forget(entry.record, field) } }
    for id in touched where blob(id)?.count == 0 { table.failures.forget(id) }
  }
}
