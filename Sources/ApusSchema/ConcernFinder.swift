import ApusSyntax

/// Finds what of a schema a node of its text belongs to.
struct ConcernFinder {
  private let schema: Schema
  private let definitions: [NodeID]

  init(_ schema: Schema) {
    self.schema = schema
    definitions = Array(schema.tree.definitions)
  }

  /// The field, type or directive that `node` is a part of.
  func concern(of node: NodeID) -> SchemaProblem.Concern {
    let tree = schema.tree
    guard let definition = definition(around: node) else { return .schema }
    let name = tree.nodes[definition].name
    switch tree.nodes[definition].kind {
    case .schemaDefinition, .operation, .fragmentDefinition: return .schema
    case .directiveDefinition:
      let directive = schema.directive(named: name)
      return directive == 0 ? .nothing : .directive(directive)
    default:
      let type = schema.type(named: name)
      if type == 0 { return .nothing }
      for member in tree.children(definition, .fieldDefinition)
      where member <= node && node < Int(tree.nodes[member].next) {
        let field = schema.ownField(tree.nodes[member].name, of: type)
        if field != 0 { return .field(field) }
      }
      return .type(type)
    }
  }

  private func definition(around node: NodeID) -> NodeID? {
    var low = 0
    var high = definitions.count
    while low < high {
      let middle = (low + high) / 2
      if definitions[middle] <= node { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : definitions[low - 1]
  }
}
