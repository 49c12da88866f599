import Foundation

/// What a transaction has written and not yet published, over the records that everybody sees.
///
/// It belongs to whoever writes; ``CacheStore`` sees to it that there is one writer.
final class PendingRecords {
  let table: RecordTable
  /// Locks out readers: a new key changes what they look things up in.
  private let readers: NSLock
  private var blobs: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private var capacity = 1024
  /// The records that have a pending blob.
  private(set) var touched: [UInt32] = []
  /// The records of which every field was written, since the last commit.
  ///
  /// Only the one writer uses it, and no access runs code of others: a check for overlapping accesses would find none.
  @exclusivity(unchecked) private(set) var whole: [UInt32] = []
  /// The fields that were written of others.
  private(set) var parts: [(record: UInt32, field: UInt32)] = []
  /// What was made old; all of a record where the field is nil.
  private(set) var invalid: [(record: UInt32, field: UInt32?)] = []
  /// The fields of records that failed, and what their errors say.
  private var failures: [(record: UInt32, path: [UInt32], message: String)] = []
  /// What records that optimistic layers changed hold without them.
  private(set) var covered: [UInt32: UnsafeMutableRawPointer] = [:]
  /// The same of layers that run at the moment; nil when none does. It is unchecked for the reason that `whole` is.
  @exclusivity(unchecked) private var covering: [UInt32: UnsafeMutableRawPointer]?
  /// Whether records are seen as they are without layers.
  var isBelowLayers = false
  /// What layers wrote that are gone since the last commit.
  var uncovered: Set<UInt32> = []
  /// What the layer that runs has seen and written.
  @exclusivity(unchecked) private var trace = LayerTrace()
  /// Whether a layer that runs came upon what others wrote that do not.
  private(set) var hasMetOtherLayers = false

  /// What each transaction within another has replaced, the innermost last.
  private var nested: [Nested] = []

  /// What there was when a transaction within another began.
  private struct Nested {
    /// The blobs that it replaced; nil where there was none.
    var replaced: [UInt32: UnsafeMutableRawPointer?] = [:]
    let touched, whole, parts, invalid, failures: Int
  }

  init(_ table: RecordTable, _ readers: NSLock) {
    self.table = table
    self.readers = readers
    blobs = .allocate(capacity: capacity)
    blobs.initialize(repeating: nil, count: capacity)
  }

  deinit {
    discard()
    for blob in covered.values { blob.deallocate() }
    blobs.deallocate()
  }

  /// What a record holds, as the writer sees it.
  @inline(__always) func blob(_ id: UInt32) -> Blob? {
    if covering != nil { noteRead(id) }
    if Int(id) < capacity, let pending = blobs[Int(id)] { return Blob(pending) }
    if isBelowLayers, let base = covered[id] { return Blob(base) }
    return published(id)
  }

  /// What everybody sees of a record. `readers` must not be held.
  @inline(__always) func published(_ id: UInt32) -> Blob? {
    table.isOnDisk(id) ? load(id) : table.blob(id)
  }

  @inline(never) private func load(_ id: UInt32) -> Blob? {
    readers.lock()
    defer { readers.unlock() }
    return table.blob(id)
  }

  /// Calls `body` with what everybody sees of a record, which is not kept in memory for that.
  func visit(_ id: UInt32, _ body: (Blob) -> Void) {
    if !table.isOnDisk(id) { return table.blob(id).map(body) ?? () }
    readers.lock()
    defer { readers.unlock() }
    table.disk?.visit(id, table.keys, body)
  }

  /// The number of a key, which is added where it is not there.
  func id(_ key: UnsafeRawBufferPointer) -> UInt32 {
    if let known = table.keys.find(key) { return known }
    readers.lock()
    defer { readers.unlock() }
    return table.add(key)
  }

  /// The number of a key, which is compared with the records that are likely to come next before it is looked up.
  @inline(__always) func id(_ key: UnsafeRawBufferPointer, _ guess: inout RecordGuess) -> UInt32 {
    if let known = guess.find(key, table.keys) { return known }
    let id = id(key)
    guess.note(id)
    return id
  }

  func id(_ key: String) -> UInt32 {
    var key = key
    return key.withUTF8 { id(UnsafeRawBufferPointer($0)) }
  }

  func find(_ key: String) -> UInt32? {
    var text = key
    let id = text.withUTF8 { table.keys.find(UnsafeRawBufferPointer($0)) }
    if id == nil, covering != nil { noteMissing([key]) }
    return id
  }

  /// The key of a record.
  func text(_ id: UInt32) -> String { table.keys.text(id) }

