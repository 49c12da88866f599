import Apus

/// The layout of what a storage keeps.
enum StoredLayout {
  /// The version of rows and blobs. Raise it whenever the bytes of ``StoredRow``, ``StoredAge``, ``Blob`` or a setting change their meaning:
  /// a storage whose rows say otherwise is cleared.
  static let version: UInt32 = 1
}

/// What is in the storage, by the numbers of this process. It belongs to the storage's thread.
final class StoredState {
  /// The rows of the settings.
  enum Setting {
    static let keys: UInt32 = 0
    static let learned: UInt32 = 1
    static let layout: UInt32 = 2
  }

  /// What of a record is stored.
  struct Rows: OptionSet {
    let rawValue: UInt8
    static let values = Rows(rawValue: 1)
    static let age = Rows(rawValue: 2)
  }

  /// Changes, and what will be stored when they are written.
  struct Batch {
    var changes: [GraphQLStorageChange] = []
    var rows: [(record: UInt32, rows: Rows, used: UInt32)] = []
    var fields: Set<UInt32> = []
    var settings: [UInt32: [UInt8]] = [:]
    var learnedVersion = 0
  }

  /// The time whose numbers these are.
  let generation: CacheGeneration
  var records = StoredNumbers()
  var fields = StoredNumbers()
  private var storedFields: Set<UInt32> = []
  private var rows: [Rows] = []
  /// The times of use that are stored.
  private var uses: [UInt32] = []
  private var settings: [UInt32: [UInt8]] = [:]
  private var learnedVersion = -1
  /// Rows that are not as they were written. The next batch removes them.
  private var damaged: [GraphQLStorageChange] = []
  /// By which fields types were known when what is stored was written.
  var keys: [String: [String]] = [:]

  init(_ generation: CacheGeneration) { self.generation = generation }

  func rows(_ record: UInt32) -> Rows { Int(record) < rows.count ? rows[Int(record)] : [] }

  func note(_ record: UInt32, _ stored: Rows, used: UInt32) {
    let index = Int(record)
    if index >= rows.count {
      let more = max(index + 1 - rows.count, rows.count)
      rows.append(contentsOf: repeatElement([], count: more))
      uses.append(contentsOf: repeatElement(CacheTime.never, count: more))
    }
    rows[index] = stored
    uses[index] = used
  }

  func note(field: UInt32, number: UInt32) {
    fields.set(field, number)
    storedFields.insert(field)
  }

  func noteDamaged(_ table: GraphQLStorageTable, _ id: UInt32) {
    damaged.append(GraphQLStorageChange(table: table, id: id, bytes: nil))
  }

  func note(setting: UInt32, _ bytes: [UInt8]) { settings[setting] = bytes }

  /// The stored records whose time of use is older by so many seconds than it is. Readers have to be locked out.
  func outdatedUses(_ table: RecordTable, by seconds: UInt32) -> [UInt32] {
    (0..<UInt32(min(rows.count, table.count))).filter {
      rows[Int($0)].contains(.values) && table.times.lastUse($0) > uses[Int($0)] &+ seconds
    }
  }

  /// Where a record's values are that are stored; nil for one that is not.
  func stub(of record: UInt32, _ table: RecordTable) -> DiskRecords.Stub? {
    let size = table.size(record)
    guard size > 0, rows(record).contains(.values), let number = records.known(record) else { return nil }
    return DiskRecords.Stub(number: number, size: UInt32(size))
  }

  // MARK: - Batches

  /// What has to be written so that records are stored as they are. Whoever calls holds `writers`.
  func batch(_ unsaved: UnsavedRecords, _ store: CacheStore) -> Batch {
    var encoder = StoredBatchEncoder(self, store)
    defer { encoder.deallocate() }
    // First, since their numbers may be used again.
    encoder.batch.changes = damaged
    // Neighbours in the file are neighbours in the batch.
    let order = unsaved.records.map { (number: records.known($0) ?? .max, record: $0) }.sorted {
      ($0.number, $0.record) < ($1.number, $1.record)
    }
    store.readers.lock()
    let ages = order.map { store.table.times.stored($0.record) }
    store.readers.unlock()
    for (index, entry) in order.enumerated() {
      let record = entry.record
      if unsaved.parts(of: record).contains(.values) || !rows(record).contains(.values) {
        encoder.addRecord(record, ages[index])
      } else {
        encoder.addAge(record, ages[index])
      }
    }
    addSettings(store, to: &encoder.batch)
    return encoder.batch
  }

  private func addSettings(_ store: CacheStore, to batch: inout Batch) {
    batch.learnedVersion = store.learned.version
    if learnedVersion == batch.learnedVersion { return }
    var layout = StoredRowWriter()
    layout.add(StoredLayout.version)
    add(Setting.layout, layout, to: &batch)
    let known = keys.merging(store.types.keys) { $1 }
    for (id, lists) in [(Setting.keys, known), (Setting.learned, store.learned.all)] {
      var row = StoredRowWriter()
      let members = lists.mapValues { GraphQLValue.list($0.map { .string($0) }) }
      row.add(GraphQLValue.object(members).description)
      add(id, row, to: &batch)
    }
  }

  private func add(_ setting: UInt32, _ row: consuming StoredRowWriter, to batch: inout Batch) {
    let bytes = row.finish(.settings, setting)
    if settings[setting] == bytes { return }
    batch.changes.append(GraphQLStorageChange(table: .settings, id: setting, bytes: bytes))
    batch.settings[setting] = bytes
  }

  /// Whether a field has a row.
  func isStored(field: UInt32) -> Bool { storedFields.contains(field) }

  /// Notes that a batch was written.
  func note(_ batch: Batch) {
    for entry in batch.rows { note(entry.record, entry.rows, used: entry.used) }
    storedFields.formUnion(batch.fields)
    settings.merge(batch.settings) { $1 }
    learnedVersion = batch.learnedVersion
    damaged = []
  }
}
