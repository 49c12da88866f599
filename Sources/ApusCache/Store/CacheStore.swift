import Apus
import ApusClient
import Foundation

/// The records, and who may see and change them when.
///
/// Why it is `Sendable`: there are two locks. Whoever writes holds `writers`; whoever reads holds `readers`. `table` is changed
/// only while both are held, and read while either is. `readerPlans`, `watchers`, `nextWatcher`, `expiries`, `retained`, `covered`
/// and the times of use in `table` belong to `readers`; all other variables to `writers`. Both locks are taken in this order, and
/// here alone (``PendingRecords`` takes `readers` for its owner, who holds `writers`). So a reader waits for other readers and for
/// the exchange of pointers, but never while a response is taken apart. What of `table` is on disk alone is read back under
/// `readers`, beside what the table has: ``DiskRecords``.
final class CacheStore: @unchecked Sendable {
  let types: TypeTable
  let names = FieldNames()
  let learned = LearnedTypes()

  let configuration: GraphQLCacheConfiguration
  let readers = NSLock()
  let writers = NSRecursiveLock()
  let table = RecordTable()
  let pending: PendingRecords
  var writerPlans: PlanMemo
  private var readerPlans: PlanMemo
  var arrivals = Arrivals()
  private(set) var watchers: [Int: Watcher] = [:]
  private var nextWatcher = 0
  /// Until when responses said that they are fresh.
  var expiries: [PlanSource.Key: UInt32] = [:]
  /// What is retained, and was until lately.
  var retained = Retained()
  /// When and at which size garbage was looked for; `writers` has it.
  var lastCollection = (time: UInt32.max, size: 0)
  /// The records that layers change, for readers.
  private(set) var covered: Set<UInt32> = []
  private(set) var layers: [Layer] = []
  private var nextLayer = 0
  /// Why the newest layer was dropped when it was added.
  private var newestFailure: (layer: Int, error: any Error)?
  /// Told what happens. It must not use the cache.
  let onEvent: @Sendable (GraphQLCacheEvent) -> Void
  /// How many transactions are open: one within another joins it.
  private var depth = 0
  /// Whether what is written so far came with queries' responses alone.
  var isQueryResult = true
  /// The query whose response is written.
  var ticket: Int?
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

  /// What a plan reads from.
  enum Root: Hashable, Sendable {
    case operation
    /// A fragment's object, and markers of variables to begin it with.
    case object(String, markers: [String])
  }

  /// Reads, of one commit.
  func read(_ source: PlanSource, _ root: Root) throws -> ReadResult {
    let now = now
    readers.lock()
    defer { readers.unlock() }
    return read(try readerPlans.plan(source), root, nil, now, expiries[source.key])
  }

