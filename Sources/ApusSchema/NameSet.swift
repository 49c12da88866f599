import ApusSyntax

/// Finds names that stand twice in one scope: a table by name that is emptied by counting up.
///
/// Scopes follow one another and are not nested. Used for every list of names in a document, so it must cost a few
/// instructions a name in an unoptimized build.
package struct NameSet {
  private let entries: UnsafeMutablePointer<Entry>
  private let count: Int
  private var scope: UInt32 = 0

  private struct Entry {
    var scope: UInt32
    var node: UInt32
  }

  /// - Parameter names: a set made before a name is interned does not hold that name.
  package init(names: NameTable) {
    count = names.count
    entries = .allocate(capacity: count)
    entries.initialize(repeating: Entry(scope: 0, node: 0), count: count)
  }

  /// Gives back the memory; the set must not be used any more.
  package func deallocate() { entries.deallocate() }

  /// Forgets all names.
  package mutating func begin() { scope = scope &+ 1 }

  /// Adds a name that stands at `node`.
  ///
  /// - Returns: the node that had the name before in this scope, or -1.
  package func insert(_ name: NameID, _ node: NodeID) -> NodeID {
    let index = Int(name)
    if index >= count { return -1 }
    let entry = entries + index
    if entry.pointee.scope == scope { return NodeID(entry.pointee.node) }
    entry.pointee = Entry(scope: scope, node: UInt32(truncatingIfNeeded: node))
    return -1
  }
}
