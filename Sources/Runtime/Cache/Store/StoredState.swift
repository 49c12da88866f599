import Apus

/// The version of the storage's format.
package enum StoredLayout {
  /// The version of rows and blobs. Raise it whenever the bytes of ``StoredRow``, ``StoredAge``, ``Blob`` or a setting change their
  /// meaning: a storage with another version is cleared.
  static let version: UInt32 = 1
  /// The prefix of the first setting in the storage of a queue, which a cache must not use.
  package static let queueMark = "Apus mutation queue"
}

/// The state of the storage, by memory id. Only the storage's thread uses it.
final class StoredState {
  /// The ids of settings.
  enum Setting {
    static let keys: UInt32 = 0
    static let learned: UInt32 = 1
    static let layout: UInt32 = 2
  }

  /// The rows stored for a record.
  struct Rows: OptionSet {
    let rawValue: UInt8
    static let values = Rows(rawValue: 1)
    static let age = Rows(rawValue: 2)
  }

  /// Changes, and the resulting state once they are written.
  struct Batch {
    var changes: [StoredChange] = []
    var rows: [(record: UInt32, rows: Rows, used: UInt32)] = []
    var fields: Set<UInt32> = []
    var settings: [UInt32: [UInt8]] = [:]
    var learnedVersion = 0
  }

  /// The generation to which the memory ids belong.
  let generation: CacheGeneration
  var records: StoredNumbers
  var fields: StoredNumbers
  private var storedFields: Set<UInt32> = []
  private var rows: [Rows] = []
  /// The stored times of use.
  private var uses: [UInt32] = []
  private var settings: [UInt32: [UInt8]] = [:]
  private var learnedVersion = -1
  /// Damaged rows, which the next batch removes.
  private var damaged: [StoredChange] = []
  /// The key fields of types when the storage was written.
  var keys: [String: [String]] = [:]

  /// - Parameter isShared: whether others write to the storage as well.
  init(_ generation: CacheGeneration, isShared: Bool = false) {
    self.generation = generation
    (records, fields) = (StoredNumbers(isShared: isShared), StoredNumbers(isShared: isShared))
  }

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

  func noteDamaged(_ table: StoredTable, _ id: UInt32) {
    damaged.append(StoredChange(table: table, number: id, bytes: nil))
  }

  /// Notes that another cache has written a damaged row again.
  func noteWhole(_ table: StoredTable, _ id: UInt32) {
    if !damaged.isEmpty { damaged.removeAll { $0.table == table && $0.number == id } }
  }

  func note(setting: UInt32, _ bytes: [UInt8]) { settings[setting] = bytes }

  /// The stored records whose stored time of use lags by more than `seconds`. The caller holds `readers`.
  func outdatedUses(_ table: RecordTable, by seconds: UInt32, among records: Range<Int>) -> [UInt32] {
    records.clamped(to: rows.indices).filter {
      rows[$0].contains(.values) && table.times.lastUse(UInt32($0)) > uses[$0] &+ seconds
    }.map { UInt32($0) }
  }

  // MARK: - Batches

  /// Encodes the unsaved records. The caller holds `writers`.
  func batch(_ unsaved: UnsavedRecords, _ store: CacheStore) -> Batch {
    var encoder = StoredBatchEncoder(self, store)
    defer { encoder.deallocate() }
    // First, because their ids may be reused.
    encoder.batch.changes = damaged
    // Write rows in the order of the file.
    let order = unsaved.records.map { (number: records.known($0) ?? .max, record: $0) }.sorted {
      ($0.number, $0.record) < ($1.number, $1.record)
    }
    var ages: [StoredAge] = []
    ages.reserveCapacity(order.count)
    Slices.forEach(of: order.indices, locking: store.readers) { slice in
      for entry in order[slice] { ages.append(store.table.times.stored(entry.record)) }
    }
    for (index, entry) in order.enumerated() {
      let record = entry.record
      if unsaved.parts(of: record).contains(.values) || !rows(record).contains(.values) {
        encoder.addRecord(record, ages[index])
      } else {
        encoder.addAge(record, ages[index])
      }
    }
    encoder.addEvicted()
    addSettings(store, to: &encoder.batch)
    return encoder.batch
  }

  private func addSettings(_ store: CacheStore, to batch: inout Batch) {
    batch.learnedVersion = store.learned.version
    if learnedVersion == batch.learnedVersion { return }
    var layout = StoredRowWriter()
    layout.add(StoredLayout.version)
    add(Setting.layout, layout, to: &batch)
    let known = keys.merging(store.rules.keys.origins(store.types)) { $1 }
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
    batch.changes.append(StoredChange(table: .settings, number: setting, bytes: bytes))
    batch.settings[setting] = bytes
  }

  func isStored(field: UInt32) -> Bool { storedFields.contains(field) }

  /// Updates the state after a batch was written.
  func note(_ batch: Batch) {
    for entry in batch.rows { note(entry.record, entry.rows, used: entry.used) }
    storedFields.formUnion(batch.fields)
    settings.merge(batch.settings) { $1 }
    learnedVersion = batch.learnedVersion
    damaged = []
    records.keepAssigned()
    fields.keepAssigned()
  }

  /// Takes back what a batch that was not written has assigned in a shared storage.
  func withdrawBatch() {
    records.withdrawAssigned()
    fields.withdrawAssigned()
  }
}
