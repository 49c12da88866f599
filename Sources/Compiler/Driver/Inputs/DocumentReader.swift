import ApusSource
import ApusSwiftSource
import ApusSyntax

/// Reads documents into one syntax tree.
struct DocumentReader {
  /// The documents that could be read, in the given order. A Swift file may have several or none.
  let tree: SyntaxTree
  private(set) var diagnostics: [Diagnostic] = []
  private let options: ParserOptions

  /// Reads and parses `documents`.
  ///
  /// - Parameters:
  ///   - hasRelayArguments: whether Relay's directives for fragment arguments are read as such.
  ///   - text: returns the text at a path; by default, reads the file.
  static func read(
    _ documents: [Document], names: NameTable, hasRelayArguments: Bool = false,
    _ text: (String) throws(FileError) -> SourceFile = { (path) throws(FileError) in try FileSystem.read(path)
    }
  ) -> DocumentReader {
    let options = ParserOptions(readsRelayArguments: hasRelayArguments)
    var reader = DocumentReader(tree: SyntaxTree(names: names), options: options)
    for document in documents { reader.read(document, text) }
    return reader
  }

  private init(tree: SyntaxTree, options: ParserOptions) {
    self.tree = tree
    self.options = options
  }

  private mutating func read(_ document: Document, _ text: (String) throws(FileError) -> SourceFile) {
    let source: SourceFile
    do throws(FileError) {
      if let known = document.text { source = known } else { source = try text(document.path) }
    } catch {
      diagnostics.append(.unreadable(error))
      tree.unparsed.isUnknown = true
      return
    }
    if document.isSwift { return readSwift(source) }
    if source.isBlank {
      let message = "The document contains no definition. Add an operation or a fragment, or remove the file."
      // A text in a manifest has a place there.
      let place = SourceRange(file: source, start: 0, end: source.count)
      diagnostics.append(
        document.text == nil
          ? Diagnostic(.error, .emptyFile, message, path: document.path)
          : Diagnostic(.error, .emptyFile, message, at: [place]))
      return
    }
    parse(source)
  }

  /// Reads the documents in a Swift file.
  private mutating func readSwift(_ source: SourceFile) {
    let found = SwiftDocuments(in: source)
    diagnostics += found.diagnostics
    // A document that is not read may have the definition that another one misses.
    if !found.diagnostics.isEmpty { tree.unparsed.isUnknown = true }
    for text in found.documents {
      if text.isBlank {
        diagnostics.append(
          Diagnostic(
            .error, .emptyFile,
            "The document contains no definition. Add an operation or a fragment, or remove the declaration.",
            at: [SourceRange(file: text, start: 0, end: text.count)]))
      } else {
        parse(text)
      }
    }
  }

  private mutating func parse(_ source: SourceFile) {
    for error in Parser.parse(source, into: tree, options: options) {
      diagnostics.append(error.diagnostic(in: source))
    }
  }
}

extension Diagnostic {
  /// The diagnostic for a file that cannot be read.
  static func unreadable(_ error: FileError) -> Diagnostic {
    Diagnostic(
      .error, .unreadableFile,
      "The file cannot be read: \(error.reason). Correct the path or its permissions.",
      path: error.path)
  }
}
