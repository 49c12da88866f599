/// What programs retain, and what they did until lately: a screen that is left is often entered again.
struct Retained {
  struct Entry {
    var source: PlanSource
    var root: CacheStore.Root
  }

  private static let released = 16

  private(set) var entries: [Int: Entry] = [:]
  private(set) var lately: [Entry] = []
  private var next = 0

  mutating func add(_ entry: Entry) -> Int {
    next += 1
    entries[next] = entry
    return next
  }

  mutating func release(_ number: Int) {
    guard let entry = entries.removeValue(forKey: number) else { return }
    release(entry)
  }

  mutating func release(_ entry: Entry) {
    lately.removeAll { $0.source.key == entry.source.key }
    lately.append(entry)
    if lately.count > Retained.released { lately.removeFirst() }
  }

  mutating func removeAll() { lately = [] }
}
