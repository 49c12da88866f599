import ApusSource
import ApusSchema
import ApusSyntax

/// No two operations differ only in name. This is a warning and one of our own rules.
extension ValidationContext {
  func checkIdenticalOperations() {
    var firstOfHash: [UInt64: NodeID] = [:]
    for node in tree.definitions where nodes[node].kind == .operation {
      let hash = structureHash(node)
      guard let first = firstOfHash[hash] else {
        firstOfHash[hash] = node
        continue
      }
      // Two operations with the same name are already rejected.
      let isRefused = nodes[node].name != 0 && nodes[first].name == nodes[node].name
      if isRefused || !isSame(first, node) { continue }
      let label = nodes[first].name == 0 ? "one without a name" : "\"\(name(first))\""
      warn(
        .identicalOperations, "This operation is the same as \(label). Remove one of them.",
        at: [tree.range(of: node), tree.range(of: first)],
        notes: [.init("The other operation is here.", at: tree.range(of: first))])
    }
  }

  /// A hash of everything that ``isSame(_:_:)`` compares, so that each operation only has to be compared with one.
  private func structureHash(_ operation: NodeID) -> UInt64 {
    var hash = UInt64(nodes[operation].flags)
    var node = operation &+ 1
    let end = Int(nodes[operation].next)
    while node < end {
      let entry = nodes + node
      hash = (hash ^ UInt64(entry.pointee.name)) &* 0x9E37_79B9_7F4A_7C15
      hash =
        (hash ^ UInt64(truncatingIfNeeded: Int(entry.pointee.next) &- node))
        &* 0x1_0000_01B3
      hash = hash ^ UInt64(UInt32(entry.pointee.kind.rawValue) | UInt32(entry.pointee.flags) &<< 8)
      switch entry.pointee.kind {
      case .field: hash = hash ^ UInt64(entry.pointee.extra) &<< 16
      case .intValue, .floatValue, .stringValue:
        hash = hash ^ UInt64(truncatingIfNeeded: tree.text(of: node).hashValue)
      default: break
      }
      node = node &+ 1
    }
    return hash
  }

  private func isSame(_ first: NodeID, _ second: NodeID) -> Bool {
    let count = Int(nodes[first].next) - first
    if Int(nodes[second].next) - second != count || nodes[first].flags != nodes[second].flags { return false }
    for offset in 1..<count {
      let left = nodes[first + offset]
      let right = nodes[second + offset]
      if left.kind != right.kind || left.flags != right.flags || left.name != right.name
        || Int(left.next) - first != Int(right.next) - second
      {
        return false
      }
      switch left.kind {
      case .field: if left.extra != right.extra { return false }
      case .intValue, .floatValue, .stringValue:
        if tree.text(of: first + offset) != tree.text(of: second + offset) { return false }
      default: break
      }
    }
    return true
  }
}

extension DiagnosticCode {
  package static let identicalOperations = DiagnosticCode(
    "identical-operations",
    title: "Two operations that differ only in their names",
    explanation: """
      Both select the same fields. Each becomes separate Swift code, so one is redundant; or you copied it and forgot to change
      it.
      """,
    example: "query Albums { albums { title } }\nquery AllAlbums { albums { title } }",
    fix: "Use one of them in both places, or silence the warning in the configuration.", isWarning: true,
    isOneCause: true)
}
