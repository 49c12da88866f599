import ApusSyntax

/// A map from small integers (names, nodes, types) to integers that is cleared in constant time, by incrementing a
/// generation counter.
///
/// Validation uses it to find duplicate names in a scope, and the compiler to merge selections with the same response
/// key. A lookup must take only a few instructions in unoptimized builds.
package struct GenerationMap {
  private let entries: UnsafeMutablePointer<Entry>
  private let count: Int
  private var generation: UInt32 = 1
  private let memory: Memory

  private struct Entry {
    var generation: UInt32
    var number: UInt32
  }

  private final class Memory {
    let entries: UnsafeMutablePointer<Entry>

    init(_ entries: UnsafeMutablePointer<Entry>) { self.entries = entries }

    deinit { entries.deallocate() }
  }

  /// - Parameter count: the upper bound of keys. Keys outside it are ignored.
  package init(count: Int) {
    self.count = count
    entries = .allocate(capacity: max(1, count))
    entries.initialize(repeating: Entry(generation: 0, number: 0), count: max(1, count))
    memory = Memory(entries)
  }

  /// Removes all keys.
  package mutating func forgetAll() { generation = generation &+ 1 }

  /// The number stored for a key, or -1.
  package func number(of key: Int) -> Int {
    if key >= count { return -1 }
    let entry = entries + key
    return entry.pointee.generation == generation ? Int(entry.pointee.number) : -1
  }

  package mutating func set(_ key: Int, to number: Int) {
    if key >= count { return }
    entries[key] = Entry(generation: generation, number: UInt32(truncatingIfNeeded: number))
  }

  /// Adds a key.
  ///
  /// - Returns: whether it was new.
  package mutating func insert(_ key: Int) -> Bool {
    if number(of: key) >= 0 { return false }
    set(key, to: 0)
    return true
  }

  /// Adds a name found at `node`.
  ///
  /// - Returns: the node that already had the name, or -1.
  package mutating func insert(_ name: NameID, _ node: NodeID) -> NodeID {
    let index = Int(name)
    if index >= count { return -1 }
    let entry = entries + index
    if entry.pointee.generation == generation { return NodeID(entry.pointee.number) }
    entry.pointee = Entry(generation: generation, number: UInt32(truncatingIfNeeded: node))
    return -1
  }
}
