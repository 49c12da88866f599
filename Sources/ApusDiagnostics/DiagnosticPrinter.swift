/// Diagnostics as text for people, in the form that compilers use and that Xcode and SwiftPM recognise:
///
///     Sources/App/Album.graphql:3:5: error: Cannot query field "titel" on type "Album". Did you mean "title"?
///     3 |     titel
///       |     ^~~~~
package struct DiagnosticPrinter {
  /// Whether severities and marks are coloured with ANSI escape sequences.
  package var usesColor: Bool

  /// At most so many places beside the primary one are shown of one diagnostic.
  private static let maximumPlaces = 5

  package init(usesColor: Bool = false) { self.usesColor = usesColor }

  /// The diagnostic with its excerpts and notes; ends with a line feed.
  package func text(_ diagnostic: Diagnostic) -> String {
    var text = heading(
      diagnostic.severity.rawValue, diagnostic.message, at: diagnostic.ranges.first, path: diagnostic.path)
    for range in diagnostic.otherRanges.prefix(DiagnosticPrinter.maximumPlaces) {
      text += heading("note", "The other place is here.", at: range)
    }
    for note in diagnostic.notes { text += heading("note", note.message, at: note.range) }
    return text
  }

  private func heading(_ label: String, _ message: String, at range: SourceRange?, path: String? = nil)
    -> String
  {
    var place = ""
    if let range {
      let position = range.position
      place = "\(VisibleText.line(range.file.path)):\(position.line):\(position.column): "
    } else if let path {
      place = "\(VisibleText.line(path)): "
    }
    let color: Color =
      switch label {
      case "error": .red
      case "warning": .magenta
      default: .cyan
      }
    var text =
      paint(place, .bold) + paint("\(label): ", color) + paint(VisibleText.line(message), .bold) + "\n"
    if let range { text += excerpt(range) }
    return text
  }

  private func excerpt(_ range: SourceRange) -> String {
    let lines = Excerpt(range).lines
    let width = lines.map { $0.number.map { String($0).count } ?? 0 }.max() ?? 0
    let margin = String(repeating: " ", count: width)
    var text = ""
    for line in lines {
      let number = line.number.map(String.init) ?? ""
      let padding = String(repeating: " ", count: width - number.count)
      text += "\(padding)\(number) |\(line.text.isEmpty ? "" : " ")\(line.text)\n"
      if !line.marks.isEmpty { text += "\(margin) | \(paint(line.marks, .green))\n" }
    }
    return text
  }

  // MARK: - Colour

  private enum Color: String {
    case bold = "1"
    case red = "1;31"
    case green = "1;32"
    case magenta = "1;35"
    case cyan = "1;36"
  }

  private func paint(_ text: String, _ color: Color) -> String {
    usesColor && !text.isEmpty ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}
