import ApusDocuments
import ApusSyntax
import ApusShapes

/// The value of a fragment's variable when a cache reads the fragment by itself, for the generated code:
///
/// `["Card.isLong": variables["isLong"]?.bool ?? true]`
package struct BoundVariable {
  /// The variable with its fragment: `Card.isLong`.
  package var name: String
  /// The variable for which the caller of the cache passes a value: `isLong`. Nil if a spread passes a literal.
  package var variable: String?
  /// The value if the caller does not pass one: the variable's default, or false. Without a variable, the literal.
  package var literal: Bool

  /// The values of a fragment's own variables, and of the variables of fragments that it spreads outside of its fields.
  static func all(
    of fragment: NodeID, _ conditions: FragmentVariables, _ documents: DocumentIndex
  ) -> [BoundVariable] {
    if conditions.isEmpty { return [] }
    let tree = documents.tree
    var own: [NameID: BoundVariable] = [:]
    var all: [BoundVariable] = []
    for (variable, name, value) in conditions.variables(of: fragment) {
      let condition = BoundVariable(
        name: tree.names.string(name), variable: tree.name(variable), literal: value ?? false)
      own[name] = condition
      all.append(condition)
    }
    for passed in conditions.values(in: documents.selectionSet(fragment).map { [$0] } ?? []) {
      let name = tree.names.string(passed.name)
      switch passed.value {
      case .literal(let value): all.append(BoundVariable(name: name, variable: nil, literal: value))
      case .variable(let variable):
        let known = own[variable]
        all.append(
          BoundVariable(
            name: name, variable: known?.variable ?? tree.names.string(variable),
            literal: known?.literal ?? false))
      }
    }
    return all
  }
}
