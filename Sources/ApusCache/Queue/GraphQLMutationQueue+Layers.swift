import ApusConcurrency
import ApusClient

/// The optimistic layer of a queued mutation.
struct QueueLayer {
  let number: Int
  /// The variables, in which temporary identifiers are replaced while the layer lasts.
  let text: Locked<String>
}

extension GraphQLQueuedMutation {
  /// Whether the cache shows its optimistic change: one that was refused has none.
  var showsChange: Bool { parking.map { $0.reason == .unknownOutcome } ?? true }
}

/// Optimistic changes, and objects that do not exist yet.
extension GraphQLMutationQueue {
  /// Shows the optimistic change of a mutation.
  ///
  /// - Throws: the error of its closure.
  func cover(_ row: GraphQLQueuedMutation) throws {
    guard layers[row.id] == nil, let handler = handlers[row.operationName] else { return }
    let text = Locked(row.text)
    let number = try cache.store.addLayer { writer in
      let prepared = try handler.prepare(text.withLock { $0 }, row.temporaryID)
      try prepared.optimistically(GraphQLCacheTransaction(writer))
    }
    layers[row.id] = QueueLayer(number: number, text: text)
  }

  /// Shows all optimistic changes in the order of the queue, which has changed.
  func coverInOrder() {
    cache.store.transaction { _ in
      for id in layers.keys { uncover(id) }
      for row in rows where row.showsChange { show(row) }
    }
  }

  /// Shows the optimistic change of a mutation, or tells why there is none.
  func show(_ row: GraphQLQueuedMutation) {
    do { try cover(row) } catch { cache.report(.layerDropped(error)) }
  }

  func uncover(_ id: UInt32) {
    if let layer = layers.removeValue(forKey: id) { cache.store.removeLayer(layer.number) }
  }

  /// The mutation that will create an object.
  func creator(of temporaryID: String) -> GraphQLQueuedMutation? {
    rows.first { $0.temporaryID == temporaryID && $0.parking?.reason != .orphaned }
  }

  /// Puts the server's identifier of a created object into the variables of the mutations that refer to it; parks them if there is none.
  ///
  /// - Returns: the layers that must run again, with their variables.
  func replaceTemporaryID(
    of created: GraphQLQueuedMutation, by serverID: String?
  ) -> [(layer: QueueLayer, text: String)] {
    guard let temporaryID = created.temporaryID else { return [] }
    guard let serverID, let changes = try? temporaryIDs.note(temporaryID, is: serverID) else {
      orphan(created)
      return []
    }
    unsavedIDs += changes
    var changed: [(layer: QueueLayer, text: String)] = []
    for row in rows {
      let text = temporaryIDs.resolved(row.text)
      if text == row.text { continue }
      set(row.id) { row in
        row.text = text
        // The lane may be the object's.
        if let lane = try? prepared(row).lane { row.lane = lane }
      }
      if let layer = layers[row.id] { changed.append((layer, text)) }
    }
    return changed
  }

  /// Runs layers again with other variables, as a part of the transaction under way, if there is one.
  func runAgain(_ changed: [(layer: QueueLayer, text: String)]) {
    cache.store.transaction { _ in
      for (layer, text) in changed { layer.text.withLock { $0 = text } }
      cache.store.runAgain(Set(changed.map(\.layer.number)))
    }
  }

  /// Parks the mutations that refer to the object of a mutation that did not create it.
  func orphan(_ creator: GraphQLQueuedMutation) {
    guard let temporaryID = creator.temporaryID else { return }
    for row in rows where row.state == .waiting && temporaryIDs.unresolved(in: row.text).contains(temporaryID)
    {
      let message = "the object \(temporaryID) was not created"
      set(row.id) { $0.state = .parked(GraphQLParking(reason: .orphaned, message: message)) }
      uncover(row.id)
    }
  }

  // MARK: - Order

  /// The next mutation of a lane; nil if there is none, or it must wait for another lane.
  func next(_ lane: String) -> UInt32? {
    if isClosed { return nil }
    for row in rows where row.lane == lane && row.state == .waiting {
      let creators = creators(row)
      // If an object will not exist, the attempt parks the mutation.
      if creators.isEmpty { return row.id }
      // Others overtake it only if it waits for the user, or for one that was moved to a later place. What waits for earlier ones alone
      // holds up its lane; the earliest of all waits for nothing.
      if isHeld(row) || waits(row, forLaterThan: row.position) { continue }
      return nil
    }
    return nil
  }

  /// Whether a mutation waits, directly or through others, for one behind a place. A creator has a lower number, so this ends.
  private func waits(_ row: GraphQLQueuedMutation, forLaterThan position: Int) -> Bool {
    creators(row).contains { $0.position > position || waits($0, forLaterThan: position) }
  }

  /// The mutations that create the objects a mutation refers to.
  private func creators(_ row: GraphQLQueuedMutation) -> [GraphQLQueuedMutation] {
    temporaryIDs.unresolved(in: row.text).compactMap(creator)
  }

  /// Whether a mutation waits for one that is parked.
  private func isHeld(_ row: GraphQLQueuedMutation) -> Bool {
    creators(row).contains { $0.parking != nil || $0.id < row.id && isHeld($0) }
  }
}
