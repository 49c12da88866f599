/// When each field of each record was written, and when each record was last used as a root.
///
/// Most records are written as a whole and have a single time. For the others, the fields newer than the oldest are listed.
///
/// Locked like ``RecordTable``; `readers` guards the times of use.
final class RecordTimes {
  struct FieldTime {
    var field: UInt32
    var time: UInt32
  }

  private static let isMixed: UInt32 = 1 << 31
  private var times: UnsafeMutablePointer<UInt32>
  private var usedTimes: UnsafeMutablePointer<UInt32>
  private var capacity = 1024
  /// For each record; not a dictionary, because readers would wait while a large one grows.
  private var newer: UnsafeMutablePointer<[FieldTime]>

  init() {
    times = .allocate(capacity: capacity)
    times.initialize(repeating: CacheTime.never, count: capacity)
    usedTimes = .allocate(capacity: capacity)
    usedTimes.initialize(repeating: CacheTime.never, count: capacity)
    newer = .allocate(capacity: capacity)
    newer.initialize(repeating: [], count: capacity)
  }

  deinit {
    times.deallocate()
    usedTimes.deallocate()
    newer.deinitialize(count: capacity)
    newer.deallocate()
  }

  func reserve(_ record: UInt32) {
    guard Int(record) >= capacity else { return }
    let size = max(capacity * 2, Int(record) + 1)
    times = RecordTimes.grown(times, capacity, size, CacheTime.never)
    usedTimes = RecordTimes.grown(usedTimes, capacity, size, CacheTime.never)
    newer = RecordTimes.grown(newer, capacity, size, [])
    capacity = size
  }

  private static func grown<Value>(
    _ old: UnsafeMutablePointer<Value>, _ count: Int, _ size: Int, _ value: Value
  ) -> UnsafeMutablePointer<Value> {
    let new = UnsafeMutablePointer<Value>.allocate(capacity: size)
    new.moveInitialize(from: old, count: count)
    (new + count).initialize(repeating: value, count: size - count)
    old.deallocate()
    return new
  }

  // MARK: - Reading

  @inline(__always) func oldest(_ record: UInt32) -> UInt32 { times[Int(record)] & ~RecordTimes.isMixed }

  /// Whether some fields are newer than the oldest.
  @inline(__always) func isMixed(_ record: UInt32) -> Bool { times[Int(record)] & RecordTimes.isMixed != 0 }

  func time(_ record: UInt32, _ field: UInt32) -> UInt32 {
    guard isMixed(record) else { return oldest(record) }
    return newer[Int(record)].first { $0.field == field }?.time ?? oldest(record)
  }

  func lastUse(_ record: UInt32) -> UInt32 {
    let used = max(oldest(record), usedTimes[Int(record)])
    guard isMixed(record), let newest = newer[Int(record)].lazy.map(\.time).max() else { return used }
    return max(used, newest)
  }

  /// Notes that a record was used as a root.
  @inline(__always) func use(_ record: UInt32, _ time: UInt32) { usedTimes[Int(record)] = time }

  // MARK: - Writing

  /// Notes that all fields of a record were written.
  func stamp(_ record: UInt32, _ time: UInt32) {
    if isMixed(record) { newer[Int(record)] = [] }
    times[Int(record)] = time
  }

  /// Notes that one field of a record was written.
  func stamp(_ record: UInt32, _ field: UInt32, _ time: UInt32) {
    if !isMixed(record), oldest(record) == time { return }
    if let at = newer[Int(record)].firstIndex(where: { $0.field == field }) {
      newer[Int(record)][at].time = time
    } else {
      newer[Int(record)].append(FieldTime(field: field, time: time))
    }
    times[Int(record)] |= RecordTimes.isMixed
  }

  /// The times of a record's fields, for ``invalidate(_:keeping:)``.
  ///
  /// - Parameters:
  ///   - fields: all fields of the record.
  ///   - left: the fields to leave out.
  func times(of record: UInt32, _ fields: [UInt32], without left: [UInt32]) -> [FieldTime] {
    var others: [FieldTime] = []
    others.reserveCapacity(fields.count)
    for field in fields where !left.contains(field) {
      others.append(FieldTime(field: field, time: time(record, field)))
    }
    return others
  }

  /// Makes fields of a record stale.
  ///
  /// - Parameter others: the times of all its other fields.
  func invalidate(_ record: UInt32, keeping others: [FieldTime]) {
    newer[Int(record)] = others
    times[Int(record)] = others.isEmpty ? CacheTime.never : CacheTime.never | RecordTimes.isMixed
  }

  /// Forgets everything about a record, whose id is used again.
  func forget(_ record: UInt32) {
    newer[Int(record)] = []
    (times[Int(record)], usedTimes[Int(record)]) = (CacheTime.never, CacheTime.never)
  }

  // MARK: - Storing

  /// The times to store for a record.
  func stored(_ record: UInt32) -> StoredAge {
    var age = StoredAge()
    age.time = oldest(record)
    age.used = usedTimes[Int(record)]
    if isMixed(record) { age.newer = newer[Int(record)].map { ($0.field, $0.time) } }
    return age
  }

  /// Restores a record's stored times.
  func restore(_ record: UInt32, _ age: StoredAge) {
    times[Int(record)] = age.newer.isEmpty ? age.time : age.time | RecordTimes.isMixed
    newer[Int(record)] = age.newer.map { FieldTime(field: $0.field, time: $0.time) }
    usedTimes[Int(record)] = max(usedTimes[Int(record)], age.used)
  }
}
