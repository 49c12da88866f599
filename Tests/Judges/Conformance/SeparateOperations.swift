import ApusSyntax

/// An operation and the fragment definitions that it reaches.
struct SeparateOperation {
  var operation: NodeID
  /// The operation and its fragments, in source order.
  var definitions: [NodeID]
}

extension SyntaxTree {
  /// Returns the operations of one file, each with the fragments in that file that it uses directly or indirectly.
  func separateOperations(_ file: File) -> [SeparateOperation] {
    let all = Array(definitions(file))
    let fragments = Dictionary(
      grouping: all.filter { nodes[$0].kind == .fragmentDefinition }, by: { nodes[$0].name })
    return all.filter { nodes[$0].kind == .operation }.map { operation in
      var reached: Set<NameID> = []
      var pending = [operation]
      while let definition = pending.popLast() {
        for name in spreads(in: definition) where reached.insert(name).inserted {
          pending += fragments[name] ?? []
        }
      }
      let definitions = all.filter {
        $0 == operation || (nodes[$0].kind == .fragmentDefinition && reached.contains(nodes[$0].name))
      }
      return SeparateOperation(operation: operation, definitions: definitions)
    }
  }

  /// The names of all fragments spread in a definition.
  private func spreads(in definition: NodeID) -> [NameID] {
    var names: [NameID] = []
    var node = definition
    let end = Int(nodes[definition].next)
    while node < end {
      if nodes[node].kind == .fragmentSpread { names.append(nodes[node].name) }
      node += 1
    }
    return names
  }
}
