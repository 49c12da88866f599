import ApusSource
import ApusSyntax

/// Documents contain only operations and fragments; types belong in the schema.
///
/// https://spec.graphql.org/September2025/#sec-Executable-Definitions
extension ValidationContext {
  /// - Parameter node: a definition or extension of the type system.
  func checkExecutableDefinitions(_ node: NodeID) {
    let name = nodes[node].kind == .schemaDefinition ? "schema" : "\"\(name(node))\""
    let isFirst = tree.definitions(tree.files[tree.fileIndex(of: node)]).first { _ in true } == node
    // If the file begins with one, it is probably a schema.
    report(
      .notExecutable, "The \(name) definition is not executable.", node,
      notes: isFirst
        ? [
          Diagnostic.Note(
            "If this file is the server's schema, rename it to 'schema.graphqls'. Other files '*.graphql' are documents."
          )
        ] : [])
  }
}

extension DiagnosticCode {
  package static let notExecutable = DiagnosticCode(
    "not-executable",
    title: "A type definition in a document",
    explanation: """
      Documents contain operations and fragments. Definitions and extensions of types, of directives and of the schema are
      read from the schema's files only.
      """,
    example: "query { viewer { name } }\ntype Viewer { name: String }",
    fix: "Move the definition to a schema file (`*.graphqls`), or remove it.")
}
