import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSentText
import ApusSyntax
import Testing

@testable import ApusIR

/// Documents lowered, with what was found.
struct Lowered {
  let program: Program
  let diagnostics: [Diagnostic]

  /// - Parameters:
  ///   - document: a valid document.
  ///   - schema: SDL that defines what it needs.
  init(_ document: String, schema: String, options: GenerationOptions = GenerationOptions()) {
    (program, diagnostics) = Lowering.lower(Lowered.index(document, schema: schema), options)
    if diagnostics.contains(where: { $0.severity == .error }) { return }
    // Whatever a test is about, what is sent says what the document does.
    for operation in program.operations {
      if let difference = SentText.difference(operation, in: program) { Issue.record("\(difference)") }
    }
  }

  /// The document with its names resolved.
  static func index(_ document: String, schema: String) -> DocumentIndex {
    let names = NameTable()
    let loaded = SchemaLoader.load(
      [SourceFile(path: "schema.graphqls", text: schema)], names: names, clientDirectives: [])
    let tree = SyntaxTree(names: names)
    let errors = Parser.parse(SourceFile(path: "Document.graphql", text: document), into: tree)
    precondition(loaded.diagnostics.isEmpty && errors.isEmpty, "\(loaded.diagnostics) \(errors)")
    return DocumentIndex(tree, loaded.schema)
  }
}
