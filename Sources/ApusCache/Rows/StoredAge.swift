/// When a record was written and used, as it is stored.
struct StoredAge: Equatable {
  /// When the oldest field was written.
  var time = CacheTime.never
  /// When reading last began at it.
  var used = CacheTime.never
  /// The fields that are newer than the oldest, and when they were written.
  var newer: [(field: UInt32, time: UInt32)] = []

  /// When it was last read or written.
  var lastUse: UInt32 { max(time, used, newer.map(\.time).max() ?? CacheTime.never) }

  static func == (one: StoredAge, other: StoredAge) -> Bool {
    one.time == other.time && one.used == other.used && one.newer.elementsEqual(other.newer, by: ==)
  }

  /// - Parameter field: the number under which a field is stored; nil where it has none.
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

  /// - Parameter field: the number of a stored field.
  init?(_ row: inout StoredRow, _ field: (UInt32) -> UInt32?) {
    guard let time = row.number(), let used = row.number(), let count = row.number() else { return nil }
    // A time has 31 bits: one more marks records that were written in parts.
    self.time = min(time, CacheTime.longest)
    self.used = min(used, CacheTime.longest)
    for _ in 0..<count {
      guard let id = row.number(), let time = row.number() else { return nil }
      if let known = field(id) { newer.append((known, min(time, CacheTime.longest))) }
    }
  }
}
