import ApusDocuments
import ApusSyntax

/// Fragments that tell shapes of the same fields apart.
struct DistinguishingFragments {
  /// Those in which variables have a say, and those that spread them: a type may have to hold them as properties, which another
  /// type of the same fields does not.
  var variable: Set<NodeID> = []
  /// Those that hold for some of the objects only where they are spread, and have no field to show it.
  private(set) var narrowing: Set<NodeID> = []

  /// Those of some fragments, in order.
  func among(_ fragments: [NodeID]) -> [NodeID] {
    if variable.isEmpty, narrowing.isEmpty { return [] }
    return fragments.filter { variable.contains($0) || narrowing.contains($0) }.sorted()
  }

  /// - Parameter fragments: each behind those that it spreads.
  mutating func findNarrowing(_ fragments: [NodeID], _ documents: DocumentIndex) {
    let tree = documents.tree
    let fieldless = fragments.filter { fragment in
      guard let set = documents.selectionSet(fragment) else { return false }
      return tree.child(set, .field) == nil
        && !documents.schema.types[Int(documents.parentType(set))].isAbstract
    }
    // Nearly all documents.
    if fieldless.isEmpty { return }
    var search = Search(documents: documents)
    for definition in tree.definitions where tree.kind(definition) == .operation {
      if let set = documents.selectionSet(definition) { search.visit(set, isNarrowed: false) }
    }
    for fragment in fragments.reversed() {
      guard let set = documents.selectionSet(fragment) else { continue }
      search.visit(set, isNarrowed: search.found.contains(fragment))
    }
    narrowing = search.found.intersection(fieldless)
  }

  /// Looks for spreads under a condition that does not hold for all that is there.
  private struct Search {
    let documents: DocumentIndex
    var found: Set<NodeID> = []

    /// Nesting is bounded by the parser.
    mutating func visit(_ set: NodeID, isNarrowed: Bool) {
      let tree = documents.tree
      let parent = documents.parentType(set)
      var selection = set &+ 1
      let end = Int(tree.nodes[set].next)
      while selection < end {
        let node = selection
        selection = Int(tree.nodes[node].next)
        switch tree.nodes[node].kind {
        case .field:
          if let inner = documents.selectionSet(node) { visit(inner, isNarrowed: false) }
        case .inlineFragment:
          guard let inner = documents.selectionSet(node) else { continue }
          let condition = documents.typeCondition(node)
          let narrows = condition != 0 && !documents.schema.isSubset(parent, of: condition)
          visit(inner, isNarrowed: isNarrowed || narrows)
        case .fragmentSpread:
          guard let fragment = documents.fragment(ofSpread: node) else { continue }
          let condition = documents.typeCondition(fragment)
          if isNarrowed || !documents.schema.isSubset(parent, of: condition) { found.insert(fragment) }
        default: continue
        }
      }
    }
  }
}
