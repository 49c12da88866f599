import ApusSyntax

/// A number for each of some keys that are small numbers themselves (names, nodes, types); all are forgotten at once by
/// counting up, at no cost.
///
/// Validation finds names that stand twice in a scope with it, the compiler what it has met at one place of a response: it
/// must cost a few instructions a key in an unoptimized build.
package struct ScratchNumbers {
  private let entries: UnsafeMutablePointer<Entry>
  private let count: Int
  private var round: UInt32 = 1
  private let memory: Memory

  private struct Entry {
    var round: UInt32
    var number: UInt32
  }

  private final class Memory {
    let entries: UnsafeMutablePointer<Entry>

    init(_ entries: UnsafeMutablePointer<Entry>) { self.entries = entries }

    deinit { entries.deallocate() }
  }

  /// - Parameter count: keys are below it; of others nothing is noted.
  package init(count: Int) {
    self.count = count
    entries = .allocate(capacity: max(1, count))
    entries.initialize(repeating: Entry(round: 0, number: 0), count: max(1, count))
    memory = Memory(entries)
  }

  /// Forgets all keys.
  package mutating func forgetAll() { round = round &+ 1 }

  /// The number of a key, or -1.
  package func number(of key: Int) -> Int {
    if key >= count { return -1 }
    let entry = entries + key
    return entry.pointee.round == round ? Int(entry.pointee.number) : -1
  }

  package mutating func set(_ key: Int, to number: Int) {
    if key >= count { return }
    entries[key] = Entry(round: round, number: UInt32(truncatingIfNeeded: number))
  }

  /// Notes a key.
  ///
  /// - Returns: whether it was not noted yet.
  package mutating func insert(_ key: Int) -> Bool {
    if number(of: key) >= 0 { return false }
    set(key, to: 0)
    return true
  }

  /// Notes a name that stands at `node`.
  ///
  /// - Returns: the node that had the name before, or -1.
  package mutating func insert(_ name: NameID, _ node: NodeID) -> NodeID {
    let index = Int(name)
    if index >= count { return -1 }
    let entry = entries + index
    if entry.pointee.round == round { return NodeID(entry.pointee.number) }
    entry.pointee = Entry(round: round, number: UInt32(truncatingIfNeeded: node))
    return -1
  }
}
