/// The records that were read since a garbage collection began. Guarded by `readers`.
struct NotedReads {
  private var all = RecordSet()
  /// Those read since ``takeLatest()`` was last called, without what was read before.
  private(set) var latest: [UInt32] = []

  mutating func note(_ dependencies: Dependencies) {
    for entry in dependencies.entries where all.insert(entry.record) { latest.append(entry.record) }
  }

  mutating func takeLatest() -> [UInt32] {
    defer { latest = [] }
    return latest
  }
}
