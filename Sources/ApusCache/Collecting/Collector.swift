/// Finds out which records stay.
///
/// What is watched or retained stays as far as it is read; behind any other root everything that it leads to.
struct Collector {
  private let records: PendingRecords
  private var marks: [UInt64]
  /// What a root leads to, the nearest first: kept from one root to the next, since there are as many roots as records.
  private var found: [UInt32] = []
  /// The bytes of the records that stay.
  private(set) var byteCount = 0

  init(_ records: PendingRecords) {
    self.records = records
    marks = Array(repeating: 0, count: records.table.count / 64 + 1)
  }

  func isMarked(_ record: UInt32) -> Bool { marks[Int(record >> 6)] & (1 << UInt64(record & 63)) != 0 }

  /// - Returns: whether it was not marked.
  mutating func mark(_ record: UInt32) -> Bool {
    guard Int(record) < records.table.count, !isMarked(record) else { return false }
    marks[Int(record >> 6)] |= 1 << UInt64(record & 63)
    byteCount += records.table.size(record)
    return true
  }

  /// Marks a record and what it leads to, the nearest first, as long as all that is marked has fewer bytes than the limit.
  mutating func markAll(from root: UInt32, limit: Int) {
    guard byteCount < limit, mark(root) else { return }
    found.removeAll(keepingCapacity: true)
    found.append(root)
    var next = 0
    while next < found.count, byteCount < limit {
      let records = records
      records.visit(found[next]) { visit($0) }
      next += 1
    }
  }

  /// Objects and lists nest no deeper than responses do.
  private mutating func visit(_ blob: Blob) {
    let slots = blob.slots
    for index in 0..<blob.count {
      let slot = slots[index]
      switch slot.kind {
      case SlotKind.reference: if mark(slot.a) { found.append(slot.a) }
      case SlotKind.list, SlotKind.object: visit(Blob(blob.value(slot)))
      default: break
      }
    }
  }
}
