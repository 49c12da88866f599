import Apus
import Foundation

/// The records, and who may see and change them when.
///
/// Why it is `Sendable`: there are two locks. Whoever writes holds `writers`; whoever reads holds `readers`. `table` is changed only
/// while both are held, and read while either is. `pending`, `writerPlans`, `layers` and `arrivals` belong to `writers`; `readerPlans` and
/// `watchers` to `readers`. Both locks are taken in this order, and here alone (``PendingRecords`` takes `readers` for its owner, who
/// holds `writers`). So a reader waits for other readers and for the exchange of pointers, but never while a response is taken apart.
final class CacheStore: @unchecked Sendable {
  let types: TypeTable
  let names = FieldNames()
  let learned = LearnedTypes()

  private let readers = NSLock()
  private let writers = NSRecursiveLock()
  private let table = RecordTable()
  private let pending: PendingRecords
  private var writerPlans: PlanMemo
  private var readerPlans: PlanMemo
  private var arrivals = Arrivals()
  private var watchers: [Int: Watcher] = [:]
  private var nextWatcher = 0
  private var layers: [Layer] = []
  private var nextLayer = 0
  /// Why the newest layer was dropped when it was added.
  private var newestFailure: (layer: Int, error: any Error)?
  /// Told of a layer whose closure throws when it runs again: the layer is dropped.
  private let onLayerFailure: @Sendable (any Error) -> Void
  /// How many transactions are open: one within another joins it.
  private var depth = 0
  /// Whether what is written so far came with queries' responses alone.
  private var isQueryResult = true

  init(_ types: TypeTable, onLayerFailure: @escaping @Sendable (any Error) -> Void = { _ in }) {
    self.types = types
    self.onLayerFailure = onLayerFailure
    pending = PendingRecords(table, readers)
    writerPlans = PlanMemo(types, names, learned)
    readerPlans = PlanMemo(types, names, learned)
  }

  // MARK: - Reading

  /// What a plan reads from.
  enum Root: Sendable {
    case operation
    /// A fragment's object, and markers of variables to begin it with.
    case object(String, markers: [String])
  }

  /// Reads, of one commit.
  func read(_ source: PlanSource, _ root: Root) throws -> ReadResult {
    readers.lock()
    defer { readers.unlock() }
    return read(try readerPlans.plan(source), root, nil)
  }

  /// The shapes that a plan has so far, by which its dependencies are told.
  func shapes(_ source: PlanSource) -> [PlanShape] {
    readers.lock()
    defer { readers.unlock() }
    return (try? readerPlans.plan(source).shapes) ?? []
  }

