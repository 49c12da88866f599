import Apus
import ApusPlatform

// Shows queued mutations, and changes them at the caller's request.
extension GraphQLMutationQueue {
  /// The mutations of this identity in the order in which they are sent.
  public var mutations: [GraphQLQueuedMutation] { rows.all }

  /// The number of mutations of other identities in the file.
  public var otherIdentities: [String: Int] {
    Dictionary(others.values.map { ($0.identity, 1) }, uniquingKeysWith: +)
  }

  /// Returns the server's identifier of an object that a queued mutation created; nil if it is unknown or no longer stored.
  public func serverID(of temporaryID: String) -> String? { rows.temporaryIDs.real[temporaryID] }

  /// Returns the current mutations, and the list after each change, including changes of ``block``. A slow consumer gets only the newest list.
  public func updates() -> AsyncStream<[GraphQLQueuedMutation]> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: [GraphQLQueuedMutation].self, bufferingPolicy: .bufferingNewest(1))
    let id = UUID()
    continuation.onTermination = { [weak self] _ in Task { await self?.removeObserver(id) } }
    continuation.yield(rows.all)
    if isClosed { continuation.finish() } else { observers[id] = continuation }
    return stream
  }

  private func removeObserver(_ id: UUID) { observers[id] = nil }

  /// Removes a mutation and rolls back its optimistic change. Mutations that refer to an object it would have created are parked.
  ///
  /// - Returns: false if it is being sent, or is not in the queue.
  /// - Throws: ``GraphQLMutationQueueError/storage(_:)``. This process does not send the mutation then, but it reappears after a restart unless a
  ///   later change is written.
  @discardableResult
  public func cancel(_ id: UInt32) throws -> Bool {
    guard !isClosed, let row = rows[id], row.state != .sending else { return false }
    uncover(id)
    remove(id)
    orphan(row)
    defer { pump() }
    try save()
    return true
  }

  /// Sends a parked mutation when its turn comes, with the same idempotency key, although it may have been executed before.
  ///
  /// - Returns: false if it is not parked, or refers to an object that will never exist.
  /// - Throws: ``GraphQLMutationQueueError/storage(_:)``.
  @discardableResult
  public func resend(_ id: UInt32) throws -> Bool {
    guard !isClosed, let row = rows[id], let parking = row.parking, parking.reason != .orphaned else {
      return false
    }
    let hasKey = hasKey(row)
    set(id) { row in
      (row.state, row.isUndecided) = (.waiting, false)
      // Without a key, the caller has decided to take that risk.
      row.mayHaveRun = row.mayHaveRun && hasKey
    }
    coverInOrder()
    defer { pump() }
    try save()
    return true
  }

  /// Removes a parked mutation after the app or its user has found out that it was executed.
  ///
  /// - Parameters:
  ///   - id: the mutation.
  ///   - createdID: the server's identifier of the object that it created; mutations that refer to it are then sent.
  /// - Returns: false if it is not parked.
  /// - Throws: ``GraphQLMutationQueueError/storage(_:)``.
  @discardableResult
  public func confirm(_ id: UInt32, createdID: String? = nil) throws -> Bool {
    guard !isClosed, let row = rows[id], row.parking != nil else { return false }
    let changed = replaceTemporaryID(of: row, by: createdID)
    cache.transaction { _ in
      runAgain(changed)
      uncover(id)
    }
    remove(id)
    defer { pump() }
    try save()
    return true
  }

  /// Moves a mutation before another one, or to the end. A mutation that refers to an object is still sent after the one that creates it.
  ///
  /// - Returns: false if one of them is not in the queue.
  /// - Throws: ``GraphQLMutationQueueError/storage(_:)``.
  @discardableResult
  public func move(_ id: UInt32, before other: UInt32?) throws -> Bool {
    guard !isClosed, rows[id] != nil, id != other, other.map({ rows[$0] != nil }) ?? true else {
      return false
    }
    var order = rows.all.map(\.id).filter { $0 != id }
    order.insert(id, at: order.firstIndex { $0 == other } ?? order.endIndex)
    for (index, id) in order.enumerated() where rows[id]?.position != index + 1 {
      set(id) { $0.position = index + 1 }
    }
    coverInOrder()
    rows.stirAll()
    defer { pump() }
    try save()
    return true
  }

  /// Removes the mutations of another identity from the file, for an account that the user has removed.
  ///
  /// - Throws: ``GraphQLMutationQueueError/storage(_:)``.
  public func discard(identity: String) throws {
    if isClosed { throw GraphQLMutationQueueError.closed }
    let gone = others.values.filter { $0.identity == identity }.map(\.id)
    unsaved.formUnion(gone)
    for id in gone { others[id] = nil }
    try save()
  }
}
