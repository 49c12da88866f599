import Apus
import ApusCache
import ApusClient

// Stores mutations and notifies observers.
extension GraphQLMutationQueue {
  /// Changes a mutation in memory; ``save()`` writes it.
  func set(_ id: UInt32, _ change: (inout GraphQLQueuedMutation) -> Void) {
    guard var row = rows[id] else { return }
    change(&row)
    rows.set(row)
    unsaved.insert(id)
  }

  func remove(_ id: UInt32) {
    rows.remove(id)
    unsaved.insert(id)
  }

  /// Notifies observers of a change.
  func announce() {
    if observers.isEmpty { return }
    let all = rows.all
    for observer in observers.values { observer.yield(all) }
  }

  /// Writes changed mutations, and reports an error as an event.
  func saveOrReport() {
    do { try save() } catch { onEvent(.unwritable(error)) }
  }

  /// Writes changed mutations, and waits until they survive a power failure. If that fails, they are written with the next changes.
  ///
  /// - Throws: ``GraphQLMutationQueueError``.
  func save() throws {
    defer { announce() }
    do {
      try write()
    } catch let error as GraphQLStorageError {
      throw GraphQLMutationQueueError(error)
    }
  }

  private func write() throws {
    let changes = try unsaved.map { id in
      try (rows[id] ?? others[id]).map { try QueueRows.change(.records, id, $0) }
        ?? StoredChange(table: .records, number: id, bytes: nil)
    }
    try storage.commit(changes + unsavedIDs)
    (unsaved, unsavedIDs) = ([], [])
    try storage.flush()
  }

  /// Whether the server recognizes a second attempt, because it is sent with the first attempt's key at the same position.
  func hasKey(_ row: GraphQLQueuedMutation) -> Bool {
    guard let key = row.key, let handler = handlers[row.operationName], handler.key != .none,
      let text = try? prepared(row).text
    else { return false }
    return (try? row.keyPlace.check(key, in: text)) != nil
  }

  /// Whether another attempt cannot execute anything twice.
  func isHarmless(_ row: GraphQLQueuedMutation) -> Bool { !row.mayHaveRun || hasKey(row) }

  /// The reason to park a mutation if ``isHarmless(_:)`` is false.
  static let lostKey = GraphQLParking(
    reason: .unknownOutcome,
    message: "an earlier attempt may have been carried out, and this version of the app does not send its key"
  )

  func prepared(_ row: GraphQLQueuedMutation) throws -> PreparedMutation {
    guard let handler = handlers[row.operationName] else {
      throw GraphQLMutationQueueError.unregistered(row.operationName)
    }
    let prepared = try handler.prepare(row.text, row.temporaryID)
    try prepared.check(row.operationName)
    return prepared
  }
}
