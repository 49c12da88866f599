/// The records that differ from the stored ones. Guarded by `writers`.
struct UnsavedRecords {
  /// The parts of a record to store.
  struct Parts: OptionSet {
    let rawValue: UInt8
    static let values = Parts(rawValue: 1)
    static let age = Parts(rawValue: 2)
  }

  private(set) var records: [UInt32] = []
  private var parts: [UInt8] = []
  /// How records of a shared storage were stored when they were changed, as far as that is known.
  private var bases: [UInt32: StoredBase] = [:]

  var isEmpty: Bool { records.isEmpty }

  mutating func add(_ record: UInt32, _ part: Parts) {
    let index = Int(record)
    if index >= parts.count {
      parts.append(contentsOf: repeatElement(0, count: max(index + 1 - parts.count, parts.count)))
    }
    if parts[index] == 0 { records.append(record) }
    parts[index] |= part.rawValue
  }

  func parts(of record: UInt32) -> Parts {
    Int(record) < parts.count ? Parts(rawValue: parts[Int(record)]) : []
  }

  func base(of record: UInt32) -> StoredBase? { bases[record] }

  mutating func set(_ base: StoredBase?, of record: UInt32) { bases[record] = base }

  /// The same without some records.
  func without(_ gone: Set<UInt32>) -> UnsavedRecords {
    if gone.isEmpty { return self }
    var left = UnsavedRecords()
    for record in records where !gone.contains(record) { left.add(record, parts(of: record)) }
    left.bases = bases.filter { !gone.contains($0.key) }
    return left
  }

  mutating func removeAll() {
    for record in records { parts[Int(record)] = 0 }
    records.removeAll(keepingCapacity: records.count < 10_000)
    bases = [:]
  }
}

extension PendingRecords {
  /// Notes the changes of the current commit.
  func note(in unsaved: inout UnsavedRecords) {
    for record in touched { unsaved.add(record, .values) }
    for record in whole { unsaved.add(record, .age) }
    for part in parts { unsaved.add(part.record, .age) }
    for entry in invalid { unsaved.add(entry.record, .age) }
  }

  /// The records that the transaction changes, as long as no layer has run.
  var changedBelowLayers: [UInt32] {
    touched + whole + parts.map(\.record) + invalid.map(\.record)
  }

  /// A record's values below the optimistic layers.
  func base(_ record: UInt32) -> Blob? { covered[record].map { Blob($0) } ?? table.blob(record) }
}
