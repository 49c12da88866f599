import ApusPlatform

/// A transaction's unpublished writes, over the published records.
///
/// Only the writer uses it; ``CacheStore`` admits a single writer.
final class PendingRecords {
  let table: RecordTable
  /// Locks out readers, because adding a key changes the table they use.
  private let readers: Mutex
  private var blobs: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private var capacity = 1024
  /// The records that have a pending blob.
  ///
  /// Exclusivity is unchecked, here and below: only the one writer uses it, and no access calls foreign code, so a check would never fail.
  @exclusivity(unchecked) private(set) var touched: [UInt32] = []
  /// The records whose fields were all written since the last commit.
  @exclusivity(unchecked) private(set) var whole: [UInt32] = []
  /// Single fields written in other records.
  @exclusivity(unchecked) private(set) var parts: [(record: UInt32, field: UInt32)] = []
  /// The fields made stale; a nil field stands for the whole record.
  @exclusivity(unchecked) private(set) var invalid: [(record: UInt32, field: UInt32?)] = []
  /// The records that were read from a storage.
  @exclusivity(unchecked) var restored: [RestoredRecord] = []
  /// The changes of lists since the last commit.
  @exclusivity(unchecked) var listChanges: [(lists: GraphQLCacheLists, change: ListChange)] = []
  /// Failed fields and their errors' messages.
  @exclusivity(unchecked) private var failures: [(record: UInt32, path: [UInt32], message: String)] = []
  /// The values below the layers, for records that optimistic layers changed.
  @exclusivity(unchecked) private(set) var covered: [UInt32: UnsafeMutableRawPointer] = [:]
  /// The records that layers began or ceased to change since this was taken.
  @exclusivity(unchecked) private var coverChanges: [UInt32] = []
  private var typeIndex = TypeIndex()
  /// The number of calls of ``put(_:at:)``.
  @exclusivity(unchecked) private(set) var putCount = 0
  /// Whether records are read below the layers.
  var isBelowLayers = false
  /// The records that the layers read and wrote when they last ran.
  @exclusivity(unchecked) var layerIndex = LayerIndex()
  /// The end of the keys when ``takeNewRecords()`` was last called.
  private var knownKeys = KeyPlace()
  /// The layer being run; nil if none is. Unchecked for the same reason as `touched`.
  @exclusivity(unchecked) private var run: LayerRun?

  /// The state before each nested transaction, the innermost last.
  @exclusivity(unchecked) private var nested: [Nested] = []

  private struct Nested {
    /// The blobs replaced since then; nil if there was none.
    var replaced: [UInt32: UnsafeMutableRawPointer?] = [:]
    let touched, whole, parts, invalid, failures, listChanges: Int
  }

  init(_ table: RecordTable, _ readers: Mutex) {
    self.table = table
    self.readers = readers
    blobs = .allocate(capacity: capacity)
    blobs.initialize(repeating: nil, count: capacity)
  }

  deinit {
    discard()
    for blob in covered.values { blob.deallocate() }
    for trace in layerIndex.traces.values { for blob in trace.under.values { blob.deallocate() } }
    for blob in run?.trace.under.values ?? [:].values { blob.deallocate() }
    blobs.deallocate()
  }

  /// A record's values as the writer sees them.
  @inline(__always) func blob(_ id: UInt32) -> Blob? {
    if run != nil { noteRead(id) }
    if Int(id) < capacity, let pending = blobs[Int(id)] { return Blob(pending) }
    if isBelowLayers, let base = covered[id] { return Blob(base) }
    return table.blob(id)
  }

  /// The id of a key; adds the key if it is new.
  func id(_ key: UnsafeRawBufferPointer) -> UInt32 {
    if let known = table.keys.find(key) { return known }
    readers.lock()
    defer { readers.unlock() }
    return table.add(key)
  }

  /// The id of a key. Compares it with the predicted records before looking it up.
  @inline(__always) func id(_ key: UnsafeRawBufferPointer, _ prediction: inout RecordPrediction) -> UInt32 {
    if let known = prediction.find(key, table.keys) { return known }
    let id = id(key)
    prediction.note(id)
    return id
  }

  func id(_ key: String) -> UInt32 {
    var key = key
    return key.withUTF8 { id(UnsafeRawBufferPointer($0)) }
  }

