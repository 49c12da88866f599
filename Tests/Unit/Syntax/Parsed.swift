import ReferencePrinter
import ApusSource
import Testing

@testable import ApusSyntax

/// A parsed text with what tests ask of it.
struct Parsed {
  let source: SourceFile
  let tree: SyntaxTree
  let errors: [SyntaxError]

  init(_ text: String, options: ParserOptions = ParserOptions()) {
    self.init(bytes: Array(text.utf8), options: options)
  }

  init(bytes: [UInt8], options: ParserOptions = ParserOptions()) {
    source = SourceFile(path: "a.graphql", bytes: bytes)
    tree = SyntaxTree(names: NameTable())
    errors = Parser.parse(source, into: tree, options: options)
  }

  /// The document, printed.
  var printed: String { Printer.print(tree.definitions, of: tree) }

  /// Line, column and message of each error.
  var summary: [String] {
    errors.map { error in
      let position = source.position(at: error.start)
      return "\(position.line):\(position.column) \(error.message)"
    }
  }

  /// Kinds and names of a node and all that is in it, one a line, indented by depth.
  func outline(_ root: NodeID) -> String {
    var lines: [String] = []
    func visit(_ node: NodeID, _ depth: Int) {
      let name = tree.name(node)
      lines.append(
        String(repeating: " ", count: depth) + "\(tree.kind(node))" + (name.isEmpty ? "" : " \(name)"))
      for child in tree.children(node) { visit(child, depth + 1) }
    }
    visit(root, 0)
    return lines.joined(separator: "\n")
  }
}

/// Expects that `marked`, with `1️⃣` taken out, is refused at the marker, and that nothing else is wrong with it.
func expectError(
  _ marked: String, _ message: String, location: Testing.SourceLocation = #_sourceLocation
) {
  let parts = marked.split(separator: "1️⃣", maxSplits: 1, omittingEmptySubsequences: false)
  let parsed = Parsed(parts.joined())
  #expect(parsed.errors.map(\.message) == [message], sourceLocation: location)
  #expect(parsed.errors.first?.start == parts[0].utf8.count, sourceLocation: location)
}

/// Expects that `text` is accepted and printed as `printed`, or as it stands.
func expectPrinted(
  _ text: String, _ printed: String? = nil, location: Testing.SourceLocation = #_sourceLocation
) {
  let parsed = Parsed(text)
  #expect(parsed.summary.isEmpty, sourceLocation: location)
  #expect(parsed.printed == printed ?? text, sourceLocation: location)
}
