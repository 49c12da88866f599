import ApusCache
import ApusClient
import ApusPlatform

/// The optimistic layer of a queued mutation.
struct QueueLayer {
  let number: Int
  /// The mutation. Temporary identifiers in its variables are replaced while the layer exists.
  let prepared: Locked<PreparedMutation>
}

extension GraphQLQueuedMutation {
  /// Whether the cache shows the mutation's optimistic change. It does not if the mutation was rejected.
  var showsChange: Bool { parking.map { $0.reason == .unknownOutcome } ?? true }
}

/// Optimistic changes, and objects that do not exist yet.
extension GraphQLMutationQueue {
  /// Shows the optimistic change of a mutation.
  ///
  /// - Parameter prepared: its decoded variables; nil if they must be decoded.
  /// - Throws: the error of its closure. If a transaction is running, the error occurs later, and the cache reports it as an event.
  func cover(_ row: GraphQLQueuedMutation, _ prepared: PreparedMutation? = nil) throws {
    guard layers[row.id] == nil, let handler = handlers[row.operationName] else { return }
    let prepared = Locked(try prepared ?? handler.prepare(row.text, row.temporaryID))
    let number = try cache.addLayer(named: row.operationName) { transaction in
      let current = prepared.withLock { $0 }
      try current.optimistically(transaction)
    }
    layers[row.id] = QueueLayer(number: number, prepared: prepared)
  }

  /// Shows all optimistic changes in the order of the queue, with a single commit.
  ///
  /// - Parameter prepared: decoded variables. All others are decoded.
  func coverInOrder(_ prepared: [UInt32: PreparedMutation] = [:]) {
    var errors: [any Error] = []
    cache.transaction { _ in
      uncoverAll()
      for row in rows.all where row.showsChange {
        do { try cover(row, prepared[row.id]) } catch { errors.append(error) }
      }
    }
    for error in errors { cache.report(.layerDropped(error)) }
  }

  func uncover(_ id: UInt32) {
    if let layer = layers.removeValue(forKey: id) { cache.removeLayers([layer.number]) }
  }

  func uncoverAll() {
    cache.removeLayers(layers.values.map(\.number))
    layers = [:]
  }

  /// Replaces a temporary identifier with the server's in the variables of the mutations that refer to it. Parks them if there is none.
  ///
  /// - Returns: the layers that must run again, with their mutations.
  func replaceTemporaryID(
    of created: GraphQLQueuedMutation, by serverID: String?
  ) -> [(layer: QueueLayer, prepared: PreparedMutation)] {
    guard let temporaryID = created.temporaryID else { return [] }
    guard let serverID, let changes = try? rows.temporaryIDs.note(temporaryID, is: serverID) else {
      orphan(created)
      return []
    }
    unsavedIDs += changes
    var changed: [(QueueLayer, String, GraphQLQueuedMutation)] = []
    for row in rows.referrers(of: temporaryID) {
      let text = rows.temporaryIDs.resolved(row.text)
      set(row.id) { row in
        row.text = text
        // The lane may be named after the object.
        if let lane = try? prepared(row).lane { row.lane = lane }
      }
      if let layer = layers[row.id] { changed.append((layer, text, row)) }
    }
    return changed.compactMap { layer, text, row in
      (try? handlers[row.operationName]?.prepare(text, row.temporaryID)).map { (layer, $0) }
    }
  }

  /// Runs layers again with other variables, as part of the current transaction, if there is one.
  func runAgain(_ changed: [(layer: QueueLayer, prepared: PreparedMutation)]) {
    for (layer, prepared) in changed { layer.prepared.withLock { $0 = prepared } }
    cache.runLayersAgain(Set(changed.map(\.layer.number)))
  }

  /// Parks the mutations that refer to an object that was not created.
  func orphan(_ creator: GraphQLQueuedMutation) {
    guard let temporaryID = creator.temporaryID else { return }
    var gone: [Int] = []
    for row in rows.referrers(of: temporaryID) where row.state == .waiting {
      let message = "the object \(temporaryID) was not created"
      set(row.id) { $0.state = .parked(GraphQLParking(reason: .orphaned, message: message)) }
      if let layer = layers.removeValue(forKey: row.id) { gone.append(layer.number) }
    }
    cache.removeLayers(gone)
  }
}
