/// What a garbage collection reads to find out what must stay, again whenever that may have changed.
struct RetainedReadings {
  /// A retained query or fragment, or a watched one below the layers.
  struct Reading {
    let entry: Retained.Entry
    let isBelowLayers: Bool
    /// What it read.
    fileprivate var records = RecordSet()
    /// Whether it looked for a key that no record has.
    fileprivate var hasMissing = false
    fileprivate var isDue = true
    /// Whether it was read before.
    fileprivate(set) var isRenewed = false
  }

  private struct Key: Hashable {
    var source: PlanSource.Key
    var root: PlanRoot
    var isBelowLayers: Bool
  }

  private var all: [Reading] = []
  private var known: Set<Key> = []
  /// No reading before this one is due.
  private var next = 0
  /// The version of ``Retained``, and the number of the latest watcher, that are known.
  var version = (retained: -1, watcher: 0, hasLayers: false)

  mutating func add(_ entry: Retained.Entry, isBelowLayers: Bool) {
    let key = Key(source: entry.source.key, root: entry.root, isBelowLayers: isBelowLayers)
    if known.insert(key).inserted { all.append(Reading(entry: entry, isBelowLayers: isBelowLayers)) }
  }

  /// Returns what must be read next; nil if nothing must be.
  mutating func takeNext() -> (number: Int, reading: Reading)? {
    while next < all.count {
      defer { next += 1 }
      if all[next].isDue { return (next, all[next]) }
    }
    return nil
  }

  /// Notes what was read.
  mutating func note(_ number: Int, _ dependencies: Dependencies) {
    for entry in dependencies.entries { _ = all[number].records.insert(entry.record) }
    (all[number].hasMissing, all[number].isDue) = (!dependencies.missingRoots.isEmpty, false)
  }

  /// Notes that records were written: what read one of them, or looked for a key that may exist now, is read again.
  mutating func renew(after records: [UInt32]) {
    if records.isEmpty { return }
    for number in all.indices where !all[number].isDue {
      let reading = all[number]
      if reading.hasMissing || records.contains(where: reading.records.contains) {
        (all[number].isDue, all[number].isRenewed) = (true, true)
        next = min(next, number)
      }
    }
  }
}
