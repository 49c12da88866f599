import ApusSource
import ApusSchema
import ApusSyntax

/// A literal matches the expected type, down to the fields of input objects.
///
/// ``LiteralChecker`` does the work, because default values in a schema follow the same rule.
///
/// https://spec.graphql.org/September2025/#sec-Values-of-Correct-Type
/// https://spec.graphql.org/September2025/#sec-Input-Object-Field-Names
/// https://spec.graphql.org/September2025/#sec-Input-Object-Required-Fields
extension ValidationContext {
  /// - Parameter value: the value of an argument or the default value of a variable.
  func checkValuesOfCorrectType(_ value: NodeID) {
    if case .variable = nodes[value].kind { return }
    let type = valueTypes[value]
    if type.named == nil { return }
    for entry in literals.diagnostics(value, type) {
      report(
        entry.code, entry.message, entry.node,
        notes: note("The expected type is defined here.", definition: entry.definition))
    }
  }
}
