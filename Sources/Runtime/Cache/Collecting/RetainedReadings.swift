/// What a garbage collection reads to find out what must stay, again whenever that may have changed.
struct RetainedReadings {
  /// A retained query or fragment, or a watched one below the layers.
  struct Reading {
    let entry: Retained.Entry
    let isBelowLayers: Bool
  }

  private struct Key: Hashable {
    var source: PlanSource.Key
    var root: PlanRoot
    var isBelowLayers: Bool
  }

  private var all: [Reading] = []
  private var known: Set<Key> = []
  /// The positions of those that are still to be read.
  private var due: [Int] = []
  private var isDue: Set<Int> = []
  /// The readings that read each record.
  private var byRecord: [UInt32: [Int]] = [:]
  /// The readings that looked for a key that no record has.
  private var missing: Set<Int> = []
  /// The version of ``Retained``, and the number of the latest watcher, that are known.
  var version: (retained: Int, watcher: Int, hasLayers: Bool)?

  mutating func add(_ entry: Retained.Entry, isBelowLayers: Bool) {
    let key = Key(source: entry.source.key, root: entry.root, isBelowLayers: isBelowLayers)
    guard known.insert(key).inserted else { return }
    all.append(Reading(entry: entry, isBelowLayers: isBelowLayers))
    renew(all.count - 1)
  }

  private mutating func renew(_ number: Int) { if isDue.insert(number).inserted { due.append(number) } }

  /// Returns what must be read next; nil if nothing must be.
  mutating func takeNext() -> (number: Int, reading: Reading)? {
    guard let number = due.popLast() else { return nil }
    isDue.remove(number)
    return (number, all[number])
  }

  /// Notes what was read. When one of the records is written, or a key may have appeared that was missing, it is read again.
  mutating func note(_ number: Int, _ dependencies: Dependencies) {
    for entry in dependencies.entries where !(byRecord[entry.record]?.contains(number) ?? false) {
      byRecord[entry.record, default: []].append(number)
    }
    if dependencies.missingRoots.isEmpty { missing.remove(number) } else { missing.insert(number) }
  }

  /// Notes that records were written.
  mutating func note(changes records: [UInt32]) {
    if records.isEmpty { return }
    for number in missing { renew(number) }
    if byRecord.isEmpty { return }
    for record in records { for number in byRecord.removeValue(forKey: record) ?? [] { renew(number) } }
  }
}
