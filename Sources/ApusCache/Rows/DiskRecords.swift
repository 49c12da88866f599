/// The records whose values are in the storage alone, and those of them that were read back since.
///
/// Like ``RecordTable`` it is changed while both locks are held, and read while either is. What a reader adds, `loaded`, `uses` and what
/// went wrong, belongs to `readers`.
final class DiskRecords {
  /// Where a record's values are.
  struct Stub {
    var number: UInt32
    var size: UInt32
  }

  /// How many bytes of values should be in memory.
  let limit: Int
  /// How many bytes could not leave the memory when they should have: it is tried again when there are more.
  var floor = 0
  private let storage: any GraphQLCacheStorage
  private var stubs: [Stub] = []
  /// The numbers in this process, by those in the storage.
  private var records = NumberedRecords()
  private var fields = NumberedRecords()
  /// What was read back. It moves to the table when both locks are held.
  private(set) var loaded: [UInt32: UnsafeMutableRawPointer] = [:]
  /// How many bytes are in the storage alone.
  private(set) var byteCount = 0
  /// When each record was last read or written, as the number of the read.
  private var uses: [UInt32] = []
  private var clock: UInt32 = 0
  /// The records whose rows are not what was written.
  private var damaged: [UInt32] = []
  /// Why rows could not be read.
  private var failure: (any Error)?

  init(_ storage: any GraphQLCacheStorage, limit: Int) {
    self.storage = storage
    self.limit = limit
  }

  deinit { for blob in loaded.values { blob.deallocate() } }

  // MARK: - Numbers

  /// Learns which record and which field has which number in the storage.
  func learn(_ stored: (records: StoredNumbers, fields: StoredNumbers)) {
    records.learn(stored.records)
    fields.learn(stored.fields)
  }

  /// The same without any records.
  func emptied() -> DiskRecords { DiskRecords(storage, limit: limit) }

  /// Forgets what the storage has: it is made anew.
  func reset() {
    stubs = []
    records = NumberedRecords()
    fields = NumberedRecords()
  }

  // MARK: - Records

  /// How many bytes a record has that is in the storage.
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

  /// Notes that a record has other values now; what was read back is freed.
  func remove(_ record: UInt32) {
    if let blob = loaded.removeValue(forKey: record) { blob.deallocate() } else { byteCount -= size(record) }
  }

  /// Hands over what was read back.
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

  /// When a record was used, the later the greater.
  func use(_ record: UInt32) -> UInt32 { Int(record) < uses.count ? uses[Int(record)] : 0 }

  // MARK: - Reading back

  /// The values of a record, which stay in memory.
  func load(_ record: UInt32, _ keys: Interner) -> Blob? {
    if let blob = loaded[record] { return Blob(blob) }
    do {
      let blob = try read(record, keys)
      if blob == nil { damaged.append(record) }
      // Of a row that is damaged nothing is left.
      let found = blob ?? Blob.empty(isDeleted: false)
      loaded[record] = found
      byteCount -= size(record)
      return Blob(found)
    } catch {
      // Maybe it can be read later.
      failure = failure ?? error
      return nil
    }
  }

  /// Calls `body` with the values of a record, which do not stay.
  func visit(_ record: UInt32, _ keys: Interner, _ body: (Blob) -> Void) {
    if let blob = loaded[record] { return body(Blob(blob)) }
    guard let blob = try? read(record, keys) else { return }
    defer { blob.deallocate() }
    body(Blob(blob))
  }

  /// - Returns: nil when the row is not what was written.
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

  // MARK: - What went wrong

  /// Whether rows could not be read.
  var hasFaults: Bool { !damaged.isEmpty || failure != nil }

  func takeFaults() -> (damaged: [UInt32], failure: (any Error)?) {
    defer { (damaged, failure) = ([], nil) }
    return (damaged, failure)
  }
}
