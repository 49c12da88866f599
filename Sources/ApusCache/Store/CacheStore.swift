import Apus
import ApusClient
import Foundation

/// The records, and who may see and change them when.
///
/// Why it is `Sendable`: there are two locks. Whoever writes holds `writers`; whoever reads holds `readers`. `table`, `names` and
/// `generation` are changed only while both are held, and read while either is. `readerPlans`, `expiries`, `retained`, `covered`
/// and the times of use in `table` belong to `readers`; all other variables to `writers`. Both locks are taken in this order, and
/// here alone (``PendingRecords`` takes `readers` for its owner, who holds `writers`). So a reader waits for other readers and for
/// the exchange of pointers, but never while a response is taken apart, nor while watchers read again: they do so under `writers`,
/// where nothing that they see can change. What of `table` is on disk alone is read back under `readers`, beside what the table has:
/// ``DiskRecords``.
final class CacheStore: @unchecked Sendable {
  let types: TypeTable
  private(set) var names = FieldNames()
  let learned = LearnedTypes()

  let configuration: GraphQLCacheConfiguration
  let readers = NSLock()
  let writers = NSRecursiveLock()
  private(set) var table = RecordTable()
  private(set) var pending: PendingRecords
  /// What was sent in another generation is not written.
  private(set) var generation = CacheGeneration()
  var writerPlans: PlanMemo
  private var readerPlans: PlanMemo
  var arrivals = Arrivals()
  let watchers = Watchers()
  /// Until when responses said that they are fresh.
  var expiries: [PlanSource.Key: UInt32] = [:]
  /// What is retained, and was until lately.
  var retained = Retained()
  /// When and at which size garbage was looked for; `writers` has it.
  var lastCollection = (time: UInt32.max, size: 0)
  /// The records that layers change, for readers.
  private(set) var covered: Set<UInt32> = []
  var layers: [OptimisticLayer] = []
  var nextLayer = 0
  /// Why the newest layer was dropped when it was added.
  var newestFailure: (layer: Int, error: any Error)?
  /// Told what happens. It must not use the cache.
  let onEvent: @Sendable (GraphQLCacheEvent) -> Void
  /// The transaction that is open: one that begins within it joins it.
  private var current: CacheWriter?
  /// What differs from what is stored; nil where nothing is. `writers` has it.
  var unsaved: UnsavedRecords?
  /// What makes the store last; nil for one in memory alone.
  let session: StorageSession?

  init(
    _ types: TypeTable, _ configuration: GraphQLCacheConfiguration = GraphQLCacheConfiguration(),
    _ storage: (any GraphQLCacheStorage)? = nil,
    onEvent: @escaping @Sendable (GraphQLCacheEvent) -> Void = { _ in }
  ) {
    self.types = types
    session = storage.map { StorageSession($0, onEvent) }
    self.configuration = configuration
    self.onEvent = onEvent
    pending = PendingRecords(table, readers)
    writerPlans = PlanMemo(types, names, learned)
    readerPlans = PlanMemo(types, names, learned)
    session?.start(self)
  }

  /// The time of day.
  var now: UInt32 { CacheTime.seconds(configuration.now()) }

  // MARK: - Reading

  /// Reads, of one commit.
  func read(_ source: PlanSource, _ root: PlanRoot) throws -> ReadResult {
    let now = now
    readers.lock()
    defer { readers.unlock() }
    return read(try readerPlans.plan(source), root, nil, now, expiries[source.key])
  }

  /// What of it is missing; at most a hundred.
  ///
  /// - Parameter failures: where what is there could not be decoded.
  func misses(_ source: PlanSource, _ root: PlanRoot, failures: [GraphQLPath] = []) throws
    -> [GraphQLCacheMiss]
  {
    readers.lock()
    defer { readers.unlock() }
    var finder = MissFinder(try readerPlans.plan(source), table, failures: failures)
    finder.find(root)
    var misses = finder.misses
    // Those within a value that the cache keeps as it came.
    let told = Set(misses.map(\.path))
    for path in failures where !told.contains(path) {
      var field = ""
      if case .key(let name)? = path.components.last { field = name }
      misses.append(GraphQLCacheMiss(path: path, object: nil, field: field, reason: .undecodable))
    }
    return misses
  }

