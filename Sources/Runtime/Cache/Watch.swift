import Apus
import ApusClient
import ApusPlatform

/// How a watch handles the age of data.
struct WatchAging: Sendable {
  /// The maximum age in seconds; nil for the configured one.
  var maxAge: UInt32?
  /// Whether to send the query again when watched data becomes stale.
  var refetchesWhenStale = false
}

/// A watch: one loop over the updates, or one view.
final class Watch<Data: GraphQLObject>: ViewSource {
  private struct State {
    var number: Int?
    /// The newest text from the cache, not decoded yet.
    var text: [UInt8]?
    /// The data of a response that cannot be read back from the cache.
    var direct: Data?
    var update = GraphQLUpdate<Data>(data: nil)
    /// The update delivered last.
    var given: GraphQLUpdate<Data>?
    /// Whether an update is waiting to be delivered.
    var isNew = false
    /// Whether changes in the cache are held back until the request ends that caused them.
    var isHeld = false
    var isStarted = false
    /// Whether the query was to be sent again before the cache was loaded.
    var isRefetchDue = false
    var isOver = false
    /// The misses for which the query was sent again: each causes that only once.
    var causes: Set<String> = []
    /// Fires when the data becomes stale.
    var timer: Task<Void, Never>?
    var waiter: CheckedContinuation<Void, Never>?
    /// Called on changes, if a view watches.
    var onChange: (@Sendable () -> Void)?
    /// The newest request and its number; responses to older ones are ignored.
    var task: Task<Void, Never>?
    var request = 0
    /// Finished when no request is in flight; nil if nobody waits for that.
    var completion: Completion?
  }

  private let cache: GraphQLCache
  private let name: String
  private let root: PlanRoot
  private let policy: GraphQLFetchPolicy
  private let aging: WatchAging
  private let source: @Sendable () throws -> PlanSource
  private let fetch: @Sendable () async throws -> Data
  private let state = Locked(State())

  init(
    _ cache: GraphQLCache, _ name: String, _ root: PlanRoot, _ policy: GraphQLFetchPolicy,
    _ aging: WatchAging, _ source: @escaping @Sendable () throws -> PlanSource,
    _ fetch: @escaping @Sendable () async throws -> Data
  ) {
    self.cache = cache
    self.name = name
    self.root = root
    self.policy = policy
    self.aging = aging
    self.source = source
    self.fetch = fetch
  }

  deinit {
    let (number, task, timer, completion) = state.withLock { ($0.number, $0.task, $0.timer, $0.completion) }
    if let number { cache.store.unwatch(number) }
    task?.cancel()
    timer?.cancel()
    completion?.finish()
  }

  // MARK: - Reader

