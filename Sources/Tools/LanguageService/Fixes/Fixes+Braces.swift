import ApusSource
import ApusSyntax

/// Fixes for an unclosed brace.
extension Analysis {
  /// Closes a brace where the indentation suggests: before the first line that is not indented deeper than the brace.
  func fixesOfOpenBrace(_ diagnostic: Diagnostic) -> [Fix] {
    guard let place = diagnostic.ranges.first,
      let note = diagnostic.notes.first(where: { $0.range?.file === place.file })?.range,
      place.file.bytes[note.start] == UInt8(ascii: "{"),
      let file = file(of: place.file),
      let stretch = file.unparsed.first(where: { $0.contains(note.start) })
    else { return [] }
    let source = place.file
    let open = OpenSyntax(of: source, to: stretch.upperBound, names: NameTable())
    let tree = open.tree
    // The first line that the indentation puts after its block, and the block's indentation.
    var first: (line: Int, block: Int)?
    for block in 0..<tree.count where Int(tree.nodes[block].start) >= stretch.lowerBound {
      guard tree.kind(block) == .selectionSet || tree.kind(block) == .objectValue else { continue }
      let indentation = indentation(of: tree.range(of: block))
      func visit(_ token: Int, _ maximum: Int) {
        let line = source.lineBounds(source.line(at: token)).start
        let own = token - line
        guard own == Analysis.indentation(source, line), own <= maximum, line < first?.line ?? .max else {
          return
        }
        first = (line, indentation)
      }
      for child in tree.children(block) { visit(Int(tree.nodes[child].start), indentation) }
      if !open.path.contains(block) { visit(Int(tree.nodes[block].end) - 1, indentation - 1) }
    }
    if let (line, indentation) = first {
      return [closing(indentation, SourceRange(file: source, start: line, end: line), behind: "\n")]
    }
    guard
      let block = open.path.last(where: { tree.kind($0) == .selectionSet || tree.kind($0) == .objectValue })
    else { return [] }
    let end = SourceRange(file: source, start: open.tokenEnd, end: open.tokenEnd)
    return [
      closing(indentation(of: tree.range(of: block)), end, before: "\n")
    ]
  }

  private func closing(
    _ indentation: Int, _ place: SourceRange, before: String = "", behind: String = ""
  ) -> Fix {
    let blanks = String(repeating: " ", count: indentation)
    return Fix(title: "Close the brace", edits: [(place, before + blanks + "}" + behind)])
  }

  /// The number of blanks at the start of a line.
  static func indentation(_ source: SourceFile, _ lineStart: Int) -> Int {
    var offset = lineStart
    while source.bytes[offset] == 0x20 || source.bytes[offset] == 0x09 { offset += 1 }
    return offset - lineStart
  }
}
