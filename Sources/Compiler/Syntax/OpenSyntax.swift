import ApusSource

/// The nodes of a file up to an offset, and those that are open there. An editor completes the innermost one.
package struct OpenSyntax {
  /// The nodes before the offset, including those of broken definitions. The tree's only file ends at the offset.
  package let tree: SyntaxTree
  /// The nodes that are open at the offset, outermost first; none between definitions.
  package let path: [NodeID]
  /// The end of the last token before the offset.
  package let tokenEnd: Int
  /// Whether the offset is in a string or a comment.
  package let isWithinToken: Bool

  /// Parses the text before an offset.
  package init(of source: SourceFile, to offset: Int, names: NameTable) {
    let text = SourceFile(
      path: source.path, bytes: Array(UnsafeBufferPointer(start: source.bytes, count: offset)))
    tree = SyntaxTree(names: names)
    var parser = Parser(text, tree, .tolerant)
    var unparsed: [Range<Int>] = []
    _ = parser.parseDocument(&unparsed)
    tree.files.append(
      SyntaxTree.File(
        source: text, first: 0, end: tree.count, isWellFormed: unparsed.isEmpty, unparsed: unparsed))
    let endsBroken = unparsed.last?.upperBound == text.count
    path = endsBroken ? parser.tolerance.open : []
    tokenEnd = endsBroken ? parser.tolerance.tokenEnd : parser.lexer.previousEnd
    isWithinToken =
      endsBroken && parser.tolerance.endsWithinString || OpenSyntax.endsInComment(text, from: tokenEnd)
  }

  /// Whether the ignored text at the end of a file ends in a comment without a line end.
  private static func endsInComment(_ text: SourceFile, from start: Int) -> Bool {
    var isComment = false
    for offset in start..<max(start, text.count) {
      switch text.bytes[offset] {
      case UInt8(ascii: "#"): isComment = true
      case 0x0A, 0x0D: isComment = false
      default: break
      }
    }
    return isComment
  }
}
