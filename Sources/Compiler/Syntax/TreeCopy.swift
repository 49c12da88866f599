/// A tree in the making: the nodes of another one in their order, without some of them, and with others in between.
///
/// Copies keep their source ranges. The nodes of a tree have their children right after them, so what is opened is closed after its
/// children.
package struct TreeCopy {
  package let original: SyntaxTree
  package let tree: SyntaxTree
  package let numbers: NodeNumbers

  package init(of original: SyntaxTree) {
    self.original = original
    tree = SyntaxTree(names: original.names, capacity: max(1024, original.count &+ original.count / 2))
    tree.unparsed = original.unparsed
    numbers = NodeNumbers(count: original.count)
  }

  /// Adds the files of the original in their order.
  ///
  /// - Parameter copyDefinition: copies a definition, or leaves it out.
  package func copyFiles(_ copyDefinition: (NodeID) -> Void) {
    for original in original.files {
      var file = original
      file.first = tree.count
      var definition = original.first
      while definition < original.end {
        copyDefinition(definition)
        definition = Int(self.original.nodes[definition].next)
      }
      file.end = tree.count
      tree.files.append(file)
    }
  }

  /// Copies a node with everything in it.
  package func copy(_ node: NodeID) {
    let end = Int(original.nodes[node].next)
    let first = tree.count
    while tree.storage.pointee.capacity < first &+ end &- node { tree.grow() }
    let shift = first &- node
    let (from, to) = (original.nodes, tree.nodes + shift)
    var index = node
    while index < end {
      to[index] = from[index]
      to[index].next = UInt32(truncatingIfNeeded: Int(from[index].next) &+ shift)
      numbers.values[index] = UInt32(truncatingIfNeeded: index &+ shift)
      index = index &+ 1
    }
    tree.storage.pointee.count = end &+ shift
  }

  /// Copies a node without what is in it.
  package func open(_ node: NodeID) -> NodeID {
    let copy = append(original.nodes[node])
    numbers.values[node] = UInt32(truncatingIfNeeded: copy)
    return copy
  }

  /// Adds a new node.
  ///
  /// - Parameters:
  ///   - flags: added to ``NodeFlag/added``.
  ///   - place: what it was added to.
  @discardableResult
  package func add(
    _ kind: NodeKind, _ name: NameID, flags: UInt8 = 0, at place: (start: UInt32, end: UInt32),
    alias: NameID = 0
  ) -> NodeID {
    append(
      Node(
        kind: kind, flags: NodeFlag.added | flags, name: name, start: place.start, end: place.end, next: 0,
        extra: alias))
  }

  private func append(_ node: Node) -> NodeID {
    let number = tree.count
    if number == tree.storage.pointee.capacity { tree.grow() }
    tree.nodes[number] = node
    tree.storage.pointee.count = number &+ 1
    close(number)
    return number
  }

  /// Makes all nodes since then children of a node.
  package func close(_ node: NodeID) { tree.nodes[node].next = UInt32(truncatingIfNeeded: tree.count) }
}

/// The numbers that nodes have in a copied tree.
package final class NodeNumbers {
  var values: [UInt32]

  init(count: Int) {
    values = Array(repeating: .max, count: count)
  }

  /// The copy of a node; nil where it was left out.
  package subscript(_ node: NodeID) -> NodeID? {
    guard values.indices.contains(node), values[node] != .max else { return nil }
    return NodeID(values[node])
  }

  /// Facts about nodes that also hold for their copies.
  package func renumbered<Value>(_ values: [NodeID: Value]) -> [NodeID: Value] {
    var result: [NodeID: Value] = [:]
    for (node, value) in values {
      if let number = self[node] { result[number] = value }
    }
    return result
  }
}