  func find(_ key: String) -> UInt32? {
    let id = table.keys.find(key)
    if id == nil, run != nil { noteMissing([key]) }
    return id
  }

  func text(_ id: UInt32) -> String { table.keys.text(id) }

  /// Sets a record's pending values; takes ownership of the blob.
  func put(_ blob: UnsafeMutableRawPointer, at id: UInt32) {
    putCount &+= 1
    if Int(id) >= capacity { grow(Int(id)) }
    if run != nil { noteWrite(id) }
    let old = blobs[Int(id)]
    if old == nil { touched.append(id) }
    if let last = nested.indices.last, nested[last].replaced[id] == nil {
      nested[last].replaced[id] = .some(old)
    } else {
      old?.deallocate()
    }
    blobs[Int(id)] = blob
  }

  /// Notes that every field of a record was written, changed or not. Writes of layers do not change its age.
  @inline(__always) func stamp(_ id: UInt32) { if run == nil { whole.append(id) } }

  /// Notes that one field of a record was written.
  func stamp(_ id: UInt32, _ field: UInt32) { if run == nil { parts.append((id, field)) } }

  /// Makes a record or one of its fields stale. Does nothing in a layer.
  func invalidate(_ id: UInt32, _ field: UInt32?) { if run == nil { invalid.append((id, field)) } }

  /// Notes a failed field by the path of fields to it.
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

  var all: Range<UInt32> { 0..<UInt32(table.count) }

  /// The records of types' objects and, for root types, of their root fields, in ascending order.
  func records(of types: Set<String>) -> [UInt32] { typeIndex.records(of: types, table) }

  // MARK: - Optimistic layers

  @inline(never) private func noteRead(_ id: UInt32) {
    guard let number = run?.number else { return }
    run?.trace.reads.insert(id)
    if layerIndex.isWritten(id, above: number) { run?.met.insert(id) }
  }

  @inline(never) private func noteWrite(_ id: UInt32) {
    guard let number = run?.number, run?.trace.under[id] == nil else { return }
    if layerIndex.isTouched(id, above: number) { run?.met.insert(id) }
    let value = (Int(id) < capacity ? blobs[Int(id)].map { Blob($0) } : nil) ?? table.blob(id)
    func copy() -> UnsafeMutableRawPointer { value?.copy ?? Blob.empty(isDeleted: false) }
    run?.trace.under[id] = copy()
    if covered[id] == nil {
      covered[id] = copy()
      coverChanges.append(id)
    }
  }

  /// Notes keys that a layer looked up and no record has.
  func noteMissing(_ keys: Set<String>) { run?.trace.missing.formUnion(keys) }

  /// The values of records below each of the layers that changed them. They come back when layers are rolled back.
  var valuesBelowLayers: [Blob] {
    (Array(covered.values) + layerIndex.traces.values.flatMap(\.under.values)).map { Blob($0) }
  }

  var isInLayer: Bool { run != nil }

  /// Starts a layer: until ``endRun()``, writes lie above the records.
  func beginRun(_ number: Int) { run = LayerRun(number: number) }

  func endRun() -> LayerRun? {
    defer { run = nil }
    return run
  }

  /// Undoes what a layer wrote that is not in the index.
  func undo(_ trace: LayerTrace) {
    for (id, under) in trace.under { uncover(id, to: under) }
  }

  /// Undoes what layers wrote. All layers above them that share records with them must be among them.
  ///
  /// - Parameters:
  ///   - numbers: the layers, the lowest first.
  ///   - below: the records that were written below all layers: these keep their values.
  func undo(_ numbers: [Int], below: Set<UInt32>) {
    var seen: Set<UInt32> = []
    for trace in layerIndex.take(numbers) {
      for (id, under) in trace.under {
        if !seen.insert(id).inserted {
          under.deallocate()
        } else if below.contains(id) {
          under.deallocate()
          forgetBase(id)
        } else {
          uncover(id, to: under)
        }
      }
    }
  }

  /// Gives a record the value that it had below a layer.
  private func uncover(_ id: UInt32, to value: UnsafeMutableRawPointer) {
    put(value, at: id)
    if !layerIndex.isWritten(id) { forgetBase(id) }
  }

