import ApusDiagnostics
import ApusSyntax

/// No two values of an enum have the same name.
///
/// https://spec.graphql.org/September2025/#sec-Enums
extension SDLChecker {
  /// Adds the values in one part of an enum to the scope.
  mutating func checkUniqueEnumValueNames(of part: NodeID) {
    var child = part &+ 1
    let end = Int(nodes[part].next)
    while child < end {
      if case .enumValueDefinition = nodes[child].kind {
        let first = names.insert(nodes[child].name, child)
        if first >= 0 {
          report(
            .uniqueEnumValueNames, .duplicateEnumValue,
            "Enum value \(coordinate(child, in: part)) can only be defined once.",
            at: [tree.nameRange(of: first), tree.nameRange(of: child)], child)
        }
      }
      child = Int(nodes[child].next)
    }
  }

  /// The coordinate of a member, in quotation marks.
  func coordinate(_ member: NodeID, in type: NodeID) -> String {
    "\"\(tree.name(type)).\(tree.name(member))\""
  }
}

extension DiagnosticCode {
  package static let duplicateEnumValue = DiagnosticCode(
    "duplicate-enum-value",
    title: "Two values with the same name in an enum",
    explanation: "The values of an enum and its extensions must have different names.",
    example: "enum Genre { ROCK JAZZ ROCK }",
    fix: "Remove the repeated value.")
}
