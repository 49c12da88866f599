import ApusDriver
import ApusFormatter
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

  /// The text in the layout of `format`, without a final line feed.
  package var prettyText: String {
    let lines = Formatter.format(SourceFile(path: path, text: text)).text
    return String(decoding: lines.last == UInt8(ascii: "\n") ? lines.dropLast() : lines[...], as: UTF8.self)
  }
}
