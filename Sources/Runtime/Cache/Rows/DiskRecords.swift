/// The records whose values are only in the storage, and those read back since.
///
/// Locked like ``RecordTable``: changed while both locks are held, and read while either is. Only `readers` guards what reading adds:
/// `loaded`, `uses` and faults.
final class DiskRecords {
  /// The location of a record's values.
  struct Stub {
    var number: UInt32
    var size: UInt32
  }

  /// The limit for values in memory, in bytes.
  let limit: Int
  /// The bytes left in memory by the last attempt to free some; the next attempt waits until there are more.
  var floor = 0
  private let storage: any GraphQLCacheStorage
  private var stubs: [Stub] = []
  /// Memory ids by storage id.
  private var records = NumberedRecords()
  private var fields = NumberedRecords()
  /// The values read back. They move to the table once both locks are held.
  private(set) var loaded: [UInt32: UnsafeMutableRawPointer] = [:]
  /// The bytes that are only in the storage.
  private(set) var byteCount = 0
  /// The clock's value when each record was last read or written.
  private var uses: [UInt32] = []
  private var clock: UInt32 = 0
  private var damaged: [UInt32] = []
  /// The reason that rows could not be read.
  private var failure: (any Error)?

  init(_ storage: any GraphQLCacheStorage, limit: Int) {
    self.storage = storage
    self.limit = limit
  }

  deinit { for blob in loaded.values { blob.deallocate() } }

  // MARK: - Numbers

  /// Takes over the storage's ids for records and fields.
  func learn(_ stored: (records: StoredNumbers, fields: StoredNumbers)) {
    records.learn(stored.records)
    fields.learn(stored.fields)
  }

  /// A copy for the same storage, without records.
  func emptied() -> DiskRecords { DiskRecords(storage, limit: limit) }

  /// Forgets all ids, since the storage is recreated.
  func reset() {
    stubs = []
    records = NumberedRecords()
    fields = NumberedRecords()
  }

  // MARK: - Records

  /// The size in bytes of a record that is in the storage.
  func size(_ record: UInt32) -> Int { Int(record) < stubs.count ? Int(stubs[Int(record)].size) : 0 }

  func add(_ record: UInt32, _ stub: Stub) {
    let index = Int(record)
    if index >= stubs.count {
      let more = max(index + 1 - stubs.count, stubs.count)
      stubs.append(contentsOf: repeatElement(Stub(number: 0, size: 0), count: more))
    }
    stubs[index] = stub
    byteCount += Int(stub.size)
  }

  /// Notes that a record has new values; frees the ones read back.
  func remove(_ record: UInt32) {
    if let blob = loaded.removeValue(forKey: record) { blob.deallocate() } else { byteCount -= size(record) }
  }

  /// Returns the values read back; the caller must free them.
  func takeLoaded() -> [UInt32: UnsafeMutableRawPointer] {
    defer { loaded = [:] }
    return loaded
  }

  // MARK: - Use

  /// Notes that records were read or written.
  func touch(_ records: [UInt32]) {
    clock &+= 1
    guard let last = records.max() else { return }
    if Int(last) >= uses.count {
      uses.append(contentsOf: repeatElement(0, count: max(Int(last) + 1 - uses.count, uses.count)))
    }
    for record in records { uses[Int(record)] = clock }
  }

  /// A record's last use: a later one has a greater value.
  func use(_ record: UInt32) -> UInt32 { Int(record) < uses.count ? uses[Int(record)] : 0 }

  // MARK: - Reading back

  /// Reads a record's values and keeps them in memory.
  func load(_ record: UInt32, _ keys: Interner) -> Blob? {
    if let blob = loaded[record] { return Blob(blob) }
    do {
      let blob = try read(record, keys)
      if blob == nil { damaged.append(record) }
      // A damaged row counts as evicted.
      let found = blob ?? Blob.empty(isDeleted: false)
      loaded[record] = found
      byteCount -= size(record)
      return Blob(found)
    } catch {
      // It may be readable later.
      failure = failure ?? error
      return nil
    }
  }

  /// Calls `body` with a record's values without keeping them in memory.
  func visit(_ record: UInt32, _ keys: Interner, _ body: (Blob) -> Void) {
    if let blob = loaded[record] { return body(Blob(blob)) }
    guard let blob = try? read(record, keys) else { return }
    defer { blob.deallocate() }
    body(Blob(blob))
  }

  /// - Returns: nil if the row is damaged.
  private func read(_ record: UInt32, _ keys: Interner) throws -> UnsafeMutableRawPointer? {
    let stub = stubs[Int(record)]
    var found: UnsafeMutableRawPointer?
    try storage.row(.records, stub.number) { bytes in
      guard found == nil, var row = StoredRow(bytes, .records, stub.number), row.number() == 0,
        StoredAge(&row, { _ in nil }) != nil, let count = row.number(), let key = row.take(count),
        keys.find(key) == record
      else { return }
      found = blob(row.rest, stub)
    }
    return found
  }

  private func blob(_ bytes: UnsafeRawBufferPointer, _ stub: Stub) -> UnsafeMutableRawPointer? {
    guard bytes.count == Int(stub.size), bytes.count >= Blob.headerSize, let start = bytes.baseAddress else {
      return nil
    }
    let blob = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 8)
    blob.copyMemory(from: start, byteCount: bytes.count)
    let translator = BlobTranslator(
      field: { [fields] in fields[$0] },
      record: { [records] in records[$0] },
      isTypename: { [fields] in fields[$0] == FieldNames.typename })
    if translator.translate(blob, count: bytes.count) { return blob }
    blob.deallocate()
    return nil
  }

  // MARK: - Faults

  /// Whether rows could not be read.
  var hasFaults: Bool { !damaged.isEmpty || failure != nil }

  func takeFaults() -> (damaged: [UInt32], failure: (any Error)?) {
    defer { (damaged, failure) = ([], nil) }
    return (damaged, failure)
  }
}
