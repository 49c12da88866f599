import ApusPlatform

/// The thread that reads and writes a cache's storage.
///
/// It is `Sendable` because the variables below `condition` are read and written while it is held; only the thread uses `state`, `isFailing`,
/// `isBehind` and what `follower` refers to.
final class StorageSession: @unchecked Sendable {
  private typealias Flush = CheckedContinuation<Void, any Error>

  /// The time in seconds for which changes wait for more, and the number of changes that are written at once.
  private static let delay: TimeInterval = 0.1
  private static let batchSize = 1000
  /// The delay before a failed write is retried, in seconds.
  private static let pause: TimeInterval = 10

  private let storage: any GraphQLCacheStorage
  private let onEvent: @Sendable (GraphQLCacheEvent) -> Void
  private var state = StoredState(CacheGeneration())
  /// Whether the last attempt failed: only the first failure is reported.
  private var isFailing = false
  /// The storage, if others write to it as well.
  let shared: (any SharedStorage)?
  /// Whether others have written to it what could not be taken over yet.
  private var isBehind = false
  /// Reads what another cache stores; nil if this one stores its records itself.
  private let follower: StorageFollower?

  private let condition = Condition()
  // `condition` guards everything declared below.
  private weak var store: CacheStore?
  /// Keeps the store until the last batch is written.
  private var last: CacheStore?
  private var hasBegun = false
  private var isLoaded = false
  private var isOver = false
  /// The reason that nothing is written; nil if writing works.
  private var fault: (any Error)?
  /// When pending changes are written; nil if there are none.
  private var deadline: Date?
  private var flushes: [Flush] = []
  private var loads: [CheckedContinuation<Void, Never>] = []
  /// Whether too much is in memory, or something could not be read back.
  private var isTrimDue = false
  /// Whether the storage could not be cleared: it must be before anything is written.
  private var isClearDue = false
  /// When a followed storage is due to be looked at.
  private var lookTime = Date()

  init(_ storage: any GraphQLCacheStorage, _ onEvent: @escaping @Sendable (GraphQLCacheEvent) -> Void) {
    self.storage = storage
    self.onEvent = onEvent
    shared = (storage as? any SharedStorage).flatMap { $0.isWrittenByOthers ? $0 : nil }
    follower = (storage as? any FollowedStorage).map { StorageFollower($0, onEvent) }
    if follower != nil { fault = GraphQLStorageError.following }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }

  // MARK: - From other threads

  /// Starts loading. Once it returns, nobody can write before loading has finished.
  func start(_ store: CacheStore) {
    condition.lock()
    defer { condition.unlock() }
    self.store = store
    guard startThread("Apus cache", { [self] in run() }) else {
      let error = GraphQLStorageError.failed("the system has no thread left")
      (fault, isLoaded, isOver) = (error, true, true)
      return onEvent(.storage(.unavailable(error)))
    }
    while !hasBegun { condition.wait() }
  }

  /// Whether loading has finished or failed.
  var hasLoaded: Bool { locked { isLoaded } }

  /// Waits until loading has finished or failed; for a followed storage, until its latest commit is loaded.
  func load() async {
    if locked({ hasNothingToLoad }) { return }
    await withCheckedContinuation { continuation in
      let isReady = locked {
        if hasNothingToLoad { return true }
        loads.append(continuation)
        condition.signal()
        return false
      }
      if isReady { continuation.resume() }
    }
  }

  private var hasNothingToLoad: Bool { isLoaded && (follower == nil || isOver) }

  /// Looks at a followed storage soon, and regularly from now on.
  func noteWatcher() { if follower != nil { locked { condition.signal() } } }

  /// Waits until all earlier writes are stored.
  func flush() async throws {
    try await withCheckedThrowingContinuation { continuation in
      let fault: (any Error)?? = locked {
        if isOver || follower != nil { return .some(self.fault) }
        flushes.append(continuation)
        condition.signal()
        return .none
      }
      switch fault {
      case .none: return
      case .some(.none): continuation.resume()
      case .some(.some(let error)): continuation.resume(throwing: error)
      }
    }
  }

  func noteChanges(_ count: Int) {
    if follower != nil { return }
    locked {
      let isUrgent = count >= StorageSession.batchSize && !isPausing(deadline)
      if deadline != nil, !isUrgent { return }
      deadline = isUrgent ? Date() : Date(timeIntervalSinceNow: StorageSession.delay)
      condition.signal()
    }
  }