  /// Takes what a record is to hold.
  func put(_ blob: UnsafeMutableRawPointer, at id: UInt32) {
    if Int(id) >= capacity { grow(Int(id)) }
    if covering != nil { noteWrite(id) }
    let old = blobs[Int(id)]
    if old == nil { touched.append(id) }
    if let last = nested.indices.last, nested[last].replaced[id] == nil {
      nested[last].replaced[id] = .some(old)
    } else {
      old?.deallocate()
    }
    blobs[Int(id)] = blob
  }

  /// Notes that every field of a record was written, whether it differs or not. What layers write has no age.
  @inline(__always) func stamp(_ id: UInt32) { if covering == nil { whole.append(id) } }

  /// Notes that a field was written of a record that has others.
  func stamp(_ id: UInt32, _ field: UInt32) { if covering == nil { parts.append((id, field)) } }

  /// Makes a record old, or one of its fields. In a layer it does nothing.
  func invalidate(_ id: UInt32, _ field: UInt32?) { if covering == nil { invalid.append((id, field)) } }

  /// Notes that a field failed, by the fields on the way to it.
  func noteFailure(_ id: UInt32, _ path: [UInt32], _ message: String) { failures.append((id, path, message)) }

  private func grow(_ id: Int) {
    let size = max(capacity * 2, id + 1)
    let grown = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: size)
    grown.initialize(repeating: nil, count: size)
    grown.update(from: blobs, count: capacity)
    blobs.deallocate()
    blobs = grown
    capacity = size
  }

  /// Every record.
  var all: Range<UInt32> { 0..<UInt32(table.count) }

  // MARK: - Optimistic layers

  /// The records that layers changed.
  var coveredRecords: Set<UInt32> { Set(covered.keys) }

  @inline(never) private func noteRead(_ id: UInt32) {
    trace.reads.insert(id)
    if covered[id] != nil { hasMetOtherLayers = true }
  }

  @inline(never) private func noteWrite(_ id: UInt32) {
    trace.writes.insert(id)
    if covered[id] != nil { hasMetOtherLayers = true }
    if covering?[id] == nil {
      let base = Int(id) < capacity ? blobs[Int(id)].map { Blob($0) } : nil
      covering?[id] = (base ?? published(id))?.copy ?? Blob.empty(isDeleted: false)
    }
  }

  /// Notes keys that were looked for while a layer runs, and that no record has.
  func noteMissing(_ keys: Set<String>) { if covering != nil { trace.missing.formUnion(keys) } }

  func beginTrace() { trace = LayerTrace() }

  func endTrace() -> LayerTrace { trace }

  /// From here on, what is written lies over the records.
  ///
  /// - Parameter records: those that show what is below the layers again. What others have in layers stays.
  func beginCovering(_ records: Set<UInt32>) {
    for id in records {
      guard let base = covered.removeValue(forKey: id) else { continue }
      let isWritten = Int(id) < capacity && blobs[Int(id)] != nil
      if isWritten { base.deallocate() } else { put(base, at: id) }
    }
    uncovered = []
    covering = [:]
    hasMetOtherLayers = false
  }

  /// Takes everything back that was written since ``beginCovering(_:)``.
  func stopCovering() {
    let bases = covering ?? [:]
    covering = nil
    for (id, base) in bases {
      guard let known = covered[id] else {
        put(base, at: id)
        continue
      }
      // A layer that did not run has it: below the layers it is something else than what was seen.
      base.deallocate()
      put(Blob(known).copy, at: id)
    }
  }

  /// Keeps what was written since ``beginCovering(_:)`` over the records.
  func endCovering() {
    covered.merge(covering ?? [:]) { $1 }
    covering = nil
  }

  // MARK: - Transactions within transactions

  func beginNested() {
    nested.append(
      Nested(
        touched: touched.count, whole: whole.count, parts: parts.count, invalid: invalid.count,
        failures: failures.count))
  }

  /// Makes what was written since ``beginNested()`` a part of what is around it.
  func endNested() {
    for (id, blob) in nested.popLast()?.replaced ?? [:] {
      if let last = nested.indices.last, nested[last].replaced[id] == nil {
        nested[last].replaced[id] = .some(blob)
      } else {
        blob?.deallocate()
      }
    }
  }

  /// Takes back what was written since ``beginNested()``.
  func discardNested() {
    guard let before = nested.popLast() else { return }
    for (id, blob) in before.replaced {
      blobs[Int(id)]?.deallocate()
      blobs[Int(id)] = blob
    }
    touched.removeSubrange(before.touched...)
    whole.removeSubrange(before.whole...)
    parts.removeSubrange(before.parts...)
    invalid.removeSubrange(before.invalid...)
    failures.removeSubrange(before.failures...)
  }

  // MARK: - Commits

  /// Forgets what was written.
  func discard() {
    for id in touched {
      blobs[Int(id)]?.deallocate()
      blobs[Int(id)] = nil
    }
    touched.removeAll(keepingCapacity: true)
    clearStamps()
  }

  private func clearStamps() {
    whole.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    invalid.removeAll()
    failures.removeAll()
  }

  /// Whether there is nothing to publish.
  var isEmpty: Bool {
    touched.isEmpty && whole.isEmpty && parts.isEmpty && invalid.isEmpty && failures.isEmpty
  }

  /// What differs from what everybody sees.
  func changes() -> [RecordChange] { changes { published($0) } }

  /// What differs from what there is without layers.
  func changesBelowLayers() -> [RecordChange] {
    changes { id in covered[id].map { Blob($0) } ?? published(id) }
  }

  /// What was said below the layers since the last commit: of each record the fields that were written, whether that changed them or
  /// not, and those that went; no fields for a record that was deleted.
  func writesBelowLayers() -> [RecordChange] {
    var found = changesBelowLayers().filter { blob($0.record)?.count ?? 0 == 0 }
    for id in whole { found.append(RecordChange(record: id, fields: blob(id)?.fields ?? [])) }
    for part in parts { found.append(RecordChange(record: part.record, fields: [part.field])) }
    return found
  }

  private func changes(from old: (UInt32) -> Blob?) -> [RecordChange] {
    var changes: [RecordChange] = []
    changes.reserveCapacity(touched.count)
    for id in touched {
      guard let pending = blobs[Int(id)] else { continue }
      guard let old = old(id), old.isDeleted == Blob(pending).isDeleted else {
        changes.append(RecordChange(record: id, fields: nil))
        continue
      }
      let fields = Blob(pending).differences(from: old)
      if !fields.isEmpty { changes.append(RecordChange(record: id, fields: fields)) }
    }
    return changes
  }

  /// Hands over what was written, at a time. Readers have to be locked out.
  ///
  /// - Returns: what the table had instead, which is the caller's to free.
  func publish(_ time: UInt32) -> [UnsafeMutableRawPointer] {
    for id in whole { table.times.stamp(id, time) }
    for part in parts { table.times.stamp(part.record, part.field, time) }
    if !table.failures.isEmpty { forgetFailures() }
    for failure in failures { table.failures.note(failure.record, failure.path, failure.message) }
    table.disk?.touch(touched)
    var old: [UnsafeMutableRawPointer] = []
    old.reserveCapacity(touched.count)
    for id in touched {
      if let blob = table.exchange(id, for: blobs[Int(id)]) { old.append(blob) }
      blobs[Int(id)] = nil
    }
    for entry in invalid {
      if let field = entry.field, let blob = table.blob(entry.record) {
        table.times.invalidate(entry.record, field, of: blob.fields)
      } else {
        table.times.invalidate(entry.record)
      }
    }
    touched.removeAll(keepingCapacity: true)
    clearStamps()
    return old
  }
}

