extension SyntaxTree {
  /// Removes nodes and everything in them. The nodes after them are renumbered.
  ///
  /// - Parameter removed: nodes in source order, none nested in another.
  package func remove(_ removed: [NodeID]) {
    if removed.isEmpty { return }
    let nodes = self.nodes
    let count = self.count
    // Maps each node, and the index past the last one, to its new number.
    var numbers: [UInt32] = []
    numbers.reserveCapacity(count + 1)
    var kept: UInt32 = 0
    var next = 0
    var end = 0
    for node in 0...count {
      if next < removed.count, removed[next] == node {
        end = Int(nodes[node].next)
        next += 1
      }
      numbers.append(kept)
      if node >= end { kept += 1 }
    }
    for node in 0..<count where numbers[node] != numbers[node + 1] {
      var entry = nodes[node]
      entry.next = numbers[Int(entry.next)]
      nodes[Int(numbers[node])] = entry
    }
    storage.pointee.count = Int(numbers[count])
    for index in files.indices {
      files[index].first = NodeID(numbers[files[index].first])
      files[index].end = NodeID(numbers[files[index].end])
    }
  }
}
