import ApusSyntax

/// Finds the schema element that a node belongs to.
///
/// Diagnostics come in source order, so the fields of the last definition are cached.
struct ConcernFinder {
  private let schema: Schema
  private let definitions: [NodeID]
  private var lastDefinition: NodeID = -1
  private var lastFields: [NodeID] = []

  init(_ schema: Schema) {
    self.schema = schema
    definitions = Array(schema.tree.definitions)
  }

  /// Returns the field, type or directive that contains `node`.
  mutating func concern(of node: NodeID) -> SchemaDiagnostic.Concern {
    let tree = schema.tree
    guard let definition = ConcernFinder.last(of: definitions, upTo: node) else { return .schema }
    let name = tree.nodes[definition].name
    switch tree.nodes[definition].kind {
    case .schemaDefinition, .operation, .fragmentDefinition: return .schema
    case .directiveDefinition:
      return schema.directive(named: name).map { .directive($0) } ?? .nothing
    default:
      guard let type = schema.type(named: name) else { return .nothing }
      if definition != lastDefinition {
        lastDefinition = definition
        lastFields = tree.children(definition, .fieldDefinition)
      }
      // Nothing follows a definition's fields.
      guard let member = ConcernFinder.last(of: lastFields, upTo: node) else { return .type(type) }
      return schema.ownField(tree.nodes[member].name, of: type).map { .field($0) } ?? .type(type)
    }
  }

  /// Returns the last of the nodes, which are in source order, that does not come after `node`.
  private static func last(of nodes: [NodeID], upTo node: NodeID) -> NodeID? {
    var low = 0
    var high = nodes.count
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle] <= node { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : nodes[low - 1]
  }
}
