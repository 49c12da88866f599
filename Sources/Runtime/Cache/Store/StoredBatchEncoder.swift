/// Encodes records as rows.
struct StoredBatchEncoder {
  private let state: StoredState
  private let store: CacheStore
  var batch: StoredState.Batch {
    get { encoded.batch }
    set { encoded.batch = newValue }
  }
  /// A class, because assigning field ids adds rows to it.
  private let encoded = Encoded()
  /// Scratch memory for the blob being encoded.
  private var scratch = UnsafeMutableRawPointer.allocate(byteCount: 1 << 12, alignment: 8)
  private var capacity = 1 << 12

  private final class Encoded {
    var batch = StoredState.Batch()
    /// The evicted records without a row that rows of this batch refer to.
    var evicted: Set<UInt32> = []
  }

  init(_ state: StoredState, _ store: CacheStore) {
    self.state = state
    self.store = store
  }

  func deallocate() { scratch.deallocate() }

  /// Adds a record's row; removes the row of a record that is nested too deeply to be read back.
  ///
  /// An evicted record's row stays, without fields: its key lets references find the object when it comes back.
  mutating func addRecord(_ record: UInt32, _ age: StoredAge, isReferenced: Bool = false) {
    let stored = state.rows(record)
    let blob = store.pending.base(record)
    let hasValues = blob.map { $0.count > 0 || $0.isDeleted } ?? false
    // Others may give a number without a row to another key, so it is only assigned together with a row.
    guard hasValues || isReferenced || !stored.isEmpty, let number = state.records.number(record) else {
      return
    }
    var bytes: [UInt8]?
    if let blob { bytes = row(record, number, blob, age) }
    guard bytes != nil || !stored.isEmpty else { return state.records.withdraw(record) }
    encoded.batch.changes.append(StoredChange(table: .records, number: number, bytes: bytes))
    if stored.contains(.age) {
      encoded.batch.changes.append(StoredChange(table: .ages, number: number, bytes: nil))
    }
    encoded.batch.rows.append((record, bytes == nil ? [] : .values, age.lastUse))
  }

  /// Adds rows for the evicted records that the batch refers to.
  mutating func addEvicted() {
    for record in encoded.evicted.sorted() { addRecord(record, StoredAge(), isReferenced: true) }
  }

  private mutating func row(_ record: UInt32, _ number: UInt32, _ blob: Blob, _ age: StoredAge) -> [UInt8]? {
    var row = StoredRowWriter()
    row.add(blob.isDeleted ? 1 : 0)
    age.write(to: &row, fieldNumber)
    let key = store.table.keys.text(record)
    row.add(UInt32(key.utf8.count))
    row.add(key)
    if !blob.isDeleted {
      let copy = copy(blob)
      let translator = BlobTranslator(
        field: fieldNumber, record: noteReference, isTypename: { _ in false })
      guard translator.translate(copy, count: blob.size) else { return nil }
      row.add(UnsafeRawBufferPointer(start: copy, count: blob.size))
    }
    return row.finish(.records, number)
  }

  /// Adds a record's times if nothing else differs.
  func addAge(_ record: UInt32, _ age: StoredAge) {
    guard let number = state.records.known(record) else { return }
    var row = StoredRowWriter()
    age.write(to: &row, fieldNumber)
    encoded.batch.changes.append(
      StoredChange(table: .ages, number: number, bytes: row.finish(.ages, number)))
    encoded.batch.rows.append((record, [.values, .age], age.lastUse))
  }

  /// Returns the storage id of a record that a row refers to; collects the record if it was evicted and lacks a row.
  private var noteReference: (UInt32) -> UInt32? {
    { [state, store, encoded] record in
      if state.rows(record).isEmpty, let blob = store.pending.base(record), blob.count == 0, !blob.isDeleted {
        encoded.evicted.insert(record)
      }
      return state.records.number(record)
    }
  }

  /// The storage id of a field. Its first use adds the field's row.
  private var fieldNumber: (UInt32) -> UInt32? {
    { [state, store, encoded] field in
      guard let number = state.fields.number(field) else { return nil }
      if !state.isStored(field: field), encoded.batch.fields.insert(field).inserted {
        var row = StoredRowWriter()
        row.add(store.names.text(field))
        encoded.batch.changes.append(
          StoredChange(table: .fields, number: number, bytes: row.finish(.fields, number)))
      }
      return number
    }
  }

  private mutating func copy(_ blob: Blob) -> UnsafeMutableRawPointer {
    if blob.size > capacity {
      scratch.deallocate()
      capacity = blob.size * 2
      scratch = .allocate(byteCount: capacity, alignment: 8)
    }
    scratch.copyMemory(from: blob.base, byteCount: blob.size)
    return scratch
  }
}
