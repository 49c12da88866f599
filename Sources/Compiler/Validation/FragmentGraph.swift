import ApusDocuments
import ApusSchema
import ApusSyntax

extension DocumentIndex {
  /// Whether spreads of this fragment's name refer to another fragment.
  fileprivate func isRepeatedFragment(_ definition: DefinitionID) -> Bool {
    let node = node(definition)
    return tree.kind(node) == .fragmentDefinition && fragment(named: tree.nodes[node].name) != definition
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
    var path: [DefinitionID] = []
    for root in index.allDefinitions where progress[root.index] == 0 {
      if index.isRepeatedFragment(root) { mayHaveCycles = true }
      path.append(root)
      isOpen[root.index] = true
      while let definition = path.last {
        let spreads = index.spreads(in: definition)
        let spread = spreads.startIndex + progress[definition.index]
        progress[definition.index] += 1
        if spread < spreads.endIndex {
          guard let next = index.definition(ofSpread: spreads[spread]) else { continue }
          if isOpen[next.index] {
            mayHaveCycles = true
          } else if progress[next.index] == 0 {
            path.append(next)
            isOpen[next.index] = true
          }
          continue
        }
        path.removeLast()
        isOpen[definition.index] = false
        var depth = index[definition].depth
        for spread in spreads.indices {
          // A spread that closes a cycle adds no depth: its fragment has none yet.
          let inner = index.definition(ofSpread: spreads[spread]).map { depths[$0.index] } ?? 0
          depth = max(depth, Int(truncatingIfNeeded: index.spreadDepths[spread]) + inner)
        }
        depths[definition.index] = depth
      }
    }
    tooDeep = index.allDefinitions.first { depths[$0.index] > FragmentGraph.maximumDepth }.map(index.node)
  }
}
