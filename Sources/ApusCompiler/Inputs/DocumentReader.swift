import ApusDiagnostics
import ApusSyntax

/// Documents from files to one syntax tree.
struct DocumentReader {
  /// The documents that could be read, in the order given. When there is no error, file n is document n.
  let tree: SyntaxTree
  private(set) var diagnostics: [Diagnostic] = []

  /// Reads and parses `documents`.
  static func read(_ documents: [Document], names: NameTable) -> DocumentReader {
    var reader = DocumentReader(tree: SyntaxTree(names: names))
    for document in documents { reader.read(document.path) }
    return reader
  }

  private init(tree: SyntaxTree) { self.tree = tree }

  private mutating func read(_ path: String) {
    let source: SourceFile
    do {
      source = try FileSystem.read(path)
    } catch {
      diagnostics.append(.unreadable(error))
      return
    }
    if IgnoredText.fills(source) {
      diagnostics.append(
        Diagnostic(
          .error, .emptyFile,
          "The document has no definition. Write an operation or a fragment in it, or remove the file.",
          path: path))
      return
    }
    for error in Parser.parse(source, into: tree) { diagnostics.append(error.diagnostic(in: source)) }
  }
}

extension Diagnostic {
  /// What to say of a file that the operating system refused.
  static func unreadable(_ error: FileError) -> Diagnostic {
    Diagnostic(
      .error, .unreadableFile,
      "The file cannot be read: \(error.reason). Correct the path or its permissions.",
      path: error.path)
  }
}