  /// What of it is missing; at most a hundred.
  ///
  /// - Parameter failures: where what is there could not be decoded.
  func misses(_ source: PlanSource, _ root: Root, failures: [GraphQLPath] = []) throws -> [GraphQLCacheMiss] {
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
  func partial(_ source: PlanSource, _ root: Root) throws -> (
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

  /// The shapes that a plan has so far, by which its dependencies are told.
  func shapes(_ source: PlanSource) -> [PlanShape] {
    readers.lock()
    defer { readers.unlock() }
    return (try? readerPlans.plan(source).shapes) ?? []
  }

  /// - Parameters:
  ///   - now: the time that is noted as that of the last use; nil where `readers` is not held.
  ///   - expiry: until when a response said that it is fresh.
  ///   - keepsPart: whether the text is wanted when something is missing.
  func read(
    _ plan: Plan, _ root: Root, _ pending: PendingRecords?, _ now: UInt32? = nil, _ expiry: UInt32? = nil,
    keepsPart: Bool = false
  ) -> ReadResult {
    var reader = RecordReader(plan, table, pending, now: now)
    let text = reader.text(capacity: plan.lastSize + plan.lastSize / 8) { reader in
      switch root {
      case .operation: reader.readRoot(plan.rootType ?? "")
      case .object(let key, let markers): reader.readObject(key, markers: markers)
      }
    }
    plan.lastSize = text.count
    if pending == nil { noteUse(reader.dependencies) }
    var age = reader.age
    if let expiry { age.expiry = min(age.expiry, expiry) }
    return ReadResult(
      text: reader.isIncomplete ? nil : text,
      partialText: reader.isIncomplete && keepsPart ? text : nil, firstMiss: reader.firstMiss,
      age: age, dependencies: reader.dependencies)
  }

  /// Notes which records are in use, and has those of long ago leave the memory. Whoever calls holds `readers`.
  private func noteUse(_ dependencies: Dependencies) {
    guard let disk = table.disk else { return }
    disk.touch(dependencies.records)
    let bytes = table.memoryByteCount
    let isOver = bytes > disk.limit && bytes > disk.floor + disk.limit / 8
    if isOver || disk.hasFaults { session?.noteMemory() }
  }

  // MARK: - Writing

  /// Runs a transaction: what it writes is seen by all at once, or by nobody when it throws.
  func transaction<Result>(_ body: (CacheWriter) throws -> Result) rethrows -> Result {
    writers.lock()
    defer { writers.unlock() }
    if depth == 0, !layers.isEmpty { pending.uncover() }
    depth += 1
    defer { depth -= 1 }
    do {
      let result = try body(CacheWriter(self))
      if depth == 1 { commit() }
      return result
    } catch {
      if depth == 1 {
        pending.discard()
        isQueryResult = true
        ticket = nil
      }
      throw error
    }
  }

  private func commit() {
    defer {
      isQueryResult = true
      ticket = nil
    }
    if !isQueryResult || ticket != nil {
      arrivals.note({ pending.writesBelowLayers() }, ticket: isQueryResult ? ticket : nil)
    }
    applyLayers()
    if pending.isEmpty { return }
    let changes = pending.changes()
    if unsaved != nil { noteUnsaved() }
    // Whoever waits for news gets it before the next commit, so that news come in their order.
    let deliveries = publish(changes)
    if !deliveries.isEmpty { ViewTurn.shared.gather { for deliver in deliveries { deliver() } } }
    collectSoonIfNeeded()
  }

  private func noteUnsaved() {
    guard var unsaved else { return }
    self.unsaved = nil
    pending.note(in: &unsaved)
    self.unsaved = unsaved
    if !unsaved.isEmpty { session?.noteChanges(unsaved.records.count) }
  }

  private func publish(_ changes: [RecordChange]) -> [() -> Void] {
    let now = now
    let invalid = pending.invalid.map { RecordChange(record: $0.record, fields: $0.field.map { [$0] }) }
    readers.lock()
    defer { readers.unlock() }
    pending.publish(now)
    covered = pending.coveredRecords
    if changes.isEmpty, invalid.isEmpty { return [] }
    return deliveries(of: changes, invalid)
  }

  /// What those who wait are told of changes. Whoever calls holds `readers`.
  func deliveries(of changes: [RecordChange], _ invalid: [RecordChange] = []) -> [() -> Void] {
    var deliveries: [() -> Void] = []
    for (number, watcher) in watchers {
      if isAffected(watcher, changes), let signal = readAgain(number) {
        deliveries.append { watcher.deliver(signal) }
      }
      if !invalid.isEmpty, watcher.dependencies.areAffected(by: invalid, watcher.plan.shapes) {
        deliveries.append { watcher.deliver(.invalidated) }
      }
    }
    return deliveries
  }

  // MARK: - Optimistic layers

  /// Changes that hold until they are taken back.
  struct Layer {
    var number: Int
    var body: (CacheWriter) throws -> Void
  }

  /// Adds a layer.
  ///
  /// - Throws: what `body` throws when it runs for the first time; there is no layer then.
  func addLayer(_ body: @escaping (CacheWriter) throws -> Void) throws -> Int {
    writers.lock()
    defer { writers.unlock() }
    nextLayer += 1
    let number = nextLayer
    transaction { _ in layers.append(Layer(number: number, body: body)) }
    if let failure = newestFailure, failure.layer == number { throw failure.error }
    return number
  }

  func removeLayer(_ number: Int) {
    transaction { _ in layers.removeAll { $0.number == number } }
  }

  /// Makes what a layer does last, and removes it.
  func commitLayer(_ number: Int) throws {
    try transaction { writer in
      guard let layer = layers.first(where: { $0.number == number }) else { return }
      layers.removeAll { $0.number == number }
      isQueryResult = false
      try layer.body(writer)
    }
  }

  /// Runs the layers, in their order, over what is written below them. One that throws is dropped.
  private func applyLayers() {
    newestFailure = nil
    var isDone = false
    while !isDone {
      isDone = true
      pending.beginCovering()
      for layer in layers {
        do {
          try layer.body(CacheWriter(self))
        } catch {
          pending.stopCovering()
          layers.removeAll { $0.number == layer.number }
          if layer.number == nextLayer {
            newestFailure = (layer.number, error)
          } else {
            onEvent(.layerDropped(error))
          }
          isDone = false
          break
        }
      }
    }
    pending.endCovering()
  }

  // MARK: - Requests under way

  /// Notes that a query is sent; what is written from now on is newer than its response.
  func beginRequest() -> Int {
    writers.lock()
    defer { writers.unlock() }
    return arrivals.begin()
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
    _ source: PlanSource, _ root: Root, _ deliver: @escaping @Sendable (WatchSignal) -> Void
  ) throws -> (number: Int, now: WatchSignal) {
    readers.lock()
    defer { readers.unlock() }
    let plan = try readerPlans.plan(source)
    let result = read(plan, root, nil, now, expiries[source.key])
    nextWatcher += 1
    retained.take(Retained.Entry(source: source, root: root))
    watchers[nextWatcher] = Watcher(
      name: source.name, plan: plan, root: root, dependencies: result.dependencies,
      last: result.hash, deliver: deliver)
    return (nextWatcher, WatchSignal(result))
  }

  func unwatch(_ number: Int, _ source: PlanSource?) {
    readers.lock()
    defer { readers.unlock() }
    guard let watcher = watchers.removeValue(forKey: number), let source else { return }
    retained.release(Retained.Entry(source: source, root: watcher.root))
  }

  /// How many watches there are.
  var watcherCount: Int {
    readers.lock()
    defer { readers.unlock() }
    return watchers.count
  }

  private func isAffected(_ watcher: Watcher, _ changes: [RecordChange]) -> Bool {
    if watcher.dependencies.areAffected(by: changes, watcher.plan.shapes) { return true }
    return watcher.dependencies.missingRoots.contains { key in
      var key = key
      return key.withUTF8 { table.keys.find(UnsafeRawBufferPointer($0)) } != nil
    }
  }

  /// - Returns: nil when the text is as it was.
  private func readAgain(_ number: Int) -> WatchSignal? {
    guard var watcher = watchers[number] else { return nil }
    let result = read(watcher.plan, watcher.root, nil, now)
    let hash = result.hash
    defer { watchers[number] = watcher }
    watcher.dependencies = result.dependencies
    if hash == watcher.last { return nil }
    watcher.last = hash
    return WatchSignal(result)
  }
}
