import ApusSource
import ApusSchema
import ApusSyntax

/// The type of a variable is a scalar, an enum or an input object, or a list of those.
///
/// https://spec.graphql.org/September2025/#sec-Variables-Are-Input-Types
extension ValidationContext {
  /// - Parameter variable: a variable definition.
  func checkVariablesAreInputTypes(_ variable: NodeID) {
    let type = valueTypes[variable]
    guard let named = type.named, !schema[named].isInput else { return }
    report(
      .variableOfOutputType,
      "Variable \"$\(name(variable))\" cannot be non-input type \"\(schema.description(type))\".",
      tree.type(variable) ?? variable, notes: note(type: named))
  }
}

extension DiagnosticCode {
  package static let variableOfOutputType = DiagnosticCode(
    "variable-of-output-type",
    title: "A variable of a type that cannot be sent",
    explanation: """
      Variables are sent to the server, so their types are input types: scalars, enums and input objects. Objects,
      interfaces and unions are only received.
      """,
    example: "mutation Rate($album: Album!) { rate(album: $album) { id } }  # type Album",
    fix: "Use an input type, for example the object's ID or an `input` that the schema defines.")
}
