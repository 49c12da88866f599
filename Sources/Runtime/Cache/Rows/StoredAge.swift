/// A record's stored times of writing and use.
struct StoredAge {
  /// When the oldest field was written.
  var time = CacheTime.never
  /// When it was last used as a root.
  var used = CacheTime.never
  /// The fields written later than the oldest, with their times.
  var newer: [(field: UInt32, time: UInt32)] = []

  /// When it was last read or written.
  var lastUse: UInt32 { max(time, used, newer.map(\.time).max() ?? CacheTime.never) }

  /// - Parameter field: maps a field to its storage id; nil if it has none.
  func write(to row: inout StoredRowWriter, _ field: (UInt32) -> UInt32?) {
    let stored = newer.compactMap { entry in field(entry.field).map { ($0, entry.time) } }
    row.add(time)
    row.add(used)
    row.add(UInt32(stored.count))
    for entry in stored {
      row.add(entry.0)
      row.add(entry.1)
    }
  }

  init() {}

  /// - Parameter field: maps a storage id to a field.
  init?(_ row: inout StoredRow, _ field: (UInt32) -> UInt32?) {
    guard let time = row.number(), let used = row.number(), let count = row.number() else { return nil }
    // Times have 31 bits; the 32nd marks records whose fields were written at different times.
    self.time = min(time, CacheTime.longest)
    self.used = min(used, CacheTime.longest)
    for _ in 0..<count {
      guard let id = row.number(), let time = row.number() else { return nil }
      if let known = field(id) { newer.append((known, min(time, CacheTime.longest))) }
    }
  }
}
