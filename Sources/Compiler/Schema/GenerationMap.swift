import ApusSyntax

/// A map from small integers (names, nodes, types) to integers that is cleared in constant time, by incrementing a
/// generation counter.
///
/// Validation uses it to find duplicate names in a scope, and the compiler to merge selections with the same response
/// key.
package struct GenerationMap {
  private var entries: [Entry]
  private let count: Int
  private var generation: UInt32 = 1

  private struct Entry {
    var generation: UInt32
    var number: UInt32
  }

  /// - Parameter count: the upper bound of keys. Keys outside it are ignored.
  package init(count: Int) {
    self.count = count
    entries = Array(repeating: Entry(generation: 0, number: 0), count: max(1, count))
  }

  /// Removes all keys.
  package mutating func forgetAll() { generation = generation &+ 1 }

  /// The number stored for a key, or -1.
  package func number(of key: Int) -> Int {
    if key >= count { return -1 }
    let entry = entries[key]
    return entry.generation == generation ? Int(entry.number) : -1
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
    let entry = entries[index]
    if entry.generation == generation { return NodeID(entry.number) }
    entries[index] = Entry(generation: generation, number: UInt32(truncatingIfNeeded: node))
    return -1
  }
}
