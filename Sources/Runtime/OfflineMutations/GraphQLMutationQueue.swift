public import Apus
public import ApusCache
public import ApusClient
import ApusPlatform

/// A queue of mutations that survive the termination of the app. They are stored in a file until the server has responded, and sent in order when the
/// network is reachable.
///
/// ```swift
/// let queue = try await GraphQLMutationQueue(
///   client, storage: GraphQLSQLiteStorage(url: url), identity: "listener-1",
///   handlers: [GraphQLMutationHandler(UpdatePlaylistMutation.self, key: .header("Idempotency-Key"))])
/// try await queue.enqueue(UpdatePlaylistMutation(id: "p1", changes: PlaylistChanges(title: "Sunday")))
/// ```
/// ``enqueue(_:creating:)`` returns when the mutation is on disk. The cache shows its optimistic change until the response replaces it. The file
/// records each mutation before it is sent. If the app is terminated, a mutation that may have been sent is sent again with the same idempotency key.
/// Without a key, it is parked with ``GraphQLParking/Reason/unknownOutcome``.
///
/// A problem that affects all mutations, such as credentials that the server no longer accepts, blocks the queue: ``block`` contains the reason, and
/// ``resume()`` continues.
///
/// The queue needs a file that is not the cache's, because that one is removed by `GraphQLCache.clear()` and if it is damaged.
public actor GraphQLMutationQueue {
  /// The account whose mutations are sent.
  public nonisolated let identity: String
  /// The number of damaged rows in the file. They stay there, and their mutations are unknown.
  public internal(set) var damagedCount = 0

  /// The client that sends. The queue writes the responses to the cache itself.
  let client: GraphQLClient
  let cache: GraphQLCache
  let storage: any GraphQLCacheStorage
  let handlers: [String: GraphQLMutationHandler]
  let configuration: Configuration
  let onEvent: @Sendable (GraphQLMutationQueueEvent) -> Void
  private let executor = DiskExecutor()

  /// The mutations of this identity, in order, and those of others.
  var rows = QueuedRows()
  var others: [UInt32: GraphQLQueuedMutation] = [:]
  /// The optimistic layers of mutations.
  var layers: [UInt32: QueueLayer] = [:]
  /// The tasks that send, by lane.
  var lanes: [String: Task<Void, Never>] = [:]
  /// The lanes that wait for their next attempt.
  var pauses: [String: LanePause] = [:]
  /// The reason why nothing is sent; nil if the queue is not blocked.
  public internal(set) var block: GraphQLQueueBlock?
  /// Mutations to be written or removed, and other rows to be written.
  var unsaved: Set<UInt32> = []
  var unsavedIDs: [StoredChange] = []
  private var lastID: UInt32 = 0
  private var damagedIDs: Set<UInt32> = []
  var observers: [UUID: AsyncStream<[GraphQLQueuedMutation]>.Continuation] = [:]
  var isClosed = false
  /// The lanes whose task waits for the app's decision about a rejected mutation.
  var deciding: Set<String> = []
  /// The tasks that take responses which were decoded after their attempts had ended.
  var lateResponses: [UUID: Task<Void, Never>] = [:]
  private var closing: Task<Void, Never>?

  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens a queue, shows the optimistic changes of its mutations, and starts to send them.
  ///
  /// - Parameters:
  ///   - client: the client that sends the mutations, with the account's credentials and a cache.
  ///   - storage: the storage for the mutations, which nothing else uses.
  ///   - identity: the account. Mutations that another account enqueued stay in the file and are not sent.
  ///   - handlers: one for each type of mutation. Stored mutations of other types stay in the queue, parked.
  ///   - configuration: the settings.
  ///   - onEvent: called with each event. It must not block.
  /// - Throws: ``GraphQLMutationQueueError`` if the client has no cache, or if the storage cannot be read, contains other data, or is used by another queue. If it can be read but
  ///   not written, the queue opens and reports ``GraphQLMutationQueueEvent/unwritable(_:)``.
  public init(
    _ client: GraphQLClient, storage: any GraphQLCacheStorage, identity: String,
    handlers: [GraphQLMutationHandler], configuration: Configuration = Configuration(),
    onEvent: (@Sendable (GraphQLMutationQueueEvent) -> Void)? = nil
  ) async throws {
    guard let cache = client.cache else { throw GraphQLMutationQueueError.missingCache }
    self.client = client.uncached
    self.cache = cache
    self.storage = storage
    self.identity = identity
    self.handlers = Dictionary(handlers.map { ($0.operationName, $0) }) { $1 }
    self.configuration = configuration
    self.onEvent = { onEvent?($0) }
    await cache.load()
    try await restore()
    pump()
  }

  deinit {
    if isClosed { return }
    cache.removeLayers(layers.values.map(\.number))
    storage.close()
  }

  private func restore() async throws {
    let read = try QueueRows(storage)
    damagedCount = read.damagedCount
    rows.temporaryIDs = read.temporaryIDs
    for row in read.mutations {
      if row.identity == identity { rows.set(row) } else { others[row.id] = row }
    }
    (lastID, damagedIDs) = (read.lastID, read.damagedIDs)
    unsavedIDs = read.unsaved
    if let setAside = read.setAside { onEvent(.setAside(read.mutations, lost: setAside.lost)) }
    // Responses that arrived before the process ended.
    let answered = rows.all.filter { $0.response != nil }
    for row in answered {
      guard let response = row.response else { continue }
      do {
        let event = try prepared(row).answer(response, cache).apply(nil, cache.generation, true)
        if let event { onEvent(event) }
      } catch {
        // The mutation was executed, so it is not sent again.
        onEvent(.resultDropped(row.operationName, error))
      }
    }
    // As after a response, the cache stores the effect before the mutation is removed from this file.
    if !answered.isEmpty { try? await cache.flush() }
    for row in answered { remove(row.id) }
    var prepared: [UInt32: PreparedMutation] = [:]
    for row in rows.all { prepared[row.id] = restoreState(row) }
    coverInOrder(prepared)
    rows.stirAll()
    saveOrReport()
    for row in rows.all where row.parking?.reason == .unreadable { askAboutUnreadable(row.id) }
  }

  /// - Returns: the decoded variables, if it waits.
  private func restoreState(_ row: GraphQLQueuedMutation) -> PreparedMutation? {
    if row.state == .sending && !hasKey(row) {
      let message = "the app ended before the response arrived"
      set(row.id) {
        $0.state = .parked(GraphQLParking(reason: .unknownOutcome, message: message))
      }
      return nil
    }
    // If there is a key, the server repeats its response, and the app is asked again.
    if row.state == .sending || row.isUndecided && hasKey(row) || row.parking?.reason == .unreadable {
      set(row.id) { changed in
        (changed.state, changed.isUndecided) = (.waiting, false)
        changed.mayHaveRun = row.mayHaveRun || row.state == .sending
      }
    }
    guard let row = rows[row.id], row.state == .waiting else { return nil }
    do {
      let prepared = try prepared(row)
      if isHarmless(row) { return prepared }
      set(row.id) { $0.state = .parked(Self.lostKey) }
      return nil
    } catch {
      // The row stays for a version of the app that can read it.
      set(row.id) { $0.state = .parked(GraphQLParking(reason: .unreadable, message: "\(error)")) }
      return nil
    }
  }

  // MARK: - Adding

  /// Creates an identifier for an object that a queued mutation will create.
  public static func temporaryID() -> String { TemporaryIDs.make() }

  /// Adds a mutation. Its optimistic change is visible immediately. When this returns, the mutation is on disk and is sent even if the app is
  /// terminated.
  ///
  /// ```swift
  /// let playlist = try await queue.enqueue(CreatePlaylistMutation(input: CreatePlaylistInput(title: "Sunday")))
  /// let changes = PlaylistChanges(description: "Slow")
  /// if let id = playlist.temporaryID { try await queue.enqueue(UpdatePlaylistMutation(id: id, changes: changes)) }
  /// ```
  ///
  /// - Parameters:
  ///   - mutation: the mutation. Temporary identifiers in its variables are replaced when the server has assigned others.
  ///   - temporaryID: the temporary identifier of the object that it creates; nil for a new one.
  /// - Returns: the mutation in the queue.
  /// - Throws: ``GraphQLMutationQueueError``, the error of the optimistic change, or an `EncodingError`. Nothing is enqueued then.
  @discardableResult
  public func enqueue<Mutation: GraphQLMutation & GraphQLObject>(
    _ mutation: Mutation, creating temporaryID: String? = nil
  ) throws -> GraphQLQueuedMutation {
    if isClosed { throw GraphQLMutationQueueError.closed }
    let name = Mutation.operationName
    guard let handler = handlers[name], handler.isCreating || temporaryID == nil else {
      throw GraphQLMutationQueueError.unregistered(name)
    }
    if Self.hasFile(mutation) { throw GraphQLMutationQueueError.file(name) }
    if let temporaryID,
      !TemporaryIDs.isTemporary(temporaryID) || rows.isUsed(temporaryID) || serverID(of: temporaryID) != nil
    {
      throw GraphQLMutationQueueError.unusableTemporaryID(temporaryID)
    }
    let own = handler.isCreating ? temporaryID ?? Self.temporaryID() : nil
    var row = GraphQLQueuedMutation(
      id: try nextID(), operationName: name, identity: identity, lane: "", key: nil, keyPlace: handler.key,
      temporaryID: own, date: Date(), text: "", position: rows.lastPosition + 1)
    let prepared = try fill(&row, with: mutation.jsonString(), handler, .new)
    lastID = row.id
    try cover(row, prepared)
    rows.set(row)
    unsaved.insert(row.id)
    do {
      try save()
    } catch {
      uncover(row.id)
      remove(row.id)
      try? save()
      throw error
    }
    pump()
    return row
  }

  /// A number above those of all other mutations, so that a mutation that creates an object has a lower number than those that refer to it. Damaged
  /// rows keep their numbers.
  private func nextID() throws -> UInt32 {
    var id = lastID
    repeat {
      guard id < .max else {
        throw GraphQLMutationQueueError.storage("there is no number for another mutation")
      }
      id += 1
    } while damagedIDs.contains(id)
    return id
  }

  /// Sets the variables of a mutation, including its idempotency key, and the lane that they determine.
  ///
  /// - Returns: the decoded variables.
  /// - Throws: ``GraphQLMutationQueueError``, or a `DecodingError`.
  @discardableResult
  func fill(
    _ row: inout GraphQLQueuedMutation, with variables: String, _ handler: GraphQLMutationHandler,
    _ choice: IdempotencyKeyChoice
  ) throws -> PreparedMutation {
    // The server expects the key at the same position as in earlier attempts.
    let place = if case .same(_?) = choice { row.keyPlace } else { handler.key }
    let (text, key) = try place.applied(to: rows.temporaryIDs.resolved(variables), choice)
    // The mutation that creates the object has a lower number, so mutations never wait for each other.
    if let id = rows.temporaryIDs.unresolved(in: text).first(where: {
      rows.creator(of: $0).map { $0.id >= row.id } ?? true
    }) {
      throw GraphQLMutationQueueError.unknownTemporaryID(id)
    }
    let prepared = try handler.prepare(text, row.temporaryID)
    try place.check(key, in: prepared.text)
    try prepared.check(row.operationName)
    (row.text, row.key, row.keyPlace, row.lane) = (text, key, place, prepared.lane)
    return prepared
  }

  /// Whether the variables contain a file, which would be null in JSON.
  private static func hasFile(_ value: Any) -> Bool {
    value is GraphQLUpload || Mirror(reflecting: value).children.contains { hasFile($0.value) }
  }

  // MARK: - Closing

  /// Stops sending, rolls back the optimistic changes and closes the file, in which the mutations stay. Call it before the user signs out.
  ///
  /// A running request is cancelled, and its mutation is treated as if the app had been terminated. If the `conflict` closure for a rejected
  /// mutation has not returned yet, the next queue sends that mutation again if it has an idempotency key; otherwise it stays parked.
  public func close() async {
    if let closing { return await closing.value }
    isClosed = true
    let tasks = Array(lanes.filter { !deciding.contains($0.key) }.values) + lateResponses.values
    for task in lanes.values { task.cancel() }
    for pause in pauses.values { pause.task.cancel() }
    let closing = Task {
      for task in tasks { await task.value }
      uncoverAll()
      storage.close()
      for observer in observers.values { observer.finish() }
      observers = [:]
    }
    self.closing = closing
    await closing.value
  }
}
