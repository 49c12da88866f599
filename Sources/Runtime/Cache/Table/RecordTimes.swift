/// When each field of each record was written, and when each record was last used as a root.
///
/// Most records are written as a whole and have a single time. For the others, the fields newer than the oldest are listed.
///
/// Locked like ``RecordTable``; `readers` guards the times of use.
final class RecordTimes {
  private struct FieldTime {
    var field: UInt32
    var time: UInt32
  }

  private static let isMixed: UInt32 = 1 << 31
  private var times: UnsafeMutablePointer<UInt32>
  private var usedTimes: UnsafeMutablePointer<UInt32>
  private var capacity = 1024
  private var newer: [UInt32: [FieldTime]] = [:]

  init() {
    times = .allocate(capacity: capacity)
    times.initialize(repeating: CacheTime.never, count: capacity)
    usedTimes = .allocate(capacity: capacity)
    usedTimes.initialize(repeating: CacheTime.never, count: capacity)
  }

  deinit {
    times.deallocate()
    usedTimes.deallocate()
  }

  func reserve(_ record: UInt32) {
    guard Int(record) >= capacity else { return }
    let size = max(capacity * 2, Int(record) + 1)
    times = RecordTimes.grown(times, capacity, size)
    usedTimes = RecordTimes.grown(usedTimes, capacity, size)
    capacity = size
  }

  private static func grown(
    _ old: UnsafeMutablePointer<UInt32>, _ count: Int, _ size: Int
  ) -> UnsafeMutablePointer<UInt32> {
    let new = UnsafeMutablePointer<UInt32>.allocate(capacity: size)
    new.initialize(repeating: CacheTime.never, count: size)
    new.update(from: old, count: count)
    old.deallocate()
    return new
  }

  // MARK: - Reading

  @inline(__always) func oldest(_ record: UInt32) -> UInt32 { times[Int(record)] & ~RecordTimes.isMixed }

  /// Whether some fields are newer than the oldest.
  @inline(__always) func isMixed(_ record: UInt32) -> Bool { times[Int(record)] & RecordTimes.isMixed != 0 }

  func time(_ record: UInt32, _ field: UInt32) -> UInt32 {
    guard isMixed(record) else { return oldest(record) }
    return newer[record]?.first { $0.field == field }?.time ?? oldest(record)
  }

  func lastUse(_ record: UInt32) -> UInt32 {
    let used = max(oldest(record), usedTimes[Int(record)])
    guard isMixed(record), let newest = newer[record]?.lazy.map(\.time).max() else { return used }
    return max(used, newest)
  }

  /// Notes that a record was used as a root.
  @inline(__always) func use(_ record: UInt32, _ time: UInt32) { usedTimes[Int(record)] = time }

  // MARK: - Writing

  /// Notes that all fields of a record were written.
  func stamp(_ record: UInt32, _ time: UInt32) {
    if isMixed(record) { newer[record] = nil }
    times[Int(record)] = time
  }

  /// Notes that one field of a record was written.
  func stamp(_ record: UInt32, _ field: UInt32, _ time: UInt32) {
    if !isMixed(record), oldest(record) == time { return }
    if let at = newer[record]?.firstIndex(where: { $0.field == field }) {
      newer[record]?[at].time = time
    } else {
      newer[record, default: []].append(FieldTime(field: field, time: time))
    }
    times[Int(record)] |= RecordTimes.isMixed
  }

  /// Makes a field stale.
  ///
  /// - Parameter fields: all fields of the record.
  func invalidate(_ record: UInt32, _ field: UInt32, of fields: [UInt32]) {
    var others: [FieldTime] = []
    others.reserveCapacity(fields.count)
    for other in fields where other != field {
      others.append(FieldTime(field: other, time: time(record, other)))
    }
    newer[record] = others
    times[Int(record)] = others.isEmpty ? CacheTime.never : CacheTime.never | RecordTimes.isMixed
  }

  /// Makes all fields stale.
  func invalidate(_ record: UInt32) { stamp(record, CacheTime.never) }

  // MARK: - Storing

  /// The times to store for a record.
  func stored(_ record: UInt32) -> StoredAge {
    var age = StoredAge()
    age.time = oldest(record)
    age.used = usedTimes[Int(record)]
    if isMixed(record) { age.newer = newer[record]?.map { ($0.field, $0.time) } ?? [] }
    return age
  }

  /// Restores a record's stored times.
  func restore(_ record: UInt32, _ age: StoredAge) {
    times[Int(record)] = age.newer.isEmpty ? age.time : age.time | RecordTimes.isMixed
    newer[record] = age.newer.isEmpty ? nil : age.newer.map { FieldTime(field: $0.field, time: $0.time) }
    usedTimes[Int(record)] = max(usedTimes[Int(record)], age.used)
  }
}
