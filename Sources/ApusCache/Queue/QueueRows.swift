import ApusFoundation

/// The rows of a queue in its storage: a mark, the mutations, and the identifiers of created objects.
struct QueueRows {
  /// Marks the storage as a queue's, with the version of its rows.
  private static let mark = [StoredLayout.queueMark, "1"]

  var mutations: [GraphQLQueuedMutation] = []
  var temporaryIDs = TemporaryIDs()
  /// The highest number of a mutation, damaged or not.
  var lastID: UInt32 = 0
  /// How many rows are damaged. They stay in the storage.
  var damagedCount = 0
  private var hasMark = false
  private var isEmpty = true

  /// Opens a storage and reads its rows.
  ///
  /// - Throws: the error of the storage, ``GraphQLMutationQueueError/foreign``.
  init(_ storage: any GraphQLCacheStorage) throws {
    let access = try storage.open { table, id, bytes in take(table, id, bytes) }
    if case .readOnly(let error) = access { throw error }
    // If only the mark is damaged, mutations are still read as such.
    guard isEmpty || hasMark || !mutations.isEmpty else { throw GraphQLMutationQueueError.foreign }
    if !hasMark { try storage.commit([Self.change(.settings, 0, Self.mark)]) }
    mutations.sort { ($0.position, $0.id) < ($1.position, $1.id) }
  }

  private mutating func take(
    _ table: GraphQLStorageTable, _ id: UInt32, _ bytes: UnsafeRawBufferPointer
  ) {
    isEmpty = false
    if table == .records { lastID = max(lastID, id) }
    guard let row = StoredRow(bytes, table, id) else { return damagedCount += 1 }
    let json = Data(row.rest)
    do {
      switch table {
      case .settings: hasMark = try JSONDecoder().decode([String].self, from: json) == Self.mark
      case .records: mutations.append(try JSONDecoder().decode(GraphQLQueuedMutation.self, from: json))
      case .fields: temporaryIDs.take(id, try JSONDecoder().decode([String].self, from: json))
      case .ages: damagedCount += 1
      }
    } catch {
      damagedCount += 1
    }
  }

  /// The change that writes a row.
  static func change(
    _ table: GraphQLStorageTable, _ id: UInt32, _ value: some Encodable
  ) throws -> GraphQLStorageChange {
    var row = StoredRowWriter()
    try JSONEncoder().encode(value).withUnsafeBytes { row.add($0) }
    return GraphQLStorageChange(table: table, id: id, bytes: row.finish(table, id))
  }
}
