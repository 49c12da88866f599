/// Prints diagnostics for people, in the format of compilers that Xcode and SwiftPM recognize:
///
///     Sources/App/Album.graphql:3:5: error: Cannot query field "titel" on type "Album". Did you mean "title"? [unknown-field]
///     3 |     titel
///       |     ^~~~~
package struct DiagnosticPrinter {
  /// Whether to color severities and marks with ANSI escape sequences.
  package var usesColor: Bool

  /// The maximum number of secondary places shown per diagnostic.
  private static let maximumPlaces = 5

  package init(usesColor: Bool = false) { self.usesColor = usesColor }

  /// The diagnostic with its excerpts and notes. Ends with a line feed.
  package func text(_ diagnostic: Diagnostic) -> String {
    var text = ""
    add(
      diagnostic.severity.rawValue, diagnostic.message, code: diagnostic.code, at: diagnostic.ranges.first,
      path: diagnostic.path, to: &text)
    for range in diagnostic.otherRanges.prefix(DiagnosticPrinter.maximumPlaces) {
      add("note", "The other place is here.", at: range, to: &text)
    }
    for note in diagnostic.notes { add("note", note.message, at: note.range, to: &text) }
    return text
  }

  // Appends to one string instead of joining pieces, because a run may have thousands of warnings.
  private func add(
    _ label: String, _ message: String, code: DiagnosticCode? = nil, at range: SourceRange?,
    path: String? = nil, to text: inout String
  ) {
    if let path = range?.file.path ?? path {
      var place = TerminalSanitizer.line(path)
      if let position = range?.position {
        place += ":"
        place += String(position.line)
        place += ":"
        place += String(position.column)
      }
      place += ": "
      add(place, .bold, to: &text)
    }
    let color: Color =
      switch label {
      case "error": .red
      case "warning": .magenta
      default: .cyan
      }
    add(label + ": ", color, to: &text)
    add(TerminalSanitizer.line(message), .bold, to: &text)
    if let code {
      text += " ["
      text += code.name
      text += "]"
    }
    text += "\n"
    if let range { addExcerpt(range, to: &text) }
  }

  private func addExcerpt(_ range: SourceRange, to text: inout String) {
    let lines = Excerpt(range).lines
    let numbers = lines.map { $0.number.map(String.init) ?? "" }
    let width = numbers.map(\.utf8.count).max() ?? 0
    for (line, number) in zip(lines, numbers) {
      text += Excerpt.repeated(" ", width - number.utf8.count)
      text += number
      text += line.text.isEmpty ? " |" : " | "
      text += line.text
      text += "\n"
      if line.marks.isEmpty { continue }
      text += Excerpt.repeated(" ", width)
      text += " | "
      add(line.marks, .green, to: &text)
      text += "\n"
    }
  }

  // MARK: - Color

  private enum Color: String {
    case bold = "1"
    case red = "1;31"
    case green = "1;32"
    case magenta = "1;35"
    case cyan = "1;36"
  }

  private func add(_ part: String, _ color: Color, to text: inout String) {
    let isColored = usesColor && !part.isEmpty
    if isColored { text += "\u{1B}[\(color.rawValue)m" }
    text += part
    if isColored { text += "\u{1B}[0m" }
  }
}