  /// Notes that records must leave memory, or could not be read back.
  func noteMemory() {
    locked {
      if isTrimDue { return }
      isTrimDue = true
      condition.signal()
    }
  }

  /// Whether pending changes wait because of an error.
  private func isPausing(_ deadline: Date?) -> Bool {
    deadline.map { $0.timeIntervalSinceNow > StorageSession.delay } ?? false
  }

  /// Removes everything stored. The storage then fills with the data in memory.
  func clear() {
    if locked({ fault != nil }) { return }
    do {
      locked { isClearDue = true }
      try storage.clear()
      locked { isClearDue = false }
    } catch {
      onEvent(.storage(.failed(error)))
    }
    noteChanges(StorageSession.batchSize)
  }

  /// Writes the remaining changes, then ends the thread.
  func close(_ store: CacheStore) {
    locked {
      if !isOver { last = store }
      condition.signal()
    }
  }

  // MARK: - The thread

  private enum Work {
    case batch(CacheStore, [Flush])
    case last(CacheStore, [Flush])
    case trim(CacheStore)
    case none
  }

  private func run() {
    open()
    if let follower {
      while let (store, loads) = nextLook() {
        follower.look(store)
        for continuation in loads { continuation.resume() }
      }
      return end(nil)
    }
    while true {
      switch next() {
      case .batch(let store, let flushes): write(store, flushes)
      case .last(let store, let flushes):
        write(store, flushes, isLast: true)
        return end(nil)
      case .trim(let store): trim(store)
      case .none: return end(nil)
      }
    }
  }

  private func next() -> Work {
    condition.lock()
    defer { condition.unlock() }
    while true {
      let now = Date()
      if let last { return .last(last, takeFlushes()) }
      guard fault == nil else { return .none }
      if !flushes.isEmpty || deadline.map({ $0 <= now }) ?? false {
        deadline = nil
        guard let store else { return .none }
        return .batch(store, takeFlushes())
      }
      if isTrimDue {
        isTrimDue = false
        return store.map { .trim($0) } ?? .none
      }
      if let deadline { _ = condition.wait(until: deadline) } else { condition.wait() }
    }
  }

  /// Waits until a followed storage must be looked at.
  ///
  /// - Returns: nil once the cache was released.
  private func nextLook() -> (store: CacheStore, loads: [CheckedContinuation<Void, Never>])? {
    condition.lock()
    defer { condition.unlock() }
    while last == nil {
      let isWatched = store.map { $0.watcherCount > 0 } ?? false
      let now = Date()
      if !loads.isEmpty || isWatched && lookTime <= now {
        guard let store else { return nil }
        defer { loads = [] }
        lookTime = now + StorageFollower.interval
        return (store, loads)
      }
      if isWatched { _ = condition.wait(until: lookTime) } else { condition.wait() }
    }
    return nil
  }

  /// Whether the file of a released cache was deleted: an app may do that, so it is not reported, and the file is not created again.
  private func isExpected(_ error: any Error) -> Bool {
    error as? GraphQLStorageError == .lost && locked { last != nil }
  }

  private func takeFlushes() -> [Flush] {
    defer { flushes = [] }
    return flushes
  }

  private func open() {
    condition.lock()
    let store = store
    guard let store else {
      condition.unlock()
      return
    }
    store.writers.lock()
    hasBegun = true
    condition.broadcast()
    condition.unlock()
    let fault = load(store)
    store.writers.unlock()
    shared?.rest(knowingAll: true)
    let waiting = locked {
      self.fault = fault
      isLoaded = true
      defer { loads = [] }
      return loads
    }
    for continuation in waiting { continuation.resume() }
  }

  /// - Returns: why nothing will be written; nil if writing works.
  private func load(_ store: CacheStore) -> (any Error)? {
    if let follower {
      store.beginFollowing()
      follower.look(store)
      return GraphQLStorageError.following
    }
    do {
      let (unwritable, damaged): (GraphQLStorageError?, Int)
      do {
        (unwritable, damaged) = try read(store)
      } catch let error as GraphQLStorageError {
        guard case .unreadable = error else { throw error }
        try storage.clear()
        (unwritable, damaged) = try read(store)
        onEvent(.storage(.replaced(error)))
      }
      if damaged > 0 { onEvent(.storage(.damaged(count: damaged))) }
      if let unwritable { onEvent(.storage(.readOnly(unwritable))) }
      return unwritable
    } catch {
      onEvent(.storage(.unavailable(error)))
      return error
    }
  }

