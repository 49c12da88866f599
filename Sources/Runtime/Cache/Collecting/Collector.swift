/// A garbage collection, in slices between which others read and write. Guarded by `writers`.
///
/// A record is *white* until it is kept. A kept record whose references are still to be kept is *grey* and waits in `grey`; afterwards it is
/// *black*. When records are evicted, which only happens while none is grey:
/// - they are white, and older than the collection,
/// - no black record refers to a white one, unless the kept ones exceed the limit,
/// - what retained queries and layers read is kept, and so is what they and watchers would read without the layers.
///
/// Others preserve this: what a commit writes is followed once more, because its new values may refer to white records (``write(_:)``). What is read
/// is kept, also between the last look at ``NotedReads`` and the moment of eviction (``CacheStore/evict(_:)``). What a layer read, wrote and covers
/// is kept as soon as it ran. Retained queries whose records are written are read again above the limit, where not everything reachable stays, and if
/// they may find objects by their keys, to which no record need refer.
/// ``Watchers`` always know which records they read: these are looked up at the moment of eviction.
///
/// Afterwards, ids are released that a record without fields has: if nothing read or wrote the record, and no value at all refers to it. Values that
/// are written meanwhile are searched for references like all others.
///
/// So nothing becomes reachable without being kept, and what was unreachable at the beginning and is not touched stays white.
final class Collector {
  /// What is left to do.
  enum Phase {
    /// Finding the records that are watched or in use, from this one on.
    case uses(next: UInt32)
    /// Keeping what the records in use refer to.
    case references
    /// Evicting, from this record on.
    case eviction(next: UInt32)
    /// Finding all references, from this record on. Records from `end` on are newer than the search, and found when they are written.
    case search(next: UInt32, end: UInt32)
    /// Releasing the ids that nothing refers to, from this record on.
    case release(next: UInt32)
  }

  private let pending: PendingRecords
  /// Whether the records exceed the limit, so that the least recently used ones go although they are in use.
  let isOver: Bool
  /// The number of bytes up to which records stay because they are in use.
  private let budget: Int
  /// Records from this one on are newer than the collection.
  let end: UInt32
  var phase = Phase.uses(next: 0)
  var uses = RecentUses()
  /// The records that stay.
  ///
  /// Exclusivity is unchecked, here and below: only the holder of `writers` uses it, and no access calls foreign code, so a check would never fail.
  @exclusivity(unchecked) private var kept = RecordSet()
  /// The records that are grey or black: others are kept without what they refer to.
  @exclusivity(unchecked) private var followed = RecordSet()
  @exclusivity(unchecked) private var grey: [UInt32] = []
  @exclusivity(unchecked) private var firstGrey = 0
  /// The records that commits have written since the last slice.
  private var written: [UInt32] = []
  var readings = RetainedReadings()
  /// The size of the kept records in bytes.
  @exclusivity(unchecked) private var byteCount = 0
  /// The records that had no fields when the collection began. Those that it evicts itself keep their keys until the next one, so that misses can
  /// say that they were evicted.
  private var hollow = RecordSet()
  private var hollowCount = 0
  /// How many ids are released at least.
  var leastReleased = 0
  /// The records that any value refers to; nil while records are kept for another reason.
  @exclusivity(unchecked) private var referenced: RecordSet?
  /// What was evicted.
  var evicted = (count: 0, bytes: 0)

  /// - Parameter limit: the size limit in bytes.
  init(_ pending: PendingRecords, limit: Int) {
    self.pending = pending
    isOver = pending.table.byteCount > limit
    budget = isOver ? limit - limit / 4 : Int.max
    end = UInt32(pending.table.count)
    for record in pending.layerIndex.records { keep(record) }
    // Layers may stay for days and hide what comes back when they are rolled back.
    for value in pending.valuesBelowLayers { followReferences(in: value) }
  }

  func isKept(_ record: UInt32) -> Bool { kept.contains(record) }

  /// Whether nothing that a read of the record needs can be evicted. A record that is newer than the collection stays, and what refers to others was
  /// written, and so followed.
  func isSettled(_ record: UInt32) -> Bool {
    record >= end || (isOver ? kept.contains(record) : followed.contains(record))
  }

  // MARK: - Keeping

  /// Keeps a record.
  func keep(_ record: UInt32) {
    if kept.insert(record) { byteCount += pending.table.size(record) }
  }

  /// Keeps a record and, within the budget, everything reachable from it.
  func follow(_ record: UInt32) {
    keep(record)
    if followed.insert(record) { grey.append(record) }
  }

