/// Requests under way, and watchers.
extension CacheStore {
  // MARK: - Requests under way

  /// Notes that a query is sent: what becomes visible later is newer than its response. It does not wait for writers.
  func beginRequest() -> (ticket: Int, generation: CacheGeneration) {
    readers.lock()
    defer { readers.unlock() }
    // Clearing changes both while it holds `readers`.
    return (inFlightWrites.withLock { $0.begin() }, generation)
  }

  func endRequest(_ ticket: Int) { inFlightWrites.withLock { $0.end(ticket) } }

  // MARK: - Watching

  /// Reads data, and from then on reports changes of it.
  ///
  /// - Returns: the watcher's number, the current result, and the generation that it belongs to.
  func watch(
    _ source: PlanSource, _ root: PlanRoot, _ deliver: @escaping @Sendable (WatchSignal) -> Void
  ) throws -> (number: Int, now: WatchSignal, generation: CacheGeneration) {
    let now = now
    // A storage that others write is looked at while something is watched.
    defer { session?.noteWatcher() }
    readers.lock()
    defer { readers.unlock() }
    let plan = try readerPlans.plan(source)
    let result = read(plan, root, nil, now, expiries[source.key])
    retained.take(Retained.Entry(source: source, root: root))
    // Registered before the next commit, which waits for `readers`.
    return (watchers.add(Watcher(source, root, result, deliver)), WatchSignal(result), generation)
  }

  func unwatch(_ number: Int) {
    guard let watcher = watchers.remove(number) else { return }
    readers.lock()
    defer { readers.unlock() }
    retained.release(Retained.Entry(source: watcher.source, root: watcher.root))
  }

  var watcherCount: Int { watchers.count }
}
