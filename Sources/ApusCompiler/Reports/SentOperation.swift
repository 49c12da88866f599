import ApusDiagnostics
import ApusIR
import ApusSyntax

/// An operation as it is sent.
package struct SentOperation {
  package let name: String
  /// `query`, `mutation` or `subscription`.
  package let kind: String
  /// The document that it stands in.
  package let path: String
  /// The text that is sent, with every fragment that it reaches.
  package let text: String
  /// The identifier that the operation is registered under, or the SHA-256 of the text in lower-case hexadecimal.
  package let id: String

  /// The operations of a program, in the order of the documents.
  package static func all(of program: Program) -> [SentOperation] {
    program.operations.map { operation in
      SentOperation(
        name: operation.name, kind: operation.kind.keyword,
        path: program.tree.source(of: operation.node).path,
        text: operation.document, id: operation.id)
    }
  }

  /// The text laid out for people.
  package var prettyText: String {
    let tree = SyntaxTree(names: NameTable())
    guard Parser.parse(SourceFile(path: path, text: text), into: tree).isEmpty else { return text }
    return Printer.print(tree.definitions, of: tree)
  }
}
