import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import Testing

@testable import ApusSwiftModel

/// Documents lowered, with what was found.
struct Lowered {
  let program: Program
  let diagnostics: [Diagnostic]

  /// - Parameters:
  ///   - document: a valid document.
  ///   - schema: SDL that defines what it needs.
  init(_ document: String, schema: String, options: GenerationOptions = GenerationOptions()) {
    self.init(Lowered.index(document, schema: schema), options)
  }

  private init(_ index: DocumentIndex, _ options: GenerationOptions) {
    (program, diagnostics) = Lowering.lower(index, options)
  }

  /// Compiles a module, and one above it with what both modules' documents are.
  static func modules(
    below: String, _ document: String, schema: String, options: GenerationOptions = GenerationOptions(),
    optionsBelow: GenerationOptions = GenerationOptions()
  ) -> (below: Lowered, above: Lowered) {
    var options = options
    options.dependencyModules = [
      DependencyModule(name: "API", options: optionsBelow, documents: ["API.graphql"])
    ]
    let index = Lowered.index([("API.graphql", below), ("Document.graphql", document)], schema: schema)
    return (
      Lowered(below, schema: schema, options: optionsBelow), Lowered(index, options)
    )
  }

  /// The document with its names resolved.
  static func index(_ document: String, schema: String) -> DocumentIndex {
    index([("Document.graphql", document)], schema: schema)
  }

  private static func index(_ documents: [(path: String, text: String)], schema: String) -> DocumentIndex {
    let names = NameTable()
    let loaded = SchemaLoader.load(
      [SourceFile(path: "schema.graphqls", text: schema)], names: names, clientDirectives: [])
    let tree = SyntaxTree(names: names)
    let errors = documents.flatMap {
      Parser.parse(SourceFile(path: $0.path, text: $0.text), into: tree)
    }
    precondition(loaded.diagnostics.isEmpty && errors.isEmpty, "\(loaded.diagnostics) \(errors)")
    return DocumentIndex(tree, loaded.schema)
  }
}
