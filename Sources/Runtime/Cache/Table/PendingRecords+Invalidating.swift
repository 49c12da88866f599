/// The records and fields that a commit makes stale.
extension PendingRecords {
  /// Returns the records of stale fields, with the times of their other fields. Called after the writes are published, before readers are locked
  /// out.
  func times(after invalid: ArraySlice<(record: UInt32, field: UInt32?)>) -> [(
    record: UInt32, others: [RecordTimes.FieldTime]
  )] {
    // Nil for all fields.
    var stale: [UInt32: [UInt32]?] = [:]
    for (record, field) in invalid {
      guard let field else {
        stale[record] = .some(nil)
        continue
      }
      guard let known = stale[record] else {
        stale[record] = [field]
        continue
      }
      // All fields stay all fields.
      if let known { stale[record] = known + [field] }
    }
    return stale.map { record, fields in
      guard let fields, let blob = table.blob(record) else { return (record, []) }
      return (record, table.times.times(of: record, blob.fields, without: fields))
    }
  }
}