  func next() async -> GraphQLUpdate<Data>? {
    await cache.load()
    start()
    while true {
      if Task.isCancelled { return nil }
      if let update = takeUpdate() { return update }
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

  /// The pending update, if it differs from the last one delivered.
  private func takeUpdate() -> GraphQLUpdate<Data>? {
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
    if let text, let source = try? source() {
      let found = cache.decode(Data.self, text, name, source, root)
      if let data = found.whole ?? direct {
        update.data = data
      } else {
        sendForWhatIsMissing(found.misses)
        if update.error == nil { return nil }
      }
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
    let (waiter, onChange) = state.withLock { state in
      change(&state)
      defer { state.waiter = nil }
      return (state.waiter, state.onChange)
    }
    waiter?.resume()
    onChange?()
  }

  // MARK: - View

  func begin(_ onChange: @escaping @Sendable () -> Void) {
    if cache.isLoaded {
      start()
      // The view takes the current state itself.
      return state.withLock { state in
        state.onChange = onChange
        state.isNew = true
      }
    }
    state.withLock { $0.onChange = onChange }
    Task { [weak self, cache] in
      await cache.load()
      self?.startLate()
    }
  }

  /// Starts when the cache is loaded: stored data is not fetched again.
  private func startLate() {
    start()
    let isRefetchDue = state.withLock { state in
      defer { state.isRefetchDue = false }
      return state.isRefetchDue && !state.update.isFetching
    }
    if isRefetchDue { send(.policy) }
    wake { $0.isNew = true }
  }

  func take() -> ViewUpdate<Data>? {
    takeUpdate().map { ViewUpdate(data: $0.data, error: $0.error, isFetching: $0.isFetching) }
  }

  func refetch() -> Completion {
    let (completion, isStarted) = state.withLock { state in
      let completion = state.completion ?? Completion()
      state.completion = completion
      if !state.isStarted { state.isRefetchDue = true }
      return (completion, state.isStarted)
    }
    if isStarted { send(.policy) }
    return completion
  }

  // MARK: - Cache

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
    case (.cacheFirst, .text(let text, let age)):
      if age.isStale(cache.store.now, aging.maxAge) {
        send(age.isInvalid ? .invalidated : .expired)
      } else {
        cache.report(.found(name))
      }
      give(text, age)
    case (.cacheOnly, .text(let text, let age)):
      cache.report(.found(name))
      give(text, age)
    case (.cacheAndNetwork, .text(let text, let age)):
      cache.report(.found(name))
      send(.policy)
      give(text, age)
    case (.cacheOnly, _): return
    case (.cacheFirst, _), (.cacheAndNetwork, .incomplete): send(.missing(misses()))
    case (.cacheAndNetwork, _), (.networkFirst, _), (.networkOnly, _): send(.policy)
    }
  }

  private func give(_ text: [UInt8], _ age: ReadAge) {
    wake { state in
      state.text = text
      state.isNew = true
    }
    wait(for: age)
  }

  private func receive(_ signal: WatchSignal) {
    switch signal {
    case .text(let text, let age):
      wake { state in
        state.text = text
        state.direct = nil
        state.isNew = !state.isHeld
      }
      wait(for: age)
    case .incomplete(let what):
      if policy == .cacheOnly { return }
      let isNewCause = state.withLock { !$0.update.isFetching && $0.causes.insert(what).inserted }
      if isNewCause { send(.missing(misses())) }
    case .invalidated:
      if policy != .cacheOnly { sendUnlessSending(.invalidated) }
    case .cleared:
      // The data may be another user's by now.
      wake { state in
        (state.text, state.direct, state.causes, state.update.data) = (nil, nil, [], nil)
        state.isNew = true
      }
      // A request in flight was sent before the cache was cleared: its response is not written.
      if policy != .cacheOnly { send(.missing(misses())) }
    }
  }

  private func misses() -> [GraphQLCacheMiss] {
    guard let source = try? source() else { return [] }
    return (try? cache.store.misses(source, root)) ?? []
  }

  /// Sends the query again if the cached data cannot be decoded, once per cause.
  private func sendForWhatIsMissing(_ misses: [GraphQLCacheMiss]) {
    if policy == .cacheOnly { return }
    let cause = misses.first?.description ?? ""
    let isNewCause = state.withLock { !$0.update.isFetching && $0.causes.insert(cause).inserted }
    if isNewCause { send(.missing(misses)) }
  }

  private func sendUnlessSending(_ cause: GraphQLFetchCause) {
    if !state.withLock({ $0.update.isFetching }) { send(cause) }
  }

  /// Schedules sending the query again when the data becomes stale.
  private func wait(for age: ReadAge) {
    guard aging.refetchesWhenStale, policy != .cacheOnly else { return }
    let timer = age.secondsLeft(cache.store.now, aging.maxAge).map { seconds in
      Task { [weak self] in
        guard (try? await Task.sleep(for: .seconds(Int(seconds) + 1))) != nil else { return }
        self?.sendUnlessSending(.expired)
      }
    }
    let old = state.withLock { state in
      defer { state.timer = timer }
      return state.timer
    }
    old?.cancel()
  }

  // MARK: - Network

  private func send(_ cause: GraphQLFetchCause) {
    cache.report(.fetched(name, cause))
    let (number, old) = state.withLock { state in
      state.request += 1
      state.update.isFetching = true
      // Until the response arrives, these policies must not show cached data.
      if policy == .networkFirst || policy == .networkOnly, state.update.data == nil { state.isHeld = true }
      return (state.request, state.task)
    }
    old?.cancel()
    let task = Task { [weak self, fetch] in
      do {
        let data = try await fetch()
        self?.finish(number, data)
      } catch {
        self?.fail(number, error)
      }
    }
    let isOld = state.withLock { state in
      if state.request == number { state.task = task }
      return state.request != number
    }
    // Another thread sent a newer request in the meantime.
    if isOld { task.cancel() }
    // A view shows that a request is in flight; a loop only waits for its result.
    let onChange = state.withLock { state in
      if state.onChange != nil { state.isNew = true }
      return state.onChange
    }
    onChange?()
  }

  private func finish(_ number: Int, _ data: Data) {
    let now = readAgain()
    let isNewest = settle(number) { state in
      state.update.error = nil
      state.text = now?.text
      // Used if nothing can be read back, or it cannot be decoded.
      state.direct = data
    }
    if !isNewest { return }
    if let now { wait(for: now.age) } else { cache.report(.unreadable(name, misses())) }
    complete()
  }

  private func complete() {
    let completion = state.withLock { state in
      defer { state.completion = nil }
      return state.completion
    }
    completion?.finish()
  }

  private func fail(_ number: Int, _ error: any Error) {
    let now = policy == .networkOnly ? nil : readAgain()
    let isNewest = settle(number) { state in
      state.update.error = error
      if let now { state.text = now.text }
    }
    if isNewest { complete() }
  }

  /// Ends a request, unless a newer one has been sent since. The check and the change are one step: the cache may be cleared at any time.
  ///
  /// - Returns: whether it was the newest.
  private func settle(_ number: Int, _ change: (inout State) -> Void) -> Bool {
    var isNewest = false
    wake { state in
      isNewest = state.request == number
      guard isNewest else { return }
      state.update.isFetching = false
      state.isHeld = false
      state.isNew = true
      change(&state)
    }
    return isNewest
  }

  private func readAgain() -> (text: [UInt8], age: ReadAge)? {
    guard let source = try? source(), let result = try? cache.store.read(source, root) else { return nil }
    return result.text.map { ($0, result.age) }
  }
}
