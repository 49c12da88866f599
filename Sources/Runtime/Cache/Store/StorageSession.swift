import ApusPlatform

/// The thread that reads and writes a cache's storage.
///
/// It is `Sendable` because the variables below `condition` are read and written while it is held; only the thread uses what
/// `follower` and `writer` refer to, apart from constants.
final class StorageSession: @unchecked Sendable {
  private typealias Flush = CheckedContinuation<Void, any Error>

  /// The time in seconds for which changes wait for more, and the number of changes that are written at once.
  private static let delay: TimeInterval = 0.1
  private static let batchSize = 1000
  /// The delay before a failed write is retried, in seconds.
  private static let pause: TimeInterval = 10

  private let storage: any GraphQLCacheStorage
  private let onEvent: @Sendable (GraphQLCacheEvent) -> Void
  /// Reads what another cache stores; nil if this one stores its records itself.
  private let follower: StorageFollower?
  private let writer: StorageWriter

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
  /// When a storage that others write is due to be looked at while something is watched.
  private var lookTime = Date()
  /// Whether somebody has committed since it was looked at.
  private var isNotified = false

  init(_ storage: any GraphQLCacheStorage, _ onEvent: @escaping @Sendable (GraphQLCacheEvent) -> Void) {
    self.storage = storage
    self.onEvent = onEvent
    writer = StorageWriter(storage, onEvent)
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

  /// Waits until loading has finished or failed; for a storage that others write, until its latest commit is loaded.
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

  private var hasNothingToLoad: Bool { isLoaded && (!hasOtherWriters || isOver) }

  /// Whether other caches write to the storage.
  private var hasOtherWriters: Bool { follower != nil || isShared }

  /// Whether this cache and others write to the storage.
  var isShared: Bool { writer.sharing != nil }

  /// Looks at a storage that others write soon, and regularly from now on.
  func noteWatcher() { if hasOtherWriters { locked { condition.signal() } } }

  /// Notes that a cache has committed, in any process.
  private func noteCommit() {
    locked {
      isNotified = true
      condition.signal()
    }
  }

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

  /// Whether pending changes wait because of an error.
  private func isPausing(_ deadline: Date?) -> Bool {
    deadline.map { $0.timeIntervalSinceNow > StorageSession.delay } ?? false
  }

  /// Removes everything stored. The storage then fills with the data in memory.
  func clear() {
    if locked({ fault != nil }) { return }
    do {
      writer.isClearDue.withLock { $0 = true }
      try storage.clear()
      writer.isClearDue.withLock { $0 = false }
    } catch {
      onEvent(.storage(.failed(error)))
    }
    noteChanges(StorageSession.batchSize)
  }

  /// Writes the remaining changes, then ends the thread.
  func close(_ store: CacheStore) {
    locked {
      if !isOver { last = store }
      writer.isReleased.withLock { $0 = true }
      condition.signal()
    }
  }

  // MARK: - The thread

  private enum Work {
    case batch(CacheStore, [Flush])
    case last(CacheStore, [Flush])
    case look(CacheStore, [CheckedContinuation<Void, Never>])
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
      case .look(let store, let loads):
        writer.look(store)
        for continuation in loads { continuation.resume() }
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
      if isShared, isLookDue(now) {
        guard let store else { return .none }
        return .look(store, takeLoads(now))
      }
      wait(until: [deadline, nextLookTime].compactMap { $0 }.min())
    }
  }

  /// Whether a storage that others write must be looked at. The caller holds `condition`.
  private func isLookDue(_ now: Date) -> Bool {
    !loads.isEmpty || isNotified || nextLookTime.map { $0 <= now } ?? false
  }

  /// When a storage that others write must be looked at; nil if nothing is watched.
  private var nextLookTime: Date? {
    hasOtherWriters && store.map { $0.watcherCount > 0 } ?? false ? lookTime : nil
  }

  /// Takes those who wait for a look, which follows.
  private func takeLoads(_ now: Date) -> [CheckedContinuation<Void, Never>] {
    defer { loads = [] }
    (lookTime, isNotified) = (now + StorageFollower.interval, false)
    return loads
  }

  private func wait(until date: Date?) {
    if let date { _ = condition.wait(until: date) } else { condition.wait() }
  }

  /// Waits until a followed storage must be looked at.
  ///
  /// - Returns: nil once the cache was released.
  private func nextLook() -> (store: CacheStore, loads: [CheckedContinuation<Void, Never>])? {
    condition.lock()
    defer { condition.unlock() }
    while last == nil {
      let now = Date()
      if isLookDue(now) {
        guard let store else { return nil }
        return (store, takeLoads(now))
      }
      wait(until: nextLookTime)
    }
    return nil
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
    (storage as? any ObservedStorage)?.observeCommits { [weak self] in self?.noteCommit() }
    let fault = load(store)
    store.writers.unlock()
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
    guard let follower else { return writer.load(store) }
    store.beginFollowing()
    follower.look(store)
    return GraphQLStorageError.following
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

  private func write(_ store: CacheStore, _ flushes: [Flush], isLast: Bool = false) {
    do {
      try writer.write(store, isFlush: isLast || !flushes.isEmpty)
      for continuation in flushes { continuation.resume() }
    } catch {
      locked { deadline = Date(timeIntervalSinceNow: StorageSession.pause) }
      for continuation in flushes { continuation.resume(throwing: error) }
    }
  }
}
