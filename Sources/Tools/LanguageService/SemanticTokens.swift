import ApusSource
import ApusSchema
import ApusSyntax

/// The semantic tokens of one file, for highlighting.
package struct SemanticTokens {
  package private(set) var tokens: [SemanticToken]

  /// - Parameters:
  ///   - range: the part of the text whose tokens are wanted.
  ///   - analysis: knows what is deprecated; nil if only the text is known.
  package init(_ source: SourceFile, in range: Range<Int>, _ analysis: Analysis?) {
    if let analysis, let (tree, file) = analysis.parsed(source) {
      let deprecated = analysis.deprecatedNames(of: file, in: tree, range)
      tokens = SemanticTokens.scan(source, range, tree, file)
      for index in tokens.indices where deprecated.contains(tokens[index].start) {
        tokens[index].isDeprecated = true
      }
    } else {
      let tree = SyntaxTree(names: NameTable())
      _ = Parser.parse(source, into: tree)
      tokens = tree.files.first.map { SemanticTokens.scan(source, range, tree, $0) } ?? []
    }
  }

  /// Scans from the start of the definition at the range's start. Earlier text does not matter.
  private static func scan(
    _ source: SourceFile, _ range: Range<Int>, _ tree: SyntaxTree, _ file: SyntaxTree.File
  ) -> [SemanticToken] {
    var start = 0
    if range.lowerBound > 0 {
      for node in tree.definitions(file) where Int(tree.nodes[node].start) <= range.lowerBound {
        start = Int(tree.nodes[node].start)
      }
      for stretch in file.unparsed where stretch.lowerBound <= range.lowerBound {
        start = max(start, stretch.lowerBound)
      }
    }
    let scan = SemanticScan(
      source, tree.names, from: start, to: range.upperBound, unparsed: file.unparsed)
    return start == range.lowerBound ? scan.tokens : scan.tokens.filter { $0.end > range.lowerBound }
  }
}

extension Analysis {
  /// The tree of a file, whether of documents or the schema.
  fileprivate func parsed(_ source: SourceFile) -> (SyntaxTree, SyntaxTree.File)? {
    if let file = file(of: source) { return (tree, file) }
    if let file = schema.tree.files.dropFirst().first(where: { $0.source === source }) {
      return (schema.tree, file)
    }
    return nil
  }

  /// The offsets of names that refer to deprecated elements.
  fileprivate func deprecatedNames(of file: SyntaxTree.File, in tree: SyntaxTree, _ range: Range<Int>) -> Set<
    Int
  > {
    let isDocument = tree === self.tree
    var found: Set<Int> = []
    var node = file.first
    while node < file.end {
      let entry = tree.nodes[node]
      if Int(entry.start) >= range.upperBound { break }
      if Int(entry.end) <= range.lowerBound {
        node = Int(entry.next)
        continue
      }
      if isDocument {
        if isDeprecated(node) { found.insert(nameRange(node).start) }
      } else if tree.directive(Keyword.deprecated, on: node) != nil {
        found.insert(tree.nameRange(of: node).start)
      }
      node += 1
    }
    return found
  }

  /// Whether a document's node refers to something deprecated.
  private func isDeprecated(_ node: NodeID) -> Bool {
    let meaning = Int(index.resolved[node])
    if meaning == 0 { return false }
    switch tree.nodes[node].kind {
    case .field: return schema.fields[meaning].isDeprecated
    case .argument, .objectField: return schema.inputValues[meaning].isDeprecated
    case .enumValue: return schema.enumValues[meaning].isDeprecated
    case .directive: return schema.directives[meaning].isDeprecated
    default: return false
    }
  }
}
