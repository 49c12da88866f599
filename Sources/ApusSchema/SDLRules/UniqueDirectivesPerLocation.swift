import ApusDiagnostics
import ApusSyntax

/// A directive that is not repeatable is used at most once per location. A type and its extensions are one location.
///
/// https://spec.graphql.org/September2025/#sec-Directives-Are-Unique-per-Location
extension SDLChecker {
  /// Adds a directive to the scope of its location.
  mutating func checkUniqueDirectivesPerLocation(_ node: NodeID) {
    let definition = Int(entries[Int(nodes[node].name)].directive)
    if definition < 0 || nodes[definition].flags & NodeFlag.repeatable != 0 { return }
    let first = directiveNames.insert(nodes[node].name, node)
    if first >= 0 {
      report(
        .uniqueDirectivesPerLocation, .duplicateDirective,
        "The directive \(quoted(node, prefix: "@")) can only be used once at this location.",
        at: [tree.range(of: first), tree.range(of: node)], node)
    }
  }

  /// Adds all directives on `node` itself.
  mutating func checkUniqueDirectivesPerLocation(on node: NodeID) {
    for directive in tree.children(node, .directive) { checkUniqueDirectivesPerLocation(directive) }
  }
}

extension DiagnosticCode {
  package static let duplicateDirective = DiagnosticCode(
    "duplicate-directive",
    title: "A directive that is repeated in one location",
    explanation: "Only a `repeatable` directive may be used several times in one location.",
    example: "type Album { name: String @deprecated @deprecated(reason: \"Use title.\") }",
    fix: "Keep one of them, or define the directive as `repeatable`.")
}