  /// What there is, and what is missing, of one commit.
  func partial(_ source: PlanSource, _ root: PlanRoot) throws -> (
    ReadResult, [GraphQLCacheMiss], isOptimistic: Bool
  ) {
    let now = now
    readers.lock()
    defer { readers.unlock() }
    let plan = try readerPlans.plan(source)
    let result = read(plan, root, nil, now, expiries[source.key], keepsPart: true)
    let isOptimistic = result.dependencies.records.contains(where: covered.contains)
    if result.text != nil { return (result, [], isOptimistic) }
    var finder = MissFinder(plan, table)
    finder.find(root)
    return (result, finder.misses, isOptimistic)
  }

  /// - Parameters:
  ///   - now: the time that is noted as that of the last use; nil where `readers` is not held.
  ///   - expiry: until when a response said that it is fresh.
  ///   - keepsPart: whether the text is wanted when something is missing.
  func read(
    _ plan: Plan, _ root: PlanRoot, _ pending: PendingRecords?, _ now: UInt32? = nil, _ expiry: UInt32? = nil,
    keepsPart: Bool = false
  ) -> ReadResult {
    var reader = RecordReader(plan, table, pending, now: now)
    let text = reader.text(capacity: plan.lastSize + plan.lastSize / 8) { reader in
      switch root {
      case .operation: reader.readRoot(plan.rootType ?? "")
      case .object(let key): reader.readObject(key)
      }
    }
    plan.lastSize = text.count
    if pending == nil { noteUse(reader.dependencies.records) }
    var age = reader.age
    if let expiry { age.expiry = min(age.expiry, expiry) }
    return ReadResult(
      text: reader.isIncomplete ? nil : text,
      partialText: reader.isIncomplete && keepsPart ? text : nil, firstMiss: reader.firstMiss,
      hasDeleted: reader.hasDeleted,
      age: age, dependencies: reader.dependencies)
  }

  /// Notes which records are in use, and has those of long ago leave the memory. Whoever calls holds `readers`.
  private func noteUse(_ records: @autoclosure () -> [UInt32]) {
    guard let disk = table.disk else { return }
    disk.touch(records())
    let bytes = table.memoryByteCount
    let isOver = bytes > disk.limit && bytes > disk.floor + disk.limit / 8
    if isOver || disk.hasFaults { session?.noteMemory() }
  }

  // MARK: - Writing

  /// Runs a transaction: what it writes is seen by all at once, or by nobody when it throws.
  func transaction<Result>(_ body: (CacheWriter) throws -> Result) rethrows -> Result {
    writers.lock()
    defer { writers.unlock() }
    if let current { return try current.nested(body) }
    let writer = CacheWriter(self)
    current = writer
    defer { current = nil }
    pending.isBelowLayers = !pending.covered.isEmpty
    do {
      let result = try body(writer)
      commit(writer.origin)
      return result
    } catch {
      pending.isBelowLayers = false
      pending.discard()
      throw error
    }
  }

  private func commit(_ origin: CacheWriter.Origin) {
    switch origin {
    case .nothing: break
    case .response(let ticket): arrivals.note({ pending.writesBelowLayers() }, ticket: ticket)
    case .other: arrivals.note({ pending.writesBelowLayers() }, ticket: nil)
    }
    pending.isBelowLayers = false
    applyLayers()
    if pending.isEmpty { return }
    let changes = pending.changes()
    let invalid = pending.invalid.map { RecordChange(record: $0.record, fields: $0.field.map { [$0] }) }
    if unsaved != nil { noteUnsaved() }
    publish()
    // Whoever waits for news gets it before the next commit, so that news come in their order.
    tellWatchers(of: changes, invalid)
    collectSoonIfNeeded()
  }

  private func noteUnsaved() {
    guard var unsaved else { return }
    self.unsaved = nil
    pending.note(in: &unsaved)
    self.unsaved = unsaved
    if !unsaved.isEmpty { session?.noteChanges(unsaved.records.count) }
  }

  private func publish() {
    let now = now
    readers.lock()
    let old = pending.publish(now)
    covered = pending.coveredRecords
    readers.unlock()
    // Readers do not wait for memory to be freed.
    for blob in old { blob.deallocate() }
  }

