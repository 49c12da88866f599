import ApusSyntax

extension SyntaxTree {
  /// The nodes from `first` to `end` that contain a range of their file, innermost last.
  func nodes(around range: Range<Int>, from first: NodeID, to end: NodeID) -> [NodeID] {
    var found: [NodeID] = []
    var (node, end) = (first, end)
    while node < end {
      let entry = nodes[node]
      if Int(entry.start) <= range.lowerBound, range.upperBound <= Int(entry.end) {
        found.append(node)
        end = Int(entry.next)
        node += 1
      } else {
        node = Int(entry.next)
      }
    }
    return found
  }
}
