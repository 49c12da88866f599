/// Retained queries and fragments, and those recently released: users often return to a screen they just left.
struct Retained {
  struct Entry {
    var source: PlanSource
    var root: PlanRoot

    /// A fragment of several objects has several entries.
    func isSame(as other: Entry) -> Bool { source.key == other.source.key && root == other.root }
  }

  private static let released = 16

  private(set) var entries: [Int: Entry] = [:]
  private(set) var lately: [Entry] = []
  private var next = 0
  /// The number of changes.
  private(set) var version = 0

  mutating func add(_ entry: Entry) -> Int {
    next += 1
    entries[next] = entry
    version += 1
    take(entry)
    return next
  }

  /// Removes an entry from the recently released ones, because it is watched or retained again.
  mutating func take(_ entry: Entry) { lately.removeAll { $0.isSame(as: entry) } }

  mutating func release(_ number: Int) {
    guard let entry = entries.removeValue(forKey: number) else { return }
    release(entry)
  }

  mutating func release(_ entry: Entry) {
    take(entry)
    version += 1
    lately.append(entry)
    if lately.count > Retained.released { lately.removeFirst() }
  }

  mutating func removeAll() { lately = [] }
}
