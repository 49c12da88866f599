import Apus
import ApusCache
import ApusPlatform

/// The rows of a queue in its storage: a marker, the mutations, and the identifiers of created objects.
struct QueueRows {
  /// Marks the storage as a queue's, with the version of its rows.
  private static let mark = [StoredLayout.queueMark, "1"]

  var mutations: [GraphQLQueuedMutation] = []
  var temporaryIDs = TemporaryIDs()
  /// The highest number of a mutation.
  var lastID: UInt32 = 0
  /// The numbers of damaged rows, which stay in the storage.
  private var damaged: [StoredTable: Set<UInt32>] = [:]
  /// The rows to write before anything else.
  private(set) var unsaved: [StoredChange] = []
  /// A damaged file that was renamed; nil if there was none.
  private(set) var setAside: SetAside?
  private var hasMark = false
  private var isEmpty = true

  /// The number of damaged rows.
  var damagedCount: Int { damaged.values.reduce(0) { $0 + $1.count } }

  /// The numbers of those that were mutations.
  var damagedIDs: Set<UInt32> { damaged[.records] ?? [] }

  struct SetAside {
    /// The number of damaged rows; nil if they cannot be counted.
    var lost: Int?
  }

  /// Opens a storage and reads its rows.
  ///
  /// If the storage supports that, a damaged file is renamed, and the rows that could be read are written to a new one.
  ///
  /// - Throws: ``GraphQLMutationQueueError``.
  init(_ storage: any GraphQLCacheStorage) throws {
    do {
      try open(storage)
    } catch GraphQLStorageError.unreadable(let reason) {
      guard let exclusive = storage as? any ExclusiveStorage else {
        throw GraphQLMutationQueueError(.unreadable(reason))
      }
      do {
        self = try Self.settingAside(exclusive)
      } catch let error as GraphQLStorageError {
        throw GraphQLMutationQueueError(error)
      }
    } catch let error as GraphQLStorageError {
      throw GraphQLMutationQueueError(error)
    }
    // If only the marker is damaged, the mutations can still be read.
    guard isEmpty || hasMark || !mutations.isEmpty else { throw GraphQLMutationQueueError.foreign }
    if !hasMark { unsaved.append(try Self.change(.settings, 0, Self.mark)) }
    // Rows that cannot be written now are written with the first change.
    if (try? storage.commit(unsaved)) != nil { unsaved = [] }
    mutations.sort { ($0.position, $0.id) < ($1.position, $1.id) }
  }

  private init() {}

  /// Puts the rows that can be read from a damaged storage into a new one.
  private static func settingAside(_ storage: any ExclusiveStorage) throws -> QueueRows {
    var rows = QueueRows()
    let isWhole = try storage.setAside {
      rows.take($0, $1, $2)
    } keeping: {
      rows.hasMark = true
      let mutations = try rows.mutations.map { try change(.records, $0.id, $0) }
      return try mutations + rows.temporaryIDs.allRows() + [change(.settings, 0, mark)]
    }
    rows.setAside = SetAside(lost: isWhole ? rows.damagedCount : nil)
    // The new file does not contain the damaged rows.
    rows.damaged = [:]
    return rows
  }

  private mutating func open(_ storage: any GraphQLCacheStorage) throws {
    if let storage = storage as? any ExclusiveStorage {
      try storage.openExclusively { _ = take($0, $1, $2) }
    } else if let error = try storage.open({ _ = take($0, $1, $2) }) {
      throw error
    }
  }

  /// - Returns: whether the row is intact. Another copy of a damaged row may follow.
  private mutating func take(
    _ table: StoredTable, _ id: UInt32, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    isEmpty = false
    do {
      // A queue does not store ages.
      guard table != .ages, let row = StoredRow(bytes, table, id) else {
        throw GraphQLQueuedMutation.Unknown()
      }
      let json = Data(row.rest)
      switch table {
      case .settings: hasMark = try JSONDecoder().decode([String].self, from: json) == Self.mark
      case .records:
        mutations.append(try GraphQLQueuedMutation(stored: GraphQLValue(json: json)))
        lastID = max(lastID, id)
      case .fields: try temporaryIDs.take(id, JSONDecoder().decode([String].self, from: json))
      case .ages: break
      }
      damaged[table]?.remove(id)
      return true
    } catch {
      damaged[table, default: []].insert(id)
      return false
    }
  }

  /// The change that writes a mutation.
  static func change(
    _ table: StoredTable, _ id: UInt32, _ mutation: GraphQLQueuedMutation
  ) throws -> StoredChange {
    var row = StoredRowWriter()
    try mutation.stored.json().withUnsafeBytes { row.add($0) }
    return StoredChange(table: table, number: id, bytes: row.finish(table, id))
  }

  /// The change that writes another row.
  static func change(
    _ table: StoredTable, _ id: UInt32, _ value: some Encodable
  ) throws -> StoredChange {
    var row = StoredRowWriter()
    try JSONEncoder().encode(value).withUnsafeBytes { row.add($0) }
    return StoredChange(table: table, number: id, bytes: row.finish(table, id))
  }
}
