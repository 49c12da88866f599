import ApusSource
import ApusSyntax

/// The default value of an argument or input field can be coerced to its type.
///
/// https://spec.graphql.org/September2025/#sec-Field-Arguments
/// https://spec.graphql.org/September2025/#sec-Input-Objects.Type-Validation
extension TypeChecker {
  /// - Parameter coordinate: the name of the argument or input field in messages.
  mutating func checkDefaultValues(_ value: InputValueDefinition, _ coordinate: (TypeChecker) -> String) {
    for entry in literals.diagnostics(value.defaultValue, value.type) {
      let place = entry.path.isEmpty ? "" : " at \(entry.path)"
      report(
        .invalidDefault, "\(coordinate(self)) has invalid default value\(place): \(entry.message)",
        at: [entry.node])
      if entry.definition >= 0, tree.fileIndex(of: entry.definition) > 0 {
        diagnostics[diagnostics.count - 1].diagnostic.notes = [
          Diagnostic.Note("The expected type is defined here.", at: tree.nameRange(of: entry.definition))
        ]
      }
    }
  }
}

extension DiagnosticCode {
  package static let invalidDefault = DiagnosticCode(
    "invalid-default",
    title: "A default value that does not fit its type",
    explanation: "The default value of an argument or input field must be a value of its type.",
    example: "type Query { albums(first: Int = \"10\"): [String] }",
    fix: "Write a value of the type: `first: Int = 10`.",
    isOneCause: true)
}
