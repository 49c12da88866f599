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
    // The indentation of the tokens that start their lines.
    var braces: [Int] = []
    var scanner = TokenScanner(source, names, start: stretch.lowerBound, end: stretch.upperBound)
    var end = stretch.lowerBound
    var line = -1
    while let token = scanner.next() {
      let current = source.line(at: token.start)
      let isFirst = current != line
      line = current
      let start = source.lineBounds(current).start
      let indentation = Analysis.indentation(source, start)
      if isFirst, let brace = braces.last, token.start == start + indentation {
        let isClosing = token.kind == .braceRight
        if indentation < brace || indentation == brace && !isClosing {
          return [closing(brace, SourceRange(file: source, start: start, end: start), behind: "\n")]
        }
      }
      if token.kind == .braceLeft { braces.append(indentation) }
      if token.kind == .braceRight { _ = braces.popLast() }
      end = token.end
    }
    guard let brace = braces.last else { return [] }
    return [closing(brace, SourceRange(file: source, start: end, end: end), before: "\n")]
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
