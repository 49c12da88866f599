/// Marks the records that stay.
///
/// From a watched or retained root, only the records it reads are marked; from any other root, everything reachable.
struct Collector {
  private let records: PendingRecords
  private var marks: [UInt64]
  /// The records found from a root in breadth-first order. Kept between roots to reuse its memory: there are as many roots as records.
  private var found: [UInt32] = []
  /// The total size of the marked records in bytes.
  private(set) var byteCount = 0

  init(_ records: PendingRecords) {
    self.records = records
    marks = Array(repeating: 0, count: records.table.count / 64 + 1)
  }

  func isMarked(_ record: UInt32) -> Bool { marks[Int(record >> 6)] & (1 << UInt64(record & 63)) != 0 }

  /// - Returns: whether the record was not marked before.
  mutating func mark(_ record: UInt32) -> Bool {
    guard Int(record) < records.table.count, !isMarked(record) else { return false }
    marks[Int(record >> 6)] |= 1 << UInt64(record & 63)
    byteCount += records.table.size(record)
    return true
  }

  /// Marks a record and everything reachable from it, breadth first, while the marked records total fewer bytes than the limit.
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

  /// Marks everything reachable from values that records had, while the marked records total fewer bytes than the limit. Also follows records
  /// that are marked already: from a watched root, only what is read now is marked.
  mutating func markAll(fromEarlier values: [Blob], limit: Int) {
    var seen: Set<UInt32> = []
    var unseen: [UInt32] = []
    func take(_ record: UInt32) { if seen.insert(record).inserted { unseen.append(record) } }
    for value in values { Self.references(in: value, take) }
    while let record = unseen.popLast(), byteCount < limit {
      _ = mark(record)
      records.visit(record) { Self.references(in: $0, take) }
    }
  }

  /// Recursion is safe: nesting is limited by the response decoder.
  private static func references(in blob: Blob, _ take: (UInt32) -> Void) {
    let slots = blob.slots
    for index in 0..<blob.count {
      let slot = slots[index]
      switch slot.kind {
      case SlotKind.reference: take(slot.a)
      case SlotKind.list, SlotKind.object: references(in: Blob(blob.value(slot)), take)
      default: break
      }
    }
  }

  /// Recursion is safe: nesting is limited by the response decoder.
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
