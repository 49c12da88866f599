import ApusSyntax

/// The variables of one operation by name, and which ones are used. It is cleared in constant time by a generation
/// counter.
struct VariableScope {
  private struct Entry {
    var scope: UInt32
    var isUsed: Bool
    var definition: UInt32
  }

  private let entries: UnsafeMutablePointer<Entry>
  private let count: Int
  private var scope: UInt32 = 0

  init(names: NameTable) {
    count = names.count
    entries = .allocate(capacity: count)
    entries.initialize(repeating: Entry(scope: 0, isUsed: false, definition: 0), count: count)
  }

  func deallocate() { entries.deallocate() }

  mutating func begin() { scope = scope &+ 1 }

  /// Adds a variable. The last of two with the same name wins.
  func define(_ name: NameID, _ definition: NodeID) {
    entries[Int(name)] = Entry(
      scope: scope, isUsed: false, definition: UInt32(truncatingIfNeeded: definition))
  }

  /// Marks a variable as used.
  ///
  /// - Returns: its definition, or -1 if the operation does not define it.
  func use(_ name: NameID) -> NodeID {
    let entry = entries + Int(name)
    if entry.pointee.scope != scope { return -1 }
    entry.pointee.isUsed = true
    return NodeID(entry.pointee.definition)
  }

  func isUsed(_ name: NameID) -> Bool { entries[Int(name)].isUsed }
}
