import ApusDocuments
import ApusSchema
import ApusSyntax

extension DocumentIndex {
  /// Whether spreads of this fragment's name refer to another fragment.
  fileprivate func isRepeatedFragment(_ number: Int) -> Bool {
    let node = definitions[number].node
    return tree.kind(node) == .fragmentDefinition
      && fragment(named: tree.nodes[node].name) != DefinitionID(number)
  }
}

/// The graph of fragment spreads: whether it has cycles, and how deep selections nest through it.
struct FragmentGraph {
  /// Whether there may be a cycle. It is not certain, because a second fragment of the same name is not followed.
  private(set) var mayHaveCycles = false
  /// The first definition whose selections, including fragments, nest too deep.
  private(set) var tooDeep: NodeID?

  /// The maximum nesting of selection sets through fragments, equal to the parser's limit within one definition.
  static let maximumDepth = 200

  /// Follows the spreads without recursion, because a chain of fragments may be long.
  init(_ index: DocumentIndex) {
    let count = index.definitionCount
    var depths = [Int](repeating: 0, count: count)
    // 0 means not visited, otherwise one more than the number of spreads followed.
    var progress = [Int](repeating: 0, count: count)
    var isOpen = [Bool](repeating: false, count: count)
    var path: [Int] = []
    for root in 1..<count where progress[root] == 0 {
      if index.isRepeatedFragment(root) { mayHaveCycles = true }
      path.append(root)
      isOpen[root] = true
      while let number = path.last {
        let definition = index.definitions + number
        let spread = definition.pointee.firstSpread + progress[number]
        progress[number] += 1
        if spread < definition.pointee.spreadEnd {
          let next = Int(index.resolved[Int(index.spreads[spread])])
          if next == 0 { continue }
          if isOpen[next] {
            mayHaveCycles = true
          } else if progress[next] == 0 {
            path.append(next)
            isOpen[next] = true
          }
          continue
        }
        path.removeLast()
        isOpen[number] = false
        var depth = definition.pointee.depth
        for spread in definition.pointee.firstSpread..<definition.pointee.spreadEnd {
          // A spread that closes a cycle adds no depth: its fragment has none yet.
          let fragment = Int(index.resolved[Int(index.spreads[spread])])
          depth = max(depth, Int(truncatingIfNeeded: index.spreadDepths[spread]) + depths[fragment])
        }
        depths[number] = depth
      }
    }
    tooDeep = (1..<count).first { depths[$0] > FragmentGraph.maximumDepth }.map { index.definitions[$0].node }
  }
}