  /// Keeps what was read: without a need to evict more, also everything reachable from it.
  func keep(_ dependencies: some Sequence<UInt32>) {
    for record in dependencies { if isOver { keep(record) } else { follow(record) } }
  }

  /// Keeps what a layer read and wrote, and what it covers.
  func keep(_ trace: LayerTrace) {
    for record in trace.reads { keep(record) }
    for (record, value) in trace.under {
      keep(record)
      followReferences(in: Blob(value))
    }
  }

  /// Notes that a commit writes a record.
  func write(_ record: UInt32) { written.append(record) }

  /// Keeps what commits have written since the last slice, and what it refers to: that may be new. At once, whatever it is: if it waited with the
  /// grey records, a collection would not end while others write much.
  func takeWritten() {
    // All of them first, so that none becomes grey because another one refers to it.
    for record in written {
      keep(record)
      _ = followed.insert(record)
    }
    for record in written {
      _ = followReferences(of: record)
    }
    readings.renew(after: written)
    written = []
  }

  // MARK: - Following references

  var hasGrey: Bool { firstGrey < grey.count }

  /// Follows the record used last of those that are left. Nothing happens if the budget is used up.
  ///
  /// - Returns: whether there was one.
  func followLatestUse() -> Bool {
    guard byteCount < budget, let record = uses.takeLatest() else { return false }
    follow(record)
    return true
  }

  /// Keeps what the first grey record refers to, unless the budget is used up: breadth first.
  ///
  /// - Returns: the number of slots that were visited.
  func followGrey() -> Int {
    let record = grey[firstGrey]
    firstGrey += 1
    if firstGrey == grey.count {
      grey.removeAll(keepingCapacity: true)
      firstGrey = 0
    }
    return 1 + followReferences(of: record)
  }

  private func followReferences(of record: UInt32) -> Int {
    byteCount >= budget && referenced == nil ? 0 : visit(record)
  }

  /// Notes what a record refers to as referenced, if it is not kept.
  ///
  /// - Returns: the number of slots that were visited.
  func search(_ record: UInt32) -> Int {
    // Without a need to evict more, what a followed record refers to is kept.
    isOver || !followed.contains(record) ? visit(record) : 0
  }

  /// Keeps what a record refers to, or notes it as referenced.
  ///
  /// - Returns: the number of slots that were visited.
  private func visit(_ record: UInt32) -> Int {
    pending.table.blob(record).map { followReferences(in: $0) } ?? 0
  }

  /// Recursion is safe: nesting is limited by the response decoder.
  @discardableResult private func followReferences(in blob: Blob) -> Int {
    let slots = blob.slots
    var count = blob.count
    for index in 0..<blob.count {
      let slot = slots[index]
      switch slot.kind {
      case SlotKind.reference: if referenced?.insert(slot.a) == nil { follow(slot.a) }
      case SlotKind.list, SlotKind.object: count += followReferences(in: Blob(blob.value(slot)))
      default: break
      }
    }
    return count
  }
}

/// Releasing ids.
extension Collector {
  /// Notes a record that has no fields.
  func noteHollow(_ record: UInt32) { if hollow.insert(record) { hollowCount += 1 } }

  /// Whether enough ids may be released: searching for references takes as long as following them.
  var mayRelease: Bool { hollowCount >= max(leastReleased, pending.table.count / 16) }

  func beginSearch() {
    referenced = RecordSet()
    for value in pending.valuesBelowLayers { followReferences(in: value) }
    phase = .search(next: 0, end: UInt32(pending.table.count))
  }

  /// Whether a record's id may be used for another one.
  func canRelease(_ record: UInt32) -> Bool {
    guard let referenced else { return false }
    return hollow.contains(record) && !kept.contains(record) && !referenced.contains(record)
      && pending.table.isHollow(record)
  }
}

extension RecordTable {
  /// Whether a record has a key, but neither fields nor the mark of a deleted one.
  func isHollow(_ record: UInt32) -> Bool {
    guard keys.isUsed(record) else { return false }
    return blob(record).map { $0.count == 0 && !$0.isDeleted } ?? true
  }
}

extension PendingRecords {
  /// Notes the records that the current commit writes, changed or not, for a collection that runs.
  func note(in collector: Collector) {
    for record in touched { collector.write(record) }
    for record in whole { collector.write(record) }
    for part in parts { collector.write(part.record) }
    for entry in restored { collector.write(entry.record) }
  }
}
