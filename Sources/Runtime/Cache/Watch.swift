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
///
/// Data that it has shown goes only when the cache is cleared.
final class Watch<Data: GraphQLObject>: ViewSource {
  private let cache: GraphQLCache
  private let name: String
  private let root: PlanRoot
  private let policy: GraphQLFetchPolicy
  private let aging: WatchAging
  private let source: @Sendable () throws -> PlanSource
  private let fetch: @Sendable () async throws -> Data
  private let state = Locked(WatchState<Data>())

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

  func end() {
    let (number, task, timer, completion) = state.withLock { state in
      state.isEnded = true
      defer { (state.number, state.task, state.timer, state.completion) = (nil, nil, nil, nil) }
      return (state.number, state.task, state.timer, state.completion)
    }
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
    while true {
      guard let taken = state.withLock({ $0.takeIncoming() }) else { return nil }
      var found: (whole: Data?, part: Data?, misses: [GraphQLCacheMiss]) = (nil, nil, [])
      if let json = taken.incoming?.json, let source = try? source() {
        found = cache.decode(Data.self, json, name, source, root)
      }
      let data = found.whole ?? taken.incoming?.direct
      let isUndecodable = data == nil && taken.incoming != nil
      let (isOutdated, update) = state.withLock { state -> (Bool, GraphQLUpdate<Data>?) in
        // In the meantime, another thread may have read newer data or cleared the cache.
        if state.hasIncoming || state.update.epoch !== taken.epoch { return (true, nil) }
        // A view shows that a request is in flight; a loop waits for its result.
        if isUndecodable, state.update.error == nil, state.onChange == nil { return (false, nil) }
        return (false, state.give(data))
      }
      if isOutdated { continue }
      if isUndecodable { sendForWhatIsMissing(found.misses) }
      return update
    }
  }

  /// Changes the state, and tells the loop or the view.
  private func wake(_ change: (inout WatchState<Data>) -> Void) {
    let call = state.withLock { state in
      change(&state)
      return state.takeCall()
    }
    call()
  }

  // MARK: - View

  func begin(_ onChange: @escaping @Sendable () -> Void) {
    // The view takes the current state itself.
    if cache.isLoaded { return start(onChange) }
    Task { [weak self, cache] in
      await cache.load()
      self?.startLate(onChange)
    }
  }

  /// Starts, and from then on tells the view of changes: what it takes has the epoch that the start sets.
  private func start(_ onChange: @escaping @Sendable () -> Void) {
    start()
    state.withLock { state in
      state.onChange = onChange
      state.isNew = true
    }
  }

  /// Starts when the cache is loaded: stored data is not fetched again.
  private func startLate(_ onChange: @escaping @Sendable () -> Void) {
    start(onChange)
    send(.policy) { state in
      defer { state.isRefetchDue = false }
      return state.isRefetchDue && !state.update.isFetching
    }
    wake { $0.isNew = true }
  }

  func take() -> GraphQLUpdate<Data>? { takeUpdate() }

