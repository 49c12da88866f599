import Apus

/// Decodes the rows of a storage: all of them into an empty store, or those that another cache has changed. Its thread holds `writers`.
struct StoredImage {
  /// What the rows taken so far say about later ones.
  struct Known {
    /// Memory ids by storage id.
    var records: [UInt32: UInt32] = [:]
    var fields: [UInt32: UInt32] = [:]
    var hasKeys = false
    /// Whether the rows are a mutation queue's.
    var isQueue = false
    /// The layout's version; nil before its row was read.
    var layout: UInt32?
    var hasRows = false

    /// Notes the rows that this cache has written to a shared storage itself.
    mutating func note(_ batch: StoredState.Batch, _ state: StoredState) {
      if !batch.changes.isEmpty { hasRows = true }
      if batch.settings[StoredState.Setting.layout] != nil { layout = StoredLayout.version }
      if batch.settings[StoredState.Setting.keys] != nil { hasKeys = true }
      for field in batch.fields {
        if let number = state.fields.known(field) { fields[number] = field }
      }
      for entry in batch.rows {
        guard let number = state.records.known(entry.record) else { continue }
        records[number] = entry.rows.isEmpty ? nil : entry.record
        // Others may give it to another key.
        if entry.rows.isEmpty { state.records.forget(entry.record) }
      }
    }
  }

  private struct Loaded {
    var record: UInt32
    var isDeleted: Bool
    var blob: UnsafeMutableRawPointer
    var size: Int
    var age: StoredAge
    /// Whether the values were found to be damaged.
    var isDamaged = false
    /// Whether it has only a key, for the records that refer to it.
    var isEvicted: Bool { !isDeleted && size <= Blob.headerSize }
  }

  /// A record as it is stored.
  struct Found {
    var record: UInt32
    /// Its values; nil if only its times have changed.
    var blob: UnsafeMutableRawPointer?
    var age: StoredAge
  }

  private let store: CacheStore
  private let state: StoredState
  private var loaded: [Loaded] = []
  private(set) var known: Known
  /// Whether the rows are those that another cache has changed. It repairs damaged ones itself.
  private let isFollowing: Bool
  /// The records whose rows were removed.
  private var removed: [UInt32] = []
  private var ages: [UInt32: StoredAge] = [:]
  private var badAges: Set<UInt32> = []
  /// The number of damaged rows.
  private(set) var damaged = 0

  init(_ store: CacheStore, _ state: StoredState) {
    (self.store, self.state) = (store, state)
    (known, isFollowing) = (Known(), false)
  }

  /// - Parameter known: what earlier rows of the followed storage say.
  init(following store: CacheStore, _ state: StoredState, _ known: Known) {
    (self.store, self.state) = (store, state)
    (self.known, isFollowing) = (known, true)
  }

  /// Reads a row. Tables must come in the order of ``StoredTable/allCases``; a row that comes too late cannot be used.
  mutating func take(_ table: StoredTable, _ id: UInt32, _ bytes: UnsafeRawBufferPointer) {
    known.hasRows = true
    // Settings come first: rows of another layout are skipped.
    guard table == .settings || known.layout == StoredLayout.version else { return }
    guard var row = StoredRow(bytes, table, id) else {
      damaged += 1
      state.noteDamaged(table, id)
      if table == .ages { badAges.insert(id) }
      return
    }
    if isFollowing { state.noteWhole(table, id) }
    switch table {
    case .settings: takeSetting(id, row, bytes)
    case .fields:
      let field = store.names.id(String(decoding: row.rest, as: UTF8.self))
      known.fields[id] = field
      state.note(field: field, number: id)
    case .records: takeRecord(id, &row)
    case .ages:
      let fields = known.fields
      if let age = StoredAge(&row, { fields[$0] }) { ages[id] = age } else { badAges.insert(id) }
    }
  }

  /// Notes that a row was removed. Only rows of records and ages are, and those of ages only together with a change of the record's row.
  mutating func takeRemoved(_ table: StoredTable, _ id: UInt32) {
    guard table == .records, let record = known.records.removeValue(forKey: id) else { return }
    noteRemoved(record, id)
  }

  private mutating func noteRemoved(_ record: UInt32, _ id: UInt32) {
    // The key may have another row by now.
    guard state.records.known(record) == id else { return }
    removed.append(record)
    state.records.forget(record)
    state.note(record, [], used: CacheTime.never)
  }

  private mutating func takeSetting(_ id: UInt32, _ row: StoredRow, _ bytes: UnsafeRawBufferPointer) {
    if id == StoredState.Setting.layout {
      var row = row
      known.layout = row.number()
      return state.note(setting: id, Array(bytes))
    }
    let value = try? GraphQLValue(json: row.rest)
    if value?.list?.first?.string == StoredLayout.queueMark { known.isQueue = true }
    guard let members = value?.object else { return }
    let lists = members.mapValues { value in value.list?.compactMap(\.string) ?? [] }
    switch id {
    case StoredState.Setting.keys:
      known.hasKeys = true
      state.keys = lists
    case StoredState.Setting.learned:
      for (condition, types) in lists { for type in types { store.learned.learn(type, isOf: condition) } }
    default: return
    }
    state.note(setting: id, Array(bytes))
  }

