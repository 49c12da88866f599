import ApusClient
import ApusPlatform

/// Gets notified when what a plan reads changes.
///
/// It is `Sendable` because ``CacheStore/writers`` guards `plan`; the lock of ``Watchers`` guards `dependencies` and `last`.
final class Watcher: @unchecked Sendable {
  let source: PlanSource
  let root: PlanRoot
  let deliver: @Sendable (WatchSignal) -> Void
  /// The plan for reading after a commit; created the first time it is needed.
  var plan: BoundPlan?
  /// The dependencies of the last read.
  fileprivate(set) var dependencies: Dependencies
  /// The hash of the last text; nil if it was incomplete.
  fileprivate(set) var last: TextHash?
  /// The number of times that the dependencies changed.
  fileprivate var version = 0

  init(
    _ source: PlanSource, _ root: PlanRoot, _ result: ReadResult,
    _ deliver: @escaping @Sendable (WatchSignal) -> Void
  ) {
    self.source = source
    self.root = root
    self.deliver = deliver
    dependencies = result.dependencies
    last = result.hash
  }
}

/// The watchers of each record: a commit costs time only for the watchers it affects, however many others there are.
final class Watchers: Sendable {
  fileprivate struct State {
    var watchers: [Int: Watcher] = [:]
    var next = 0
    /// The watchers of each record, and the shapes they read it with.
    var byRecord: [UInt32: Readers] = [:]
    /// The watchers waiting for a key that no record had.
    var byKey: [String: Set<Int>] = [:]
    /// The end of the keys when new ones were last checked.
    var knownKeys = KeyPlace()
  }

  fileprivate struct Reader {
    var watcher: Int
    /// The version of the watcher's dependencies. If the watcher has a newer one, it no longer reads the record.
    var version: Int
    /// The watcher's dependencies keep it alive, as long as they have this version.
    var shape: Unmanaged<PlanShape>?
  }

  /// The readers of a record. Readers that are gone stay until they are the majority: of many watchers of one object, each can then leave
  /// without a search for it.
  fileprivate struct Readers {
    var all: [Reader] = []
    /// At least the number of readers that are gone.
    var gone = 0
  }

  private let state = Locked(State())

  var count: Int { state.withLock { $0.watchers.count } }

  var isEmpty: Bool { count == 0 }

  /// All watchers, the oldest first.
  var all: [(number: Int, watcher: Watcher)] {
    state.withLock { $0.watchers.map { ($0.key, $0.value) } }.sorted { $0.number < $1.number }
  }

  /// The number of the latest watcher.
  var latest: Int { state.withLock { $0.next } }

  /// Which of some records watchers read.
  func read(_ records: some Sequence<UInt32>) -> [UInt32] {
    state.withLock { state in state.byRecord.isEmpty ? [] : records.filter { state.byRecord[$0] != nil } }
  }

  func watchers(of record: UInt32) -> [Watcher] { watchersWithNumbers(of: record).map(\.watcher) }

  func watchersWithNumbers(of record: UInt32) -> [(number: Int, watcher: Watcher)] {
    state.withLock { state in
      let readers = state.byRecord[record]?.all.filter { state.isCurrent($0) } ?? []
      return Set(readers.map(\.watcher)).sorted().compactMap { number in
        state.watchers[number].map { (number, $0) }
      }
    }
  }

  func add(_ watcher: Watcher) -> Int {
    state.withLock { state in
      state.next += 1
      state.watchers[state.next] = watcher
      state.insert(state.next, watcher)
      return state.next
    }
  }

  func remove(_ number: Int) -> Watcher? {
    state.withLock { state -> Watcher? in
      guard let watcher = state.watchers.removeValue(forKey: number) else { return nil }
      state.remove(number, watcher)
      return watcher
    }
  }

  /// Forgets all dependencies. The records have new ids, so every watcher must be read again.
  func reset() {
    state.withLock { state in
      (state.byRecord, state.byKey, state.knownKeys) = ([:], [:], KeyPlace())
      for watcher in state.watchers.values {
        (watcher.dependencies, watcher.plan) = (Dependencies(), nil)
        watcher.version += 1
      }
    }
  }

  /// Updates a watcher with a new result.
  ///
  /// - Returns: whether the text changed.
  func update(_ number: Int, _ result: ReadResult) -> Bool {
    let hash = result.hash
    return state.withLock { state -> Bool in
      guard let watcher = state.watchers[number] else { return false }
      if result.dependencies.extend(watcher.dependencies) {
        // A list that grows page by page.
        let known = watcher.dependencies.entries.count
        watcher.dependencies = result.dependencies
        state.insert(number, watcher, from: known)
      } else if watcher.dependencies != result.dependencies {
        let old = watcher.dependencies
        state.remove(number, watcher)
        watcher.dependencies = result.dependencies
        state.insert(number, watcher)
        withExtendedLifetime(old) {}
      }
      defer { watcher.last = hash }
      return watcher.last != hash
    }
  }

