import ApusDiagnostics
import ApusSyntax

/// Every type that a definition names is defined.
///
/// https://spec.graphql.org/September2025/#sec-Types
extension SDLChecker {
  /// - Parameter node: a named type that neither the document nor the specification defines.
  mutating func checkTypeName(_ node: NodeID) {
    if let base, base.type(named: nodes[node].name) != 0 { return }
    report(
      .knownTypeNames, .unknownType,
      "Unknown type \(quoted(node))." + Suggestions.didYouMean(tree.name(node), among: typeNames()),
      at: [tree.range(of: node)], node)
  }

  /// The names of all types that the document can use.
  private func typeNames() -> [String] {
    var found: [String] = []
    for name in 1..<tree.names.count {
      let entry = entries[name]
      if entry.isStandardType || entry.definedType >= 0 || (base?.type(named: NameID(name)) ?? 0) != 0 {
        found.append(tree.names.string(NameID(name)))
      }
    }
    return found
  }
}

extension DiagnosticCode {
  package static let unknownType = DiagnosticCode(
    "unknown-type",
    title: "A type that the schema does not define",
    explanation: """
      A definition, a type condition or a variable names a type that is in none of the schema's files. Names are
      compared letter by letter: `user` is not `User`.
      """,
    example: "type Query { album: Albun }\ntype Album { title: String }",
    fix: "Correct the name, or add the file that defines the type to the schema.")
}
