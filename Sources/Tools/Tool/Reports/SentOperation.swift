import ApusDriver
import ApusSource
import ApusSwiftModel
import ApusSyntax

/// An operation in the form that is sent.
package struct SentOperation {
  package let name: String
  /// `query`, `mutation` or `subscription`.
  package let kind: String
  /// The path of its document.
  package let path: String
  /// The text that is sent, including every fragment that it uses.
  package let text: String
  /// The registered identifier, or the SHA-256 of the text in lowercase hexadecimal.
  package let id: String

  /// The operations of a program, in document order.
  package static func all(of program: Program) -> [SentOperation] {
    program.operations.map { operation in
      SentOperation(
        name: operation.name, kind: operation.kind.keyword,
        path: program.tree.source(of: operation.node).path,
        text: operation.document, id: operation.id)
    }
  }

  /// The text formatted for people.
  package var prettyText: String {
    let tree = SyntaxTree(names: NameTable())
    guard Parser.parse(SourceFile(path: path, text: text), into: tree).isEmpty else { return text }
    return Printer.print(tree.definitions, of: tree)
  }
}
