import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// A directive is used only in locations that its definition lists.
///
/// https://spec.graphql.org/September2025/#sec-Directives-Are-in-Valid-Locations
extension ValidationContext {
  /// - Parameter directive: a directive of the schema.
  func checkDirectivesAreInValidLocations(_ directive: NodeID, _ definition: DirectiveDefinition) {
    let owner = Int(parents[directive])
    let isDefinition = parents[owner] == DocumentIndex.noParent
    let parent = nodes[isDefinition ? owner : Int(parents[owner])].kind
    let location = tree.directiveLocation(of: owner, in: parent)
    if definition.allows(location) { return }
    report(
      .misplacedDirective,
      "Directive \"@\(name(directive))\" may not be used on \(tree.names.string(location)).", directive,
      notes: note("\"@\(name(directive))\" is defined here.", definition: definition.node))
  }
}