  private func read(_ store: CacheStore) throws -> (unwritable: GraphQLStorageError?, damaged: Int) {
    let limit = shared == nil ? store.configuration.memoryLimit : nil
    state = StoredState(store.generation)
    if let result = try store.load(storage, state, limit: limit) { return result }
    // Another cache writes to the storage, so rows read later could be newer: load everything now.
    state = StoredState(store.generation)
    return try store.load(storage, state, limit: nil) ?? (nil, 0)
  }

  private func end(_ error: (any Error)?) {
    let (store, waiting, loads, fault) = locked {
      defer { (isOver, last, self.loads) = (true, nil, []) }
      return (self.store, takeFlushes(), self.loads, self.fault)
    }
    for continuation in loads { continuation.resume() }
    for continuation in waiting {
      if let fault { continuation.resume(throwing: fault) } else { continuation.resume() }
    }
    store?.stopStoring()
    storage.close()
  }

  // MARK: - Writing

  private func write(_ store: CacheStore, _ flushes: [Flush], isLast: Bool = false) {
    let result = Result { try write(store, isFlush: isLast || !flushes.isEmpty) }
    // Who waits for a flush may then be suspended.
    shared?.rest(knowingAll: !isBehind)
    do {
      try result.get()
      isFailing = false
      if !isLast, store.isOverMemory { trim(store) }
      for continuation in flushes { continuation.resume() }
    } catch {
      if !isFailing, !isExpected(error) { onEvent(.storage(.failed(error))) }
      isFailing = true
      locked { deadline = Date(timeIntervalSinceNow: StorageSession.pause) }
      for continuation in flushes { continuation.resume(throwing: error) }
    }
  }

  private func write(_ store: CacheStore, isFlush: Bool, attempts: Int = 3) throws {
    guard let (batch, taken) = store.takeBatch(state, withUses: isFlush) else {
      // A storage cleared while it was being opened may not report it, so clear it again.
      guard attempts > 0 else { throw GraphQLStorageError.cleared }
      try storage.clear()
      try beginAnew(store, .cleared)
      return try write(store, isFlush: isFlush, attempts: attempts - 1)
    }
    do {
      if locked({ isClearDue }) {
        try storage.clear()
        locked { isClearDue = false }
      }
      // Commit even without changes, to learn whether the storage was cleared in the meantime.
      try storage.commit(batch.changes)
      state.note(batch)
      if isFlush { try storage.flush() }
    } catch let change as SharedStorageChange where attempts > 0 {
      store.putBack(taken, of: state)
      // A released cache forgets everything anyway, and must not create the file again.
      if change == .gone, locked({ last != nil }) { return }
      try takeOver(store, change)
      try write(store, isFlush: isFlush, attempts: attempts - 1)
    } catch let error as GraphQLStorageError
      where attempts > 0 && error.meansBeginning && !isExpected(error)
    {
      try beginAnew(store, error)
      try write(store, isFlush: isFlush, attempts: attempts - 1)
    } catch {
      store.putBack(taken, of: state)
      // If everything was evicted, the file can be removed. Removing its rows needs space, which a full disk does not have.
      guard attempts > 0, case .full? = error as? GraphQLStorageError, store.isEmpty,
        (try? storage.clear()) != nil
      else { throw error }
      try beginAnew(store, .cleared)
      try write(store, isFlush: isFlush, attempts: attempts - 1)
    }
  }

  /// Takes over what others have written to a shared storage.
  private func takeOver(_ store: CacheStore, _ change: SharedStorageChange) throws {
    isBehind = true
    if change == .gone { store.forget() }
    do {
      let damaged: Int
      (state, damaged) = try store.reread(storage)
      if damaged > 0 { onEvent(.storage(.damaged(count: damaged))) }
    } catch let error as GraphQLStorageError where error.meansBeginning {
      try beginAnew(store, error)
    }
    isBehind = false
  }

  /// Drops values from memory.
  private func trim(_ store: CacheStore) {
    let faults = store.trim(state)
    if faults.damaged > 0 { onEvent(.storage(.damaged(count: faults.damaged))) }
    if let failure = faults.failure { onEvent(.storage(.failed(failure))) }
  }

  private func beginAnew(_ store: CacheStore, _ error: GraphQLStorageError) throws {
    state = store.noteAllUnsaved()
    if error != .cleared {
      try storage.clear()
      onEvent(.storage(.replaced(error)))
    }
    guard try storage.open({ _, _, _ in }) == nil else { throw GraphQLStorageError.inUse }
  }
}