  func refetch() -> Completion {
    let completion = Completion()
    var shared = completion
    let isEnded = state.withLock { state in
      if state.isEnded { return true }
      shared = state.completion ?? completion
      state.completion = shared
      if !state.isStarted { state.isRefetchDue = true }
      return false
    }
    if isEnded { completion.finish() } else { send(.policy) { $0.isStarted } }
    return shared
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
      let isEnded = state.withLock { state in
        if state.isEnded { return true }
        state.number = watched.number
        // The cache may have been cleared since, which began another epoch.
        if state.update.epoch == nil { state.update.epoch = watched.generation }
        return false
      }
      // The view has disappeared while the cache was loaded.
      if isEnded { return cache.store.unwatch(watched.number) }
      begin(watched.now, watched.generation)
    } catch {
      if let error = error as? GraphQLCacheError { cache.report(.unusable(name, error)) }
      wake { state in
        state.update.error = error
        state.isNew = true
        state.isOver = true
      }
    }
  }

  private func begin(_ now: WatchSignal, _ generation: CacheGeneration) {
    switch (policy, now) {
    case (.cacheFirst, .text(let text)):
      if text.age.isStale(cache.store.now, aging.maxAge) {
        sendUnlessSending(text.age.isInvalid ? .invalidated : .expired)
      } else {
        reportFound(text)
      }
      give(text, generation)
    case (.cacheOnly, .text(let text)):
      reportFound(text)
      give(text, generation)
    case (.cacheAndNetwork, .text(let text)):
      reportFound(text)
      sendUnlessSending(.policy)
      give(text, generation)
    case (.cacheOnly, _): return
    case (.cacheFirst, _), (.cacheAndNetwork, .incomplete): sendUnlessSending(.missing(misses()))
    case (.cacheAndNetwork, _), (.networkFirst, _), (.networkOnly, _): sendUnlessSending(.policy)
    }
  }

  private func reportFound(_ text: WatchedText) {
    cache.report(.found(name))
    guard let observer = cache.observer, let source = try? source() else { return }
    let number = state.withLock { $0.number } ?? 0
    let watch = ObservedWatch(
      number: number, name: name, variables: source.key.variables, kind: root == .operation ? .query : nil,
      document: source.document)
    observer.watchFound(watch, text.json, policy: policy)
  }

  private func give(_ text: WatchedText, _ generation: CacheGeneration) {
    wake { state in
      if state.update.epoch === generation, state.take(text) { state.isNew = true }
    }
    wait(for: text.age)
  }

  private func receive(_ signal: WatchSignal) {
    switch signal {
    case .text(let text):
      wake { state in
        if state.take(text), !state.isHeld { state.isNew = true }
      }
      wait(for: text.age)
    case .incomplete(let what):
      if policy == .cacheOnly { return }
      send(.missing(misses())) { !$0.update.isFetching && $0.causes.insert(what).inserted }
    case .invalidated:
      if policy != .cacheOnly { sendUnlessSending(.invalidated) }
    case .cleared(let generation):
      // A request in flight was sent before the cache was cleared: it is abandoned in the same step, or its response would bring the data back.
      send(.missing(misses())) { [policy] state in
        if state.update.epoch === generation { return false }
        state.clear(generation)
        return policy != .cacheOnly || state.update.isFetching
      }
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
    send(.missing(misses)) { !$0.update.isFetching && $0.causes.insert(cause).inserted }
  }

  private func sendUnlessSending(_ cause: @autoclosure () -> GraphQLFetchCause) {
    send(cause()) { !$0.update.isFetching }
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
      if state.isEnded { return timer }
      defer { state.timer = timer }
      return state.timer
    }
    old?.cancel()
  }

  // MARK: - Network

  /// Sends the query and abandons the request in flight, if `change` returns true. The change and the number of the new request are one step.
  private func send(
    _ cause: @autoclosure () -> GraphQLFetchCause, if change: (inout WatchState<Data>) -> Bool
  ) {
    let (number, old, call) = state.withLock { state -> (Int?, Task<Void, Never>?, () -> Void) in
      guard !state.isEnded, change(&state) else { return (nil, nil, state.isNew ? state.takeCall() : {}) }
      state.request += 1
      state.update.isFetching = true
      // Until the response arrives, these policies must not show cached data.
      if policy == .networkFirst || policy == .networkOnly, state.update.data == nil { state.isHeld = true }
      // A view shows that a request is in flight; a loop only waits for its result.
      if state.onChange != nil { state.isNew = true }
      defer { state.task = nil }
      return (state.request, state.task, state.isNew ? state.takeCall() : {})
    }
    old?.cancel()
    if let number { start(number, cause()) }
    call()
  }

  private func start(_ number: Int, _ cause: GraphQLFetchCause) {
    cache.report(.fetched(name, cause))
    let task = observing(cause) {
      Task { [weak self, fetch] in
        do {
          let data = try await fetch()
          self?.finish(number, data)
        } catch {
          self?.fail(number, error)
        }
      }
    }
    let isOld = state.withLock { state in
      if state.isEnded || state.request != number { return true }
      state.task = task
      return false
    }
    // Another thread sent a newer request in the meantime, or ended the watch.
    if isOld { task.cancel() }
  }

  /// Notes for the observer what leads to a request.
  private func observing(_ cause: GraphQLFetchCause, _ start: () -> Task<Void, Never>) -> Task<Void, Never> {
    guard cache.observer != nil else { return start() }
    let watcher = state.withLock { $0.number }
    return ObservedContext.$current.withValue(
      ObservedContext(policy: policy, cause: cause, watcher: watcher), operation: start)
  }

  private func finish(_ number: Int, _ data: Data) {
    let now = readAgain()
    let isNewest = settle(number) { state in
      state.update.error = nil
      state.take(now, orElse: data)
    }
    if !isNewest { return }
    if let now, now.text != nil { wait(for: now.age) } else { cache.report(.unreadable(name, misses())) }
  }

  private func fail(_ number: Int, _ error: any Error) {
    let now = policy == .networkOnly ? nil : readAgain()
    _ = settle(number) { state in
      state.update.error = error
      state.take(now, orElse: nil)
    }
  }

  /// Ends a request, unless a newer one has been sent since: the check and the change are one step.
  ///
  /// - Returns: whether it was the newest.
  private func settle(_ number: Int, _ change: (inout WatchState<Data>) -> Void) -> Bool {
    let ended = state.withLock { state -> (call: () -> Void, completion: Completion?)? in
      guard state.request == number else { return nil }
      state.update.isFetching = false
      state.isHeld = false
      state.isNew = true
      change(&state)
      defer { (state.task, state.completion) = (nil, nil) }
      return (state.takeCall(), state.completion)
    }
    ended?.call()
    ended?.completion?.finish()
    return ended != nil
  }

  private func readAgain() -> ReadResult? { (try? source()).flatMap { try? cache.store.read($0, root) } }
}
