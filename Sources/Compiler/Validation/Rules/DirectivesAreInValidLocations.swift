import ApusSource
import ApusSchema
import ApusSyntax

/// A directive is used only in locations that its definition lists.
///
/// https://spec.graphql.org/September2025/#sec-Directives-Are-in-Valid-Locations
extension ValidationContext {
  /// - Parameter directive: a directive of the schema.
  func checkDirectivesAreInValidLocations(_ directive: NodeID, _ definition: DirectiveDefinition) {
    let location = location(of: Int(parents[directive]))
    if definition.allows(location) { return }
    report(
      .misplacedDirective,
      "Directive \"@\(name(directive))\" may not be used on \(tree.names.string(location)).", directive,
      notes: note("\"@\(name(directive))\" is defined here.", definition: definition.node))
  }

  /// The directive location that a node represents.
  private func location(of node: NodeID) -> NameID {
    switch nodes[node].kind {
    case .operation:
      switch tree.operationKind(node) {
      case .query: Keyword.atQuery
      case .mutation: Keyword.atMutation
      case .subscription: Keyword.atSubscription
      }
    case .field: Keyword.atField
    case .fragmentDefinition: Keyword.atFragmentDefinition
    case .fragmentSpread: Keyword.atFragmentSpread
    case .inlineFragment: Keyword.atInlineFragment
    case .variableDefinition:
      nodes[Int(parents[node])].kind == .fragmentDefinition
        ? Keyword.atFragmentVariableDefinition : Keyword.atVariableDefinition
    case .schemaDefinition: Keyword.atSchema
    case .scalarType: Keyword.atScalar
    case .objectType: Keyword.atObject
    case .interfaceType: Keyword.atInterface
    case .unionType: Keyword.atUnion
    case .enumType: Keyword.atEnum
    case .inputObjectType: Keyword.atInputObject
    case .fieldDefinition: Keyword.atFieldDefinition
    case .enumValueDefinition: Keyword.atEnumValue
    case .directiveDefinition: Keyword.atDirectiveDefinition
    default:
      nodes[Int(parents[node])].kind == .inputObjectType
        ? Keyword.atInputFieldDefinition : Keyword.atArgumentDefinition
    }
  }
}
