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
    // One that runs notes how much there is when it ends.
    guard collector == nil else { return }
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
    _ = startCollection()
  }

  /// Starts a collection, which begins when the one that runs has ended.
  func startCollection() -> Task<Void, Never> {
    lastCollectionTask.withLock { last in
      let task = Task.detached(priority: .utility) { [weak self, last] in
        await last?.value
        await self?.collect()
      }
      last = task
      return task
    }
  }

  /// Evicts unreachable records not used within the grace period and, above the limit, the least recently used ones.
  private func collect() async {
    await writers.run { self.beginCollection() }
    while await writers.run({ self.collectMore() }) {
      // A lock that was just freed is taken by whoever is running: those who wait get it while nobody else wants it.
      try? await Task.sleep(nanoseconds: 50_000)
    }
  }

  /// - Parameter least: how many ids are released at least.
  func beginCollection(releasing least: Int = 1_024) {
    readers.lock()
    notedReads = NotedReads()
    readers.unlock()
    collector = Collector(pending, limit: configuration.sizeLimit ?? Int.max)
    collector?.leastReleased = least
    lastCollection = (now, table.byteCount)
  }

  /// Does a slice of the collection.
  ///
  /// - Parameter size: how many records it evicts, or 64 times as many slots that it visits: a third of a millisecond.
  /// - Returns: whether there is more to do. After clearing, there is not.
  func collectMore(_ size: Int = Slices.size * 2) -> Bool {
    guard let collector else { return false }
    takeNotes(collector)
    var left = size * 64
    while left > 0 {
      if let (number, reading) = collector.readings.takeNext() {
        let count = read(reading, number, collector)
        // Not what is read again: a collection would not end while others write what a large query reads.
        if !reading.isRenewed { left -= count }
      } else if collector.hasGrey {
        left -= 1 + collector.followGrey()
      } else if let done = advance(collector, size) {
        left -= done
      } else {
        endCollection(collector)
        return false
      }
    }
    return true
  }

  private func endCollection(_ collector: Collector) {
    readers.lock()
    notedReads = nil
    readers.unlock()
    self.collector = nil
    lastCollection = (now, table.byteCount)
    let (count, bytes) = collector.evicted
    if count == 0 { return }
    onEvent(
      collector.isOver ? .evicted(count: count, bytes: bytes) : .collected(count: count, bytes: bytes))
  }

  /// Keeps what was read and written since the last slice, and notes what else was retained.
  private func takeNotes(_ collector: Collector) {
    readers.lock()
    let read = notedReads?.takeLatest() ?? []
    let version = (retained: retained.version, watcher: watchers.latest, hasLayers: !pending.covered.isEmpty)
    let isNew = collector.readings.version != version
    var entries = isNew ? Array(retained.entries.values) + retained.lately : []
    readers.unlock()
    collector.keep(read)
    collector.takeWritten()
    if !isNew { return }
    collector.readings.version = version
    for entry in entries { collector.readings.add(entry, isBelowLayers: false) }
    guard version.hasLayers else { return }
    entries += watchers.all.map { Retained.Entry(source: $0.watcher.source, root: $0.watcher.root) }
    for entry in entries { collector.readings.add(entry, isBelowLayers: true) }
  }

  private func read(
    _ reading: RetainedReadings.Reading, _ number: Int, _ collector: Collector
  ) -> Int {
    guard let plan = try? writerPlans.plan(reading.entry.source) else { return 1 }
    pending.isBelowLayers = reading.isBelowLayers
    defer { pending.isBelowLayers = false }
    let dependencies = read(plan, reading.entry.root, pending).dependencies
    for entry in dependencies.entries { collector.keep(entry.record) }
    if collector.isOver || findsByKey { collector.readings.note(number, dependencies) }
    return 1 + dependencies.entries.count
  }

  /// Whether a query may read objects to which no value refers.
  private var findsByKey: Bool { types.hasLookups || rules.fields.canRead }

  /// Does a part of what is left when no record is grey.
  ///
  /// - Returns: the number of records that were visited; nil at the end.
  private func advance(_ collector: Collector, _ size: Int) -> Int? {
    switch collector.phase {
    case .uses(let next):
      if next >= collector.end {
        collector.phase = .references
        return 1
      }
      let end = min(next + UInt32(size), collector.end)
      findUses(next..<end, collector)
      collector.phase = .uses(next: end)
      return size * 4
    case .references:
      if !collector.followLatestUse() { collector.phase = .eviction(next: 0) }
      return 1
    case .eviction(let next):
      if next >= collector.end {
        guard canReleaseIDs, collector.mayRelease else { return nil }
        collector.beginSearch()
        return 1
      }
      let end = min(next + UInt32(size) * 16, collector.end)
      keepWatched(next..<end, collector)
      var white: [UInt32] = []
      var record = next
      while record < end, white.count < size {
        if !collector.isKept(record), table.size(record) > 0 { white.append(record) }
        record += 1
      }
      let bytes = white.reduce(0) { $0 + table.size($1) }
      if white.isEmpty || evict(white) {
        collector.phase = .eviction(next: record)
        collector.evicted.count += white.count
        collector.evicted.bytes += bytes
      }
      // After evictions, others get the lock.
      return white.isEmpty ? Int(record - next) : size * 64
    case .search(let next, let end):
      guard next < end else {
        collector.phase = .release(next: 0)
        return 1
      }
      collector.phase = .search(next: next + 1, end: end)
      return 1 + collector.search(next)
    case .release(let next):
      if next >= collector.end || !canReleaseIDs { return nil }
      let end = min(next + UInt32(size), collector.end)
      keepWatched(next..<end, collector)
      let unused = (next..<end).filter(collector.canRelease)
      if release(unused, collector) { collector.phase = .release(next: end) }
      return size * 16
    }
  }

  /// Evicts records that neither watchers nor layers read, unless something was read at the last moment that the collector has to look at first:
  /// an older record that was not read before, so that the eviction does not wait forever.
  ///
  /// - Returns: whether they were evicted.
  private func evict(_ records: [UInt32]) -> Bool {
    let writer = CacheWriter(self)
    writer.note(.collection, nil)
    for record in records { pending.put(Blob.empty(isDeleted: false), at: record) }
    keepBases()
    let changes = pending.changes()
    if unsaved != nil { noteUnsaved() }
    let collector = collector
    guard publish(unless: { $0.latest.contains { !(collector?.isSettled($0) ?? true) } }) else {
      pending.discard()
      return false
    }
    tellWatchers(of: changes, [], writer)
    return true
  }

  /// Whether ids may be released: a storage, an observer and queries in flight keep some.
  private var canReleaseIDs: Bool {
    session == nil && observation.observer == nil && inFlightWrites.withLock { $0.isEmpty }
  }

  /// Releases ids, unless a record was read at the last moment that could be released: it is kept from then on, so that the release does not wait
  /// forever.
  ///
  /// - Returns: whether they were released.
  private func release(_ records: [UInt32], _ collector: Collector) -> Bool {
    readers.lock()
    defer { readers.unlock() }
    if notedReads?.latest.contains(where: collector.canRelease) ?? false { return false }
    if !records.isEmpty { table.release(records) }
    return true
  }

  private func keepWatched(_ records: Range<UInt32>, _ collector: Collector) {
    for record in watchers.read(records) { collector.keep(record) }
  }

  private func findUses(_ records: Range<UInt32>, _ collector: Collector) {
    let grace = CacheTime.seconds(configuration.gracePeriod)
    let now = now
    let oldest = now > grace ? now - grace : 0
    readers.lock()
    let uses = records.map { table.times.lastUse($0) }
    readers.unlock()
    keepWatched(records, collector)
    for (record, use) in zip(records, uses) {
      if table.isHollow(record) { collector.noteHollow(record) }
      if use < oldest || table.size(record) == 0 { continue }
      // A time in the future is not the time of the last use.
      let use = CacheTime.isFuture(use, now) ? CacheTime.never : use
      if collector.isOver { collector.uses.add(record, use: use) } else { collector.follow(record) }
    }
  }
}
