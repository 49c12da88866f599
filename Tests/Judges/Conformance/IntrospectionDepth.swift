import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The reference's limit on introspection, which its default rules include and the specification does not have: lists
/// of fields or types may be nested only so deep below `__schema` and `__type`.
func tooDeepIntrospection(_ index: DocumentIndex) -> [Diagnostic] {
  let tree = index.tree
  var found: [Diagnostic] = []
  var search = IntrospectionSearch(index: index)
  var node = 0
  while node < tree.count {
    if tree.kind(node) == .field, ["__schema", "__type"].contains(tree.name(node)) {
      search.visited = [:]
      if search.isTooDeep(node, 0) {
        found.append(
          Diagnostic(
            .error, .nestedTooDeeply, "Maximum introspection depth exceeded", at: [tree.range(of: node)]))
        node = Int(tree.nodes[node].next)
        continue
      }
    }
    node += 1
  }
  return found
}

private struct IntrospectionSearch {
  let index: DocumentIndex
  /// For each fragment the most lists that it was met under.
  var visited: [NodeID: Int] = [:]
  /// For each fragment the most lists that it was found in order under, from whatever root.
  var accepted: [NodeID: Int] = [:]

  static let maximumDepth = 3
  static let lists: Set = ["fields", "interfaces", "possibleTypes", "inputFields"]

  /// - Parameter depth: the number of lists around the selection.
  mutating func isTooDeep(_ selection: NodeID, _ depth: Int) -> Bool {
    let tree = index.tree
    var depth = depth
    var owner = selection
    if tree.kind(selection) == .fragmentSpread {
      guard let fragment = index.fragment(ofSpread: selection), visited[fragment, default: -1] < depth,
        accepted[fragment, default: -1] < depth
      else { return false }
      visited[fragment] = depth
      owner = fragment
    } else if tree.kind(selection) == .field, IntrospectionSearch.lists.contains(tree.name(selection)) {
      depth += 1
      if depth >= IntrospectionSearch.maximumDepth { return true }
    }
    guard let selections = tree.child(owner, .selectionSet) else { return false }
    for inner in tree.children(selections) where isTooDeep(inner, depth) { return true }
    if owner != selection { accepted[owner] = depth }
    return false
  }
}
