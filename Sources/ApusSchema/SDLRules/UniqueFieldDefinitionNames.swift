import ApusDiagnostics
import ApusSyntax

/// No two fields of an object, an interface or an input object have the same name.
///
/// https://spec.graphql.org/September2025/#sec-Objects.Type-Validation
extension SDLChecker {
  /// Adds the fields in one part of a type to the scope.
  mutating func checkUniqueFieldDefinitionNames(of part: NodeID) {
    var child = part &+ 1
    let end = Int(nodes[part].next)
    while child < end {
      switch nodes[child].kind {
      case .fieldDefinition, .inputValueDefinition:
        let first = names.insert(nodes[child].name, child)
        if first >= 0 { reportFieldName(child, part, first) }
      default: break
      }
      child = Int(nodes[child].next)
    }
  }

  private mutating func reportFieldName(_ field: NodeID, _ part: NodeID, _ first: NodeID) {
    report(
      .uniqueFieldDefinitionNames, .duplicateField,
      "Field \(coordinate(field, in: part)) can only be defined once.",
      at: [tree.nameRange(of: first), tree.nameRange(of: field)], field)
  }
}

extension DiagnosticCode {
  package static let duplicateField = DiagnosticCode(
    "duplicate-field",
    title: "Two fields with the same name in a type",
    explanation: """
      The fields of a type and of all its extensions have different names. The compiler continues with the first
      definition of the field.
      """,
    example: "type Album { title: String  title: String! }",
    fix: "Remove the repeated field.")
}
