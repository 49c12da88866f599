import ApusPlatform

/// Garbage collection.
extension CacheStore {
  func retain(_ source: PlanSource, _ root: PlanRoot) -> Int {
    readers.lock()
    defer { readers.unlock() }
    return retained.add(Retained.Entry(source: source, root: root))
  }

  func release(_ number: Int) {
    readers.lock()
    defer { readers.unlock() }
    retained.release(number)
  }

  /// Starts a collection in the background, so that a commit does not wait: when the cache has grown over its limit, and from time to time.
  func collectSoonIfNeeded() {
    let now = now
    if lastCollection.time == UInt32.max { lastCollection.time = now }
    let grace = CacheTime.seconds(configuration.gracePeriod)
    // The clock may have been set back.
    let isDue =
      now >= lastCollection.time + max(grace / 4, 60) || CacheTime.isFuture(lastCollection.time, now)
    // Watched records alone may exceed the limit: then wait until the cache has grown further before trying again.
    let isOver = configuration.sizeLimit.map {
      table.byteCount > $0 && table.byteCount > lastCollection.size + $0 / 8
    }
    guard isDue || isOver ?? false else { return }
    lastCollection = (now, table.byteCount)
    Task.detached(priority: .utility) { [weak self] in
      guard let self else { return }
      await writers.run { self.collect() }
    }
  }

  /// Evicts unreachable records not used within the grace period and, above the limit, the least recently used ones.
  func collect() {
    writers.lock()
    defer { writers.unlock() }
    let limit = configuration.sizeLimit ?? Int.max
    let isOver = table.byteCount > limit
    var collector = Collector(pending)
    for record in hardRoots() { _ = collector.mark(record) }
    let budget = isOver ? limit - limit / 4 : Int.max
    // Layers may stay for days and hide what comes back when they are rolled back.
    collector.markAll(fromEarlier: pending.valuesBelowLayers, limit: budget)
    for record in softRoots(isOver: isOver) { collector.markAll(from: record, limit: budget) }
    var gone: [UInt32] = []
    var bytes = 0
    for record in 0..<UInt32(table.count) {
      guard !collector.isMarked(record) else { continue }
      let size = table.size(record)
      if size == 0 { continue }
      gone.append(record)
      bytes += size
    }
    if !gone.isEmpty {
      // Otherwise the first commit would start another collection.
      lastCollection = (now, table.byteCount)
      // No watcher reads these records, so they are removed in several commits: readers wait for each.
      Slices.forEach(of: gone.indices) { slice in
        transaction { writer in
          writer.note(.collection, nil)
          for record in gone[slice] { pending.put(Blob.empty(isDeleted: false), at: record) }
        }
      }
      onEvent(
        isOver ? .evicted(count: gone.count, bytes: bytes) : .collected(count: gone.count, bytes: bytes))
    }
    lastCollection = (now, table.byteCount)
  }

  /// Roots that stay whatever their age and size: watched, retained, recently released, each also below the layers, or read or changed by
  /// layers.
  private func hardRoots() -> [UInt32] {
    readers.lock()
    var roots = watchers.records
    let entries = Array(retained.entries.values) + retained.lately
    readers.unlock()
    roots += records(readBy: entries)
    if !pending.covered.isEmpty {
      pending.isBelowLayers = true
      defer { pending.isBelowLayers = false }
      let watched = watchers.all.map { Retained.Entry(source: $0.watcher.source, root: $0.watcher.root) }
      roots += records(readBy: entries + watched)
    }
    return roots + pending.layerIndex.records
  }

  private func records(readBy entries: [Retained.Entry]) -> [UInt32] {
    entries.flatMap { entry in
      (try? writerPlans.plan(entry.source)).map { read($0, entry.root, pending).dependencies.records } ?? []
    }
  }

  /// Recently used records, the latest first.
  private func softRoots(isOver: Bool) -> [UInt32] {
    let grace = CacheTime.seconds(configuration.gracePeriod)
    let now = now
    let oldest = now > grace ? now - grace : 0
    var found: [(record: UInt32, use: UInt32)] = []
    found.reserveCapacity(table.count)
    Slices.forEach(of: 0..<table.count, locking: readers) { slice in
      for index in slice {
        let record = UInt32(index)
        let use = table.times.lastUse(record)
        // A time in the future is not the time of the last use.
        if use >= oldest { found.append((record, CacheTime.isFuture(use, now) ? CacheTime.never : use)) }
      }
    }
    // Among records written at the same time, the root has the highest number.
    if isOver { found.sort { ($0.use, $0.record) > ($1.use, $1.record) } }
    return found.map(\.record)
  }
}