  /// Reads again for those who watch what changed. The caller holds `writers`, and not `readers`.
  func tellWatchers(of changes: [RecordChange], _ invalid: [RecordChange] = []) {
    if changes.isEmpty, invalid.isEmpty { return }
    var deliveries: [() -> Void] = []
    for (number, watcher) in watchers.affected(by: changes, table.keys) {
      if let signal = readAgain(number, watcher) { deliveries.append { watcher.deliver(signal) } }
    }
    if !invalid.isEmpty {
      for (_, watcher) in watchers.affected(by: invalid, table.keys) {
        deliveries.append { watcher.deliver(.invalidated) }
      }
    }
    if !deliveries.isEmpty { ViewTurn.shared.gather { for deliver in deliveries { deliver() } } }
  }

  /// - Returns: nil when the text is as it was.
  private func readAgain(_ number: Int, _ watcher: Watcher) -> WatchSignal? {
    guard let plan = try? watcher.plan ?? writerPlans.plan(watcher.source) else { return nil }
    watcher.plan = plan
    let result = read(plan, watcher.root, pending)
    if table.disk != nil {
      readers.lock()
      noteUse(result.dependencies.records)
      readers.unlock()
    }
    return watchers.update(number, result) ? WatchSignal(result) : nil
  }

  // MARK: - Clearing

  /// Forgets everything: no key and no value of before is in memory afterwards, and what was sent before is not written.
  func clear() {
    forgetAll()
    session?.clear()
  }

  private func forgetAll() {
    writers.lock()
    defer { writers.unlock() }
    for _ in layers { onEvent(.layerDropped(GraphQLCacheError.cleared)) }
    layers = []
    let old = (table, pending)
    arrivals.clear()
    lastCollection = (now, 0)
    if unsaved != nil { unsaved = UnsavedRecords() }
    readers.lock()
    (names, table, generation) = (FieldNames(), RecordTable(), CacheGeneration())
    table.disk = old.0.disk?.emptied()
    pending = PendingRecords(table, readers)
    (writerPlans, readerPlans) = (PlanMemo(types, names, learned), PlanMemo(types, names, learned))
    (expiries, covered) = ([:], [])
    retained.removeAll()
    readers.unlock()
    watchers.reset()
    let all = watchers.all
    for (number, watcher) in all { _ = readAgain(number, watcher) }
    if !all.isEmpty { ViewTurn.shared.gather { for entry in all { entry.watcher.deliver(.cleared) } } }
    withExtendedLifetime(old) {}
  }

  /// What writes belong to from now on.
  var currentGeneration: CacheGeneration {
    readers.lock()
    defer { readers.unlock() }
    return generation
  }

  // MARK: - Requests under way

  /// Notes that a query is sent; what is written from now on is newer than its response.
  func beginRequest() -> (ticket: Int, generation: CacheGeneration) {
    writers.lock()
    defer { writers.unlock() }
    return (arrivals.begin(), generation)
  }

  func endRequest(_ ticket: Int) {
    writers.lock()
    defer { writers.unlock() }
    arrivals.end(ticket)
  }

  // MARK: - Watching

  /// Reads, and says from then on when what was read changes.
  ///
  /// - Returns: the watcher's number, and what there is now.
  func watch(
    _ source: PlanSource, _ root: PlanRoot, _ deliver: @escaping @Sendable (WatchSignal) -> Void
  ) throws -> (number: Int, now: WatchSignal) {
    readers.lock()
    defer { readers.unlock() }
    let plan = try readerPlans.plan(source)
    let result = read(plan, root, nil, now, expiries[source.key])
    retained.take(Retained.Entry(source: source, root: root))
    // Before the next commit, which waits for `readers`.
    return (watchers.add(Watcher(source, root, result, deliver)), WatchSignal(result))
  }

  func unwatch(_ number: Int) {
    guard let watcher = watchers.remove(number) else { return }
    readers.lock()
    defer { readers.unlock() }
    retained.release(Retained.Entry(source: watcher.source, root: watcher.root))
  }

  /// How many watches there are.
  var watcherCount: Int { watchers.count }
}

/// The time from one ``GraphQLCache/clear()`` to the next.
final class CacheGeneration: Sendable {}