  private mutating func takeRecord(_ id: UInt32, _ row: inout StoredRow) {
    let fields = known.fields
    guard let flags = row.number(), let age = StoredAge(&row, { fields[$0] }), let count = row.number(),
      let key = row.take(count), isFollowing || known.records[id] == nil
    else {
      damaged += 1
      return
    }
    let rest = row.rest
    let record = store.pending.id(key)
    // Neither of two rows with the same key is more trustworthy: keep the first.
    guard isFollowing || state.records.known(record) == nil else {
      damaged += 1
      state.noteDamaged(.records, id)
      return
    }
    let isDeleted = flags & 1 != 0
    let blob: UnsafeMutableRawPointer
    if isDeleted {
      blob = Blob.empty(isDeleted: true)
    } else {
      blob = .allocate(byteCount: max(rest.count, Blob.headerSize), alignment: 8)
      if let start = rest.baseAddress { blob.copyMemory(from: start, byteCount: rest.count) }
    }
    // Another cache did not know of a removed row, and gave its id to another key.
    if let old = known.records[id], old != record { noteRemoved(old, id) }
    known.records[id] = record
    state.records.set(record, id)
    loaded.append(Loaded(record: record, isDeleted: isDeleted, blob: blob, size: rest.count, age: age))
  }

  /// Frees what was loaded, because it cannot be used.
  mutating func discard() {
    for entry in loaded { entry.blob.deallocate() }
    loaded = []
  }

  /// The reason that the rows cannot be used; nil if they can.
  var fault: GraphQLStorageError? {
    guard known.hasRows else { return nil }
    if known.isQueue { return .foreign("the file of a mutation queue") }
    guard known.layout == StoredLayout.version else {
      return .unreadable(
        "its layout is \(known.layout.map(String.init) ?? "unknown"), and this version of Apus knows \(StoredLayout.version)"
      )
    }
    guard known.hasKeys else { return .unreadable("it does not list the key fields of types") }
    let changed = store.rules.keys.origins(store.types).filter { type, keys in
      (state.keys[type] ?? keys) != keys
    }
    if let type = changed.keys.sorted().first {
      return .unreadable("the key fields of the type \(type), or its rule for keys, have changed")
    }
    return nil
  }

  /// Validates what was loaded.
  ///
  /// - Returns: the records.
  mutating func finish() -> [Found] {
    var found: [Found] = []
    found.reserveCapacity(loaded.count)
    let numbers = Numbers(known.records, store, state)
    for entry in loaded where entry.isEvicted { numbers.unreferenced.insert(entry.record) }
    let fields = known.fields
    let translator = BlobTranslator(
      field: { fields[$0] }, record: { numbers.record($0) },
      isTypename: { fields[$0] == FieldNames.typename })
    for index in loaded.indices where !loaded[index].isDeleted {
      loaded[index].isDamaged = !translator.translate(loaded[index].blob, count: loaded[index].size)
    }
    for record in removed { found.append(evicted(record, StoredAge())) }
    for entry in loaded {
      if isFollowing, entry.isDamaged || entry.isEvicted {
        if entry.isDamaged { damaged += 1 }
        entry.blob.deallocate()
        state.note(entry.record, .values, used: CacheTime.never)
        found.append(evicted(entry.record, entry.age))
        continue
      }
      if entry.isDamaged || numbers.unreferenced.contains(entry.record) {
        if entry.isDamaged { damaged += 1 }
        entry.blob.deallocate()
        // The next batch removes these rows.
        state.note(entry.record, .values, used: CacheTime.never)
        store.unsaved?.add(entry.record, .values)
        continue
      }
      let number = state.records.known(entry.record) ?? 0
      let age = badAges.contains(number) ? StoredAge() : ages[number] ?? entry.age
      let isApart = ages[number] != nil || badAges.contains(number)
      state.note(entry.record, isApart ? [.values, .age] : .values, used: age.lastUse)
      found.append(Found(record: entry.record, blob: entry.blob, age: age))
    }
    if isFollowing { addAges(to: &found) }
    known.records = numbers.records
    loaded = []
    return found
  }

  private func evicted(_ record: UInt32, _ age: StoredAge) -> Found {
    Found(record: record, blob: Blob.empty(isDeleted: false), age: age)
  }

  /// Adds the records of which only the times have changed.
  private func addAges(to found: inout [Found]) {
    let changed = Set(loaded.map(\.record))
    for (number, age) in ages.sorted(by: { $0.key < $1.key }) {
      guard let record = known.records[number], !changed.contains(record) else { continue }
      found.append(Found(record: record, blob: nil, age: age))
    }
  }

  /// Maps storage ids to records, including records that are only referred to and whose rows are lost.
  private final class Numbers {
    private(set) var records: [UInt32: UInt32]
    /// The evicted records that nothing has referred to so far.
    var unreferenced: Set<UInt32> = []
    private let store: CacheStore
    private let state: StoredState

    init(_ records: [UInt32: UInt32], _ store: CacheStore, _ state: StoredState) {
      self.records = records
      self.store = store
      self.state = state
    }

    func record(_ number: UInt32) -> UInt32? {
      if let known = records[number] {
        if !unreferenced.isEmpty { unreferenced.remove(known) }
        return known
      }
      if number == 0 { return nil }
      // The key is lost with the row. No object has this one, so the record stays empty and reading the reference is a miss.
      let record = store.pending.id("\u{2044}gone:\(number)")
      records[number] = record
      state.records.set(record, number)
      return record
    }
  }
}
