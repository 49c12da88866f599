import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

@testable import ApusValidation

/// The diagnostics of documents, as text that tests can compare.
struct Validated {
  let diagnostics: [Diagnostic]

  /// - Parameters:
  ///   - documents: the texts of one or more files, validated together.
  ///   - schema: SDL that defines what the documents need.
  ///   - codes: the codes to keep; nil for all. That validation was aborted is always kept.
  init(
    _ documents: [String], schema text: String, codes: [DiagnosticCode]? = nil,
    options: ValidationOptions = ValidationOptions()
  ) {
    let names = NameTable()
    let schemaTree = SchemaBuilder.makeTree(names: names)
    var errors = Parser.parse(SourceFile(path: "schema.graphqls", text: text), into: schemaTree)
    let schema = SchemaBuilder.build(schemaTree)
    let tree = SyntaxTree(names: names)
    for (number, document) in documents.enumerated() {
      errors += Parser.parse(SourceFile(path: "\(number + 1).graphql", text: document), into: tree)
    }
    precondition(errors.isEmpty, "\(errors)")
    diagnostics = Validator.validate(DocumentIndex(tree, schema), options: options).filter {
      codes?.contains($0.code) ?? true || $0.code == .fragmentsNestedTooDeeply
    }
  }

  /// One line for each diagnostic: its places, the primary one first, and its message. A place is `line:column`, behind
  /// the number of the file when that is not the first.
  var lines: [String] { diagnostics.map { $0.ranges.map(place).joined(separator: " ") + " " + $0.message } }

  private func place(_ range: SourceRange) -> String {
    let position = range.position
    let file = range.file.path.prefix { $0 != "." }
    return (file == "1" ? "" : file + "/") + "\(position.line):\(position.column)"
  }
}

/// The diagnostics of documents that have one of some codes; nil for all.
func diagnostics(_ codes: [DiagnosticCode]?, _ documents: String..., schema: String) -> [String] {
  Validated(documents, schema: schema, codes: codes).lines
}
