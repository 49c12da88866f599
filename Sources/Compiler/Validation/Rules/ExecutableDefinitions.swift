import ApusSource
import ApusSyntax

/// Documents contain only operations and fragments; types belong in the schema.
///
/// https://spec.graphql.org/September2025/#sec-Executable-Definitions
extension ValidationContext {
  /// - Parameter node: a definition or extension of the type system.
  func checkExecutableDefinitions(_ node: NodeID) {
    let name = nodes[node].kind == .schemaDefinition ? "schema" : "\"\(name(node))\""
    let file = tree.files[tree.fileIndex(of: node)]
    let isFirst = tree.definitions(file).first { _ in true } == node
    let isInSwift = file.source.origin?.container == .swiftLiteral
    // If the document begins with one, it is probably a schema.
    let advice =
      isInSwift
      ? "If this is the server's schema, move it to a file 'schema.graphqls'. Literals in Swift files are documents."
      : "If this file is the server's schema, rename it to 'schema.graphqls'. Other files '*.graphql' are documents."
    report(
      .notExecutable, "The \(name) definition is not executable.", node,
      notes: isFirst ? [Diagnostic.Note(advice)] : [])
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
