import ApusSource
import ApusSyntax

/// Every type that a definition refers to is defined.
///
/// https://spec.graphql.org/September2025/#sec-Types
extension SDLChecker {
  /// - Parameter node: a named type that neither the document nor the specification defines.
  mutating func checkKnownTypeNames(_ node: NodeID) {
    let suggestion = suggestion(for: node) { $0.isStandardType || $0.definedType >= 0 }
    report(
      .unknownType, "Unknown type \(quoted(node)).\(suggestion)", at: [tree.range(of: node)],
      node)
  }

  /// Suggests names similar to that of `node`: those for which `isMeant` is true.
  ///
  /// If a file is missing, thousands of names are unknown, so only the first ones get suggestions.
  mutating func suggestion(for node: NodeID, among isMeant: (Entry) -> Bool) -> String {
    if suggestionCount == SDLChecker.maximumSuggestionCount { return "" }
    suggestionCount += 1
    var options: [String] = []
    for name in 1..<tree.names.count where isMeant(entries[name]) {
      options.append(tree.names.string(NameID(name)))
    }
    return Suggestions.didYouMean(tree.name(node), among: options)
  }
}

extension DiagnosticCode {
  package static let unknownType = DiagnosticCode(
    "unknown-type",
    title: "A type that the schema does not define",
    explanation: """
      A definition, a type condition or a variable refers to a type that none of the schema's files defines.
      Names are case-sensitive: `user` is not `User`.
      """,
    example: "type Query { album: Albun }\ntype Album { title: String }",
    fix: "Correct the name, or add the file that defines the type to the schema.")
}