  private func read(_ plan: Plan, _ root: Root, _ pending: PendingRecords?) -> ReadResult {
    var reader = RecordReader(plan, table, pending, capacity: plan.lastSize + plan.lastSize / 8)
    defer { reader.deallocate() }
    switch root {
    case .operation: reader.readRoot(plan.rootType ?? "")
    case .object(let key, let markers): reader.readObject(key, markers: markers)
    }
    plan.lastSize = reader.count
    let bytes = UnsafeRawBufferPointer(start: reader.output, count: reader.count)
    return ReadResult(
      text: reader.isIncomplete ? nil : Array(bytes), hash: TextHash(bytes), firstMiss: reader.firstMiss,
      dependencies: reader.dependencies)
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
      }
      throw error
    }
  }

  /// What a transaction's body can do. It is used by who holds `writers`, and not kept.
  struct CacheWriter {
    private let store: CacheStore

    fileprivate init(_ store: CacheStore) { self.store = store }

    /// Takes a response's data apart.
    ///
    /// - Parameters:
    ///   - json: an object that the decoder has read.
    ///   - errors: where in it nulls stand that are errors' doing.
    ///   - ticket: the request that it answers, if it is a query's.
    func write(
      _ json: UnsafeBufferPointer<UInt8>, _ source: PlanSource, _ root: Root, errors: Set<Int> = [],
      ticket: Int? = nil
    ) throws {
      guard let start = json.baseAddress else { return }
      let plan = try store.writerPlans.plan(source)
      var record: UInt32?
      if case .object(let key, _) = root { record = store.pending.id(key) }
      var learned: Int
      repeat {
        // What markers tell of a type may concern objects before them.
        learned = store.learned.version
        var normalizer = Normalizer(
          json, start, plan, store.pending, store.learned, errors: errors,
          arrivals: store.arrivals.guardOf(ticket))
        normalizer.run(root: record, writesRoot: plan.document.kind == .query)
      } while learned != store.learned.version
      if ticket == nil { store.isQueryResult = false }
    }

    func read(_ source: PlanSource, _ root: Root) throws -> ReadResult {
      store.read(try store.writerPlans.plan(source), root, store.pending)
    }

    /// Forgets an object, or notes that it is gone.
    func remove(_ key: String, isDeleted: Bool) {
      store.isQueryResult = false
      if !isDeleted, store.pending.find(key) == nil { return }
      store.pending.put(Blob.empty(isDeleted: isDeleted), at: store.pending.id(key))
    }

    /// Forgets what a query's root has.
    func removeRoot(_ source: PlanSource) throws {
      let plan = try store.writerPlans.plan(source)
      let shape = plan.onlyShape(plan.root)
      for position in 0..<shape.count {
        remove(CacheRoot.key(plan.rootType ?? "", plan.name(of: shape.fields[position].id)), isDeleted: false)
      }
    }

    func removeAll() {
      store.isQueryResult = false
      for id in store.pending.all { store.pending.put(Blob.empty(isDeleted: false), at: id) }
    }

    /// What the transaction has changed so far.
    var changes: [RecordChange] { store.pending.changes() }

    /// The value with what a cache needs and its type does not have: names of types and keys.
    func completed(_ value: GraphQLValue, _ source: PlanSource, _ root: Root) throws -> GraphQLValue {
      let plan = try store.writerPlans.plan(source)
      return try ValueCompletion(plan, store.pending).completed(value, root)
    }
  }

  private func commit() {
    defer { isQueryResult = true }
    if !isQueryResult {
      arrivals.note(pending.changesBelowLayers()) { record in
        guard let blob = pending.blob(record) else { return [] }
        return (0..<blob.count).map { blob.slots[$0].field }
      }
    }
    applyLayers()
    if pending.touched.isEmpty { return }
    let changes = pending.changes()
    // Whoever waits for news gets it before the next commit, so that news come in their order.
    for deliver in publish(changes) { deliver() }
  }

  private func publish(_ changes: [RecordChange]) -> [() -> Void] {
    readers.lock()
    defer { readers.unlock() }
    pending.publish()
    if changes.isEmpty { return [] }
    var deliveries: [() -> Void] = []
    for (number, watcher) in watchers where isAffected(watcher, changes) {
      if let signal = readAgain(number) { deliveries.append { watcher.deliver(signal) } }
    }
    return deliveries
  }

  // MARK: - Optimistic layers

  /// Changes that hold until they are taken back.
  private struct Layer {
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
            onLayerFailure(error)
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
    let result = read(plan, root, nil)
    nextWatcher += 1
    watchers[nextWatcher] = Watcher(
      plan: plan, root: root, dependencies: result.dependencies, last: result.text == nil ? nil : result.hash,
      deliver: deliver)
    return (nextWatcher, WatchSignal(result))
  }

  func unwatch(_ number: Int) {
    readers.lock()
    defer { readers.unlock() }
    watchers[number] = nil
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
    let result = read(watcher.plan, watcher.root, nil)
    let hash = result.text == nil ? nil : result.hash
    defer { watchers[number] = watcher }
    watcher.dependencies = result.dependencies
    if hash == watcher.last { return nil }
    watcher.last = hash
    return WatchSignal(result)
  }
}

/// What was read.
struct ReadResult {
  /// The JSON; nil when something is missing.
  var text: [UInt8]?
  var hash: TextHash
  /// What is missing.
  var firstMiss: String?
  var dependencies: Dependencies
}

/// What a watcher is told.
enum WatchSignal: Sendable {
  /// All of it, as JSON.
  case text([UInt8])
  /// Something is missing.
  case incomplete(String)

  init(_ result: ReadResult) {
    if let text = result.text { self = .text(text) } else { self = .incomplete(result.firstMiss ?? "") }
  }
}

/// Someone who wants to know when what a plan reads changes.
struct Watcher {
  let plan: Plan
  let root: CacheStore.Root
  var dependencies: Dependencies
  /// The last text; nil when it was incomplete.
  var last: TextHash?
  let deliver: @Sendable (WatchSignal) -> Void
}
