public import Apus
import ApusClient

/// What a query or a fragment has at a time.
public struct GraphQLUpdate<Data: GraphQLObject>: Sendable {
  /// The data; nil when there was none yet. It stays when something fails or goes missing.
  public var data: Data?
  /// Why the last request failed; nil once one succeeds.
  public var error: (any Error)?
  /// Whether a request is under way.
  public var isFetching: Bool

  /// An update of these parts, as tests and previews need one.
  public init(data: Data?, error: (any Error)? = nil, isFetching: Bool = false) {
    self.data = data
    self.error = error
    self.isFetching = isFetching
  }
}

/// What a query or a fragment has, from now on. Each loop is a watch of its own, which ends with the loop, or when its task is
/// cancelled.
///
/// Who is slow gets the newest update, and not those in between.
public struct GraphQLCacheUpdates<Data: GraphQLObject>: AsyncSequence, Sendable {
  public typealias Element = GraphQLUpdate<Data>

  private let make: @Sendable () -> Watch<Data>

  init(
    cache: GraphQLCache, name: String, root: CacheStore.Root, policy: GraphQLWatchPolicy,
    source: @escaping @Sendable () throws -> PlanSource, fetch: @escaping @Sendable () async throws -> Data
  ) {
    make = { Watch(cache, name, root, policy, source, fetch) }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(watch: make()) }

  /// Goes through the updates.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let watch: Watch<Data>

    /// Begins the watch, which else begins with the first update that is asked for.
    package func begin() { watch.start() }

    /// Waits for the next update; nil when the task is cancelled.
    public mutating func next() async -> GraphQLUpdate<Data>? { await watch.next() }
  }
}

/// One loop over updates.
final class Watch<Data: GraphQLObject>: Sendable {
  private struct State {
    var number: Int?
    /// What the cache said last, and is not decoded yet.
    var text: [UInt8]?
    /// The data of a response that cannot be read back.
    var direct: Data?
    /// What there is.
    var update = GraphQLUpdate<Data>(data: nil)
    /// What was given last.
    var given: GraphQLUpdate<Data>?
    /// Whether there is something to give.
    var isNew = false
    /// Whether what the cache says waits for the end of the request that it came with.
    var isHeld = false
    var isStarted = false
    var isOver = false
    /// What was missing when the query was sent again.
    var causes: Set<String> = []
    var waiter: CheckedContinuation<Void, Never>?
    var task: Task<Void, Never>?
  }

  private let cache: GraphQLCache
  private let name: String
  private let root: CacheStore.Root
  private let policy: GraphQLWatchPolicy
  private let source: @Sendable () throws -> PlanSource
  private let fetch: @Sendable () async throws -> Data
  private let state = Locked(State())

  init(
    _ cache: GraphQLCache, _ name: String, _ root: CacheStore.Root, _ policy: GraphQLWatchPolicy,
    _ source: @escaping @Sendable () throws -> PlanSource,
    _ fetch: @escaping @Sendable () async throws -> Data
  ) {
    self.cache = cache
    self.name = name
    self.root = root
    self.policy = policy
    self.source = source
    self.fetch = fetch
  }

  deinit {
    let (number, task) = state.withLock { ($0.number, $0.task) }
    if let number { cache.store.unwatch(number) }
    task?.cancel()
  }

  // MARK: - The reader's side

  func next() async -> GraphQLUpdate<Data>? {
    start()
    while true {
      if Task.isCancelled { return nil }
      if let update = take() { return update }
      if state.withLock({ $0.isOver && !$0.isNew }) { return nil }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isReady = state.withLock { state in
            if state.isNew || state.isOver || Task.isCancelled { return true }
            state.waiter = continuation
            return false
          }
          if isReady { continuation.resume() }
        }
      } onCancel: {
        wake { _ in }
      }
    }
  }

  /// The update, where there is one that differs from the last.
  private func take() -> GraphQLUpdate<Data>? {
    let (text, direct, last) = state.withLock { state -> ([UInt8]?, Data?, GraphQLUpdate<Data>?) in
      guard state.isNew else { return (nil, nil, nil) }
      state.isNew = false
      defer {
        state.text = nil
        state.direct = nil
      }
      return (state.text, state.direct, state.update)
    }
    guard var update = last else { return nil }
    if let text, let data = cache.decode(Data.self, text, name) {
      update.data = data
    } else if let direct {
      update.data = direct
    }
    return state.withLock { state in
      state.update.data = update.data
      if let given = state.given, given.error == nil, update.error == nil,
        given.isFetching == update.isFetching, given.data == update.data
      {
        return nil
      }
      state.given = update
      return update
    }
  }

  private func wake(_ change: (inout State) -> Void) {
    let waiter = state.withLock { state in
      change(&state)
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  // MARK: - The cache's side

  func start() {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    if !isFirst { return }
    do {
      let watched = try cache.store.watch(try source(), root) { [weak self] in self?.receive($0) }
      state.withLock { $0.number = watched.number }
      begin(watched.now)
    } catch {
      if let error = error as? GraphQLCacheError { cache.report(.unusable(name, error)) }
      wake { state in
        state.update.error = error
        state.isNew = true
        state.isOver = true
      }
    }
  }

  private func begin(_ now: WatchSignal) {
    switch (policy, now) {
    case (.cacheFirst, .text(let text)), (.cacheOnly, .text(let text)): give(text)
    case (.cacheOnly, .incomplete): return
    case (.cacheAndNetwork, .text(let text)):
      send()
      give(text)
    case (.cacheFirst, .incomplete), (.cacheAndNetwork, .incomplete), (.networkFirst, _), (.networkOnly, _):
      send()
    }
  }

  private func give(_ text: [UInt8]) {
    wake { state in
      state.text = text
      state.isNew = true
    }
  }

  private func receive(_ signal: WatchSignal) {
    switch signal {
    case .text(let text):
      wake { state in
        state.text = text
        state.direct = nil
        state.isNew = !state.isHeld
      }
    case .incomplete(let what):
      if policy == .cacheOnly { return }
      let isNewCause = state.withLock { !$0.update.isFetching && $0.causes.insert(what).inserted }
      if isNewCause { send() }
    }
  }

  // MARK: - The network's side

  private func send() {
    state.withLock { state in
      state.update.isFetching = true
      // Until the response is there the cache says what the policy does not want to know.
      if policy == .networkFirst || policy == .networkOnly, state.update.data == nil { state.isHeld = true }
    }
    let task = Task { [weak self, fetch] in
      do {
        let data = try await fetch()
        self?.finish(data)
      } catch {
        self?.fail(error)
      }
    }
    state.withLock { $0.task = task }
  }

  private func finish(_ data: Data) {
    let now = readAgain()
    wake { state in
      state.update.isFetching = false
      state.update.error = nil
      state.isHeld = false
      if let now { state.text = now } else { state.direct = data }
      state.isNew = true
    }
  }

  private func fail(_ error: any Error) {
    if error is CancellationError { return }
    let now = policy == .networkOnly ? nil : readAgain()
    wake { state in
      state.update.isFetching = false
      state.update.error = error
      state.isHeld = false
      if let now { state.text = now }
      state.isNew = true
    }
  }

  private func readAgain() -> [UInt8]? {
    guard let source = try? source() else { return nil }
    return try? cache.store.read(source, root).text
  }
}