  private func forgetBase(_ id: UInt32) {
    guard let base = covered.removeValue(forKey: id) else { return }
    base.deallocate()
    coverChanges.append(id)
  }

  /// The records added since the last call.
  func takeNewRecords() -> [UInt32] {
    defer { knownKeys = table.keyPlace }
    return table.records(since: knownKeys)
  }

  /// The records that layers may have begun or ceased to change since the last call.
  func takeCoverChanges() -> [UInt32] {
    defer { coverChanges.removeAll(keepingCapacity: true) }
    return coverChanges
  }

  // MARK: - Nested transactions

  func beginNested() {
    nested.append(
      Nested(
        touched: touched.count, whole: whole.count, parts: parts.count, invalid: invalid.count,
        failures: failures.count, listChanges: listChanges.count))
  }

  /// Makes the writes since ``beginNested()`` part of the outer transaction.
  func endNested() {
    for (id, blob) in nested.popLast()?.replaced ?? [:] {
      if let last = nested.indices.last, nested[last].replaced[id] == nil {
        nested[last].replaced[id] = .some(blob)
      } else {
        blob?.deallocate()
      }
    }
  }

  /// Undoes the writes since ``beginNested()``.
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
    listChanges.removeSubrange(before.listChanges...)
  }

  // MARK: - Commits

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
    if !invalid.isEmpty { invalid.removeAll() }
    if !failures.isEmpty { failures.removeAll() }
    if !listChanges.isEmpty { listChanges.removeAll() }
    if !restored.isEmpty { restored.removeAll() }
  }

  var isEmpty: Bool {
    touched.isEmpty && whole.isEmpty && parts.isEmpty && invalid.isEmpty && failures.isEmpty
      && restored.isEmpty
  }

  /// The differences from the published records.
  func changes() -> [RecordChange] { changes { table.blob($0) } }

  /// The differences from the records below the layers.
  func changesBelowLayers() -> [RecordChange] {
    changes { base($0) }
  }

  /// Everything written below the layers since the last commit: for each record the fields that were written, changed or not, and those
  /// that disappeared; nil fields for a deleted record.
  func writesBelowLayers() -> [RecordChange] {
    var found = changesBelowLayers().filter { blob($0.record)?.count ?? 0 == 0 }
    // An object that was deleted before may come back with a response in flight.
    for id in touched where blob(id)?.isDeleted ?? false {
      found.append(RecordChange(record: id, fields: nil))
    }
    for id in whole { found.append(RecordChange(record: id, fields: blob(id)?.fields ?? [])) }
    for part in parts { found.append(RecordChange(record: part.record, fields: [part.field])) }
    for entry in restored { found.append(RecordChange(record: entry.record, fields: entry.changed)) }
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

  /// By how many bytes the table grows when the writes are published. Computed before readers are locked out, because it looks at all values.
  var growth: Int {
    touched.reduce(0) { sum, id in
      sum + (blobs[Int(id)].map { Blob($0).size } ?? 0) - (table.blob(id)?.size ?? 0)
    }
  }

  /// Publishes the writes with a time, except for ``invalid``. Readers must be locked out.
  ///
  /// - Parameter growth: the result of ``growth``.
  /// - Returns: the replaced values, which the caller must free.
  func publish(_ time: UInt32, growth: Int) -> [UnsafeMutableRawPointer] {
    for id in whole { table.times.stamp(id, time) }
    for part in parts { table.times.stamp(part.record, part.field, time) }
    for entry in restored { table.times.restore(entry.record, entry.age) }
    if !table.failures.isEmpty { forgetFailures() }
    for failure in failures { table.failures.note(failure.record, failure.path, failure.message) }
    var old: [UnsafeMutableRawPointer] = []
    old.reserveCapacity(touched.count)
    for id in touched {
      if let blob = table.swap(id, for: blobs[Int(id)]) { old.append(blob) }
      blobs[Int(id)] = nil
    }
    table.grow(by: growth)
    touched.removeAll(keepingCapacity: true)
    clearStamps()
    return old
  }

  /// Takes what became stale, to publish it after the writes.
  func takeInvalid() -> [(record: UInt32, field: UInt32?)] {
    defer { invalid = [] }
    return invalid
  }
}
