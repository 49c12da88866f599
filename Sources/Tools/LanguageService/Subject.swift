import ApusDocuments
import ApusSource
import ApusSyntax

extension Analysis {
  /// The operation, fragment, variable or field that the name at a place belongs or refers to, as the node that defines
  /// or selects it.
  package func subject(in source: SourceFile, at offset: Int) -> NodeID? {
    guard let file = file(like: source) else { return nil }
    return tree.nodes(around: offset..<offset, from: file.first, to: file.end)
      .filter { names(at: offset, $0) }.compactMap(subject).last
  }

  /// Whether a node's name or alias is at a place.
  private func names(at offset: Int, _ node: NodeID) -> Bool {
    let entry = tree.nodes[node]
    guard entry.name != 0 else { return false }
    let alias = tree.nameRange(of: node)
    let name = nameRange(node)
    return alias.start <= offset && offset <= alias.end || name.start <= offset && offset <= name.end
  }

  private func subject(_ node: NodeID) -> NodeID? {
    switch tree.kind(node) {
    case .operation, .fragmentDefinition, .variableDefinition, .field: return node
    case .fragmentSpread: return fragment(named: tree.nodes[node].name)
    case .variable: return definition(ofVariable: node)
    default: return nil
    }
  }

  /// A variable's definition in the operation that uses it; nil in a fragment, which several operations may use.
  private func definition(ofVariable node: NodeID) -> NodeID? {
    tree.children(index.definition(around: node), .variableDefinition).first {
      tree.nodes[$0].name == tree.nodes[node].name
    }
  }
}