/// What an optimistic layer saw and wrote.
struct LayerTrace {
  var reads: Set<UInt32> = []
  var writes: Set<UInt32> = []
  /// The keys that it looked for and no record had.
  var missing: Set<String> = []
}

extension PendingRecords {
  /// Forgets what errors said of fields that are written now, or of objects that are forgotten.
  private func forgetFailures() {
    for id in whole { table.failures.forget(id) }
    for part in parts { table.failures.forget(part.record, part.field) }
    for id in touched where blob(id)?.count == 0 { table.failures.forget(id) }
  }
}

/// A record that a commit changed.
struct RecordChange: Sendable {
  var record: UInt32
  /// The fields that differ; nil where all of the record is new.
  var fields: [UInt32]?
}

extension Blob {
  /// The fields that it has.
  var fields: [UInt32] { (0..<count).map { slots[$0].field } }

  /// The fields that one of two records has and the other has not, or has otherwise.
  func differences(from old: Blob) -> [UInt32] {
    var fields: [UInt32] = []
    let (slots, oldSlots) = (slots, old.slots)
    var hint = 0
    for position in 0..<count {
      let slot = slots[position]
      if let at = old.position(of: slot.field, hint: hint) {
        hint = at + 1
        if isEqual(slot, oldSlots[at], in: old) { continue }
      }
      fields.append(slot.field)
    }
    hint = 0
    for at in 0..<old.count {
      if let position = position(of: oldSlots[at].field, hint: hint) {
        hint = position + 1
      } else {
        fields.append(oldSlots[at].field)
      }
    }
    return fields
  }

  /// Whether a slot has the value that another blob's slot has.
  @inline(__always) func isEqual(_ slot: Slot, _ other: Slot, in blob: Blob) -> Bool {
    guard slot.kind == other.kind, slot.b == other.b else { return false }
    if slot.kind == SlotKind.reference { return slot.a == other.a }
    return areEqual(value(slot), blob.value(other), Int(slot.b))
  }
}
