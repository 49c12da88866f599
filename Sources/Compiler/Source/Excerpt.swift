/// The source lines of a range, each followed by a line that marks the range:
///
///     12 |   album(id: $id) { titel }
///        |                    ^~~~~
///
/// Tabs are expanded, so that the marks line up in every terminal. A long line is cut around the range.
struct Excerpt {
  /// One line of source and its marks.
  struct Line {
    /// The 1-based number; nil for the line that represents omitted ones.
    var number: Int?
    var text: String
    var marks: String
  }

  private(set) var lines: [Line] = []

  /// Longer lines, in bytes, are cut.
  private static let lineLimit = 160
  /// The number of bytes shown before the range in a cut line.
  private static let contextBefore = 60
  private static let tabWidth = 4
  /// If a range spans more lines than this, only the first two and the last are shown.
  private static let maximumLines = 4

  init(_ range: SourceRange) {
    let range = range.inFile
    let file = range.file
    let start = min(max(range.start, 0), file.count)
    let end = min(max(range.end, start), file.count)
    let first = file.line(at: start)
    let last = max(first, file.line(at: max(start, end - 1)))
    for number in first...last {
      if last - first >= Excerpt.maximumLines, number > first + 1, number < last {
        if number == first + 2 { lines.append(Line(number: nil, text: "…", marks: "")) }
        continue
      }
      let bounds = file.lineBounds(number)
      let isFirst = number == first
      append(
        number, file, bounds: bounds, from: isFirst ? start : firstVisible(file, bounds),
        to: min(end, bounds.end), isFirst: isFirst)
    }
  }

  /// The offset of the first byte in a line that is neither space nor tab.
  private func firstVisible(_ file: SourceFile, _ bounds: (start: Int, end: Int)) -> Int {
    var offset = bounds.start
    while offset < bounds.end, file.bytes[offset] == 0x20 || file.bytes[offset] == 0x09 { offset += 1 }
    return offset
  }

  private mutating func append(
    _ number: Int, _ file: SourceFile, bounds: (start: Int, end: Int), from start: Int, to end: Int,
    isFirst: Bool
  ) {
    // A range may begin at the line's end: at the end of the file, or at an unterminated string. One of the whole file begins before a byte order
    // mark, which is not shown.
    let start = max(bounds.start, min(start, bounds.end))
    let end = max(start, end)
    var shown = bounds
    if bounds.end - bounds.start > Excerpt.lineLimit {
      shown.start = max(bounds.start, min(start - Excerpt.contextBefore, bounds.end - Excerpt.lineLimit))
      shown.end = min(bounds.end, shown.start + Excerpt.lineLimit)
      while shown.start > bounds.start, file.bytes[shown.start] & 0xC0 == 0x80 { shown.start -= 1 }
      while shown.end > shown.start, shown.end < bounds.end, file.bytes[shown.end] & 0xC0 == 0x80 {
        shown.end -= 1
      }
    }
    var text = shown.start > bounds.start ? "…" : ""
    var column = text.isEmpty ? 0 : 1
    column = Excerpt.append(file.text(shown.start, start), to: &text, at: column)
    var marks = Excerpt.repeated(" ", column)
    let markStart = column
    column = Excerpt.append(file.text(start, min(end, shown.end)), to: &text, at: column)
    let width = max(column - markStart, isFirst ? 1 : 0)
    if width > 0 { marks += (isFirst ? "^" : "~") + Excerpt.repeated("~", width - 1) }
    _ = Excerpt.append(file.text(min(end, shown.end), shown.end), to: &text, at: column)
    if shown.end < bounds.end { text += "…" }
    while text.last == " " { text.removeLast() }
    lines.append(Line(number: number + 1, text: text, marks: width > 0 ? marks : ""))
  }

  /// A string of `count` equal characters. Faster than the standard library, which appends one at a time; a run may
  /// have thousands of warnings.
  static func repeated(_ character: Unicode.Scalar, _ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { bytes in
      bytes.initialize(repeating: UInt8(ascii: character))
      return count
    }
  }

  /// Appends source text with tabs expanded and control characters replaced. It starts at `column`.
  ///
  /// - Returns: the column after it.
  private static func append(_ source: String, to text: inout String, at column: Int) -> Int {
    if TerminalSanitizer.isPlain(source) {
      text += source
      return column + source.utf8.count
    }
    var column = column
    for character in source {
      if character == "\t" {
        let width = tabWidth - column % tabWidth
        text += String(repeating: " ", count: width)
        column += width
      } else if character.unicodeScalars.allSatisfy(TerminalSanitizer.isShown) {
        text.append(character)
        column += CharacterWidth.columns(of: character)
      } else {
        text += "\u{FFFD}"
        column += 1
      }
    }
    return column
  }
}