  /// Calls `body` for each watcher that reads a changed field, once for each record.
  func visitReaders(of changes: [RecordChange], _ body: (Int, RecordChange, PlanShape?) -> Void) {
    state.withLock { state in
      for change in changes {
        var seen: Set<Int> = []
        for reader in state.byRecord[change.record]?.all ?? [] where state.isCurrent(reader) {
          let shape = reader.shape?.takeUnretainedValue()
          if let fields = change.fields, let shape, !fields.contains(where: shape.contains) { continue }
          if seen.insert(reader.watcher).inserted { body(reader.watcher, change, shape) }
        }
      }
    }
  }

  /// The records with keys that watchers wait for, which ``affected(by:_:)`` has not seen yet.
  func newlyKnown(_ table: RecordTable) -> [(record: UInt32, watchers: Set<Int>)] {
    state.withLock { state in
      if state.byKey.isEmpty { return [] }
      return table.records(since: state.knownKeys).compactMap { id in
        state.byKey[table.keys.text(id)].map { (id, $0) }
      }
    }
  }

  /// All watchers, the oldest first, and the number of objects that each reads.
  var summaries: [(number: Int, source: PlanSource, root: PlanRoot, objectCount: Int)] {
    let all = state.withLock { state in
      state.watchers.map { ($0.key, $0.value.source, $0.value.root, $0.value.dependencies) }
    }
    return all.map { ($0, $1, $2, Set($3.records).count) }.sorted { $0.number < $1.number }
  }

  /// The watchers affected by changes, the oldest first. The caller holds ``CacheStore/writers``.
  ///
  /// - Parameter table: the table, some keys of which may be new.
  func affected(by changes: [RecordChange], _ table: RecordTable) -> [(number: Int, watcher: Watcher)] {
    state.withLock { state in
      if state.watchers.isEmpty { return [] }
      var found: Set<Int> = []
      for change in changes {
        for reader in state.byRecord[change.record]?.all ?? []
        where state.isCurrent(reader) && !found.contains(reader.watcher) {
          if let fields = change.fields, let shape = reader.shape,
            !fields.contains(where: shape.takeUnretainedValue().contains)
          {
            continue
          }
          found.insert(reader.watcher)
        }
      }
      // A missing key can only be among those added since the last check.
      if !state.byKey.isEmpty {
        for id in table.records(since: state.knownKeys) {
          if let waiting = state.byKey[table.keys.text(id)] { found.formUnion(waiting) }
        }
      }
      state.knownKeys = table.keyPlace
      return found.sorted().compactMap { number in state.watchers[number].map { (number, $0) } }
    }
  }
}

extension Watchers.State {
  fileprivate func isCurrent(_ reader: Watchers.Reader) -> Bool {
    watchers[reader.watcher]?.version == reader.version
  }

  /// - Parameter known: the number of entries that are already there.
  fileprivate mutating func insert(_ number: Int, _ watcher: Watcher, from known: Int = 0) {
    for entry in watcher.dependencies.entries[known...] {
      let reader = Watchers.Reader(watcher: number, version: watcher.version, shape: entry.shape)
      byRecord[entry.record, default: Watchers.Readers()].add(reader)
    }
    for key in watcher.dependencies.missingRoots { byKey[key, default: []].insert(number) }
  }

  /// Removes what a watcher depended on; it has another version afterwards.
  fileprivate mutating func remove(_ number: Int, _ watcher: Watcher) {
    watcher.version += 1
    for entry in watcher.dependencies.entries {
      guard let at = byRecord.index(forKey: entry.record) else { continue }
      byRecord.values[at].gone += 1
      guard byRecord.values[at].gone * 2 > byRecord.values[at].all.count else { continue }
      var readers = byRecord.values[at].all
      byRecord.values[at] = Watchers.Readers()
      readers.removeAll { !isCurrent($0) }
      if readers.isEmpty { byRecord.remove(at: at) } else { byRecord.values[at].all = readers }
    }
    for key in watcher.dependencies.missingRoots {
      byKey[key]?.remove(number)
      if byKey[key]?.isEmpty ?? false { byKey[key] = nil }
    }
  }
}

extension Watchers.Readers {
  fileprivate mutating func add(_ reader: Watchers.Reader) {
    let last = all.last
    // An object that occurs many times is mostly read with the same shape: skip the duplicates.
    if last?.watcher == reader.watcher, last?.version == reader.version,
      last?.shape?.toOpaque() == reader.shape?.toOpaque()
    {
      return
    }
    all.append(reader)
  }
}
