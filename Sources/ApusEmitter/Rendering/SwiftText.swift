/// Swift source under construction: lines at an indentation of two spaces a level.
struct SwiftText {
  private(set) var text = ""
  private var indentation = ""

  /// The longest line that formatters leave alone.
  static let lineLength = 100

  /// A line, broken where it is too long.
  mutating func line(_ content: String) {
    if fits(content) || content.hasPrefix("//") || content.hasPrefix("@") {
      unbroken(content)
    } else {
      for part in LineLayout.broken(content, width: width) { unbroken(part) }
    }
  }

  /// `head` and an opening brace; the brace stands alone below a head that had to be broken.
  mutating func open(_ head: String) {
    if fits(head + " {") {
      unbroken(head + " {")
    } else {
      for part in LineLayout.brokenHead(head, width: width) { unbroken(part) }
      unbroken("{")
    }
  }

  /// The room on a line.
  var width: Int { SwiftText.lineLength - indentation.utf8.count }

  private mutating func unbroken(_ content: String) {
    text += indentation
    text += content
    text += "\n"
  }

  mutating func blankLine() { text += "\n" }

  mutating func indent() { indentation += "  " }

  mutating func outdent() { indentation = String(repeating: " ", count: indentation.utf8.count - 2) }

  /// Whether `content` fits on a line of its own.
  func fits(_ content: String) -> Bool { indentation.utf8.count + content.utf8.count <= SwiftText.lineLength }

  /// Several lines.
  mutating func line(_ lines: [String]) {
    for line in lines { unbroken(line) }
  }

  /// A comma-separated list, one level in, as many items a line as fit.
  mutating func fill(_ items: String) {
    indent()
    line(LineLayout.parameters(items, width: width))
    outdent()
  }

  /// `open` + items + `close` on one line when that fits, else the items on lines of their own.
  mutating func list(_ open: String, _ items: [String], _ close: String) {
    let short = open + items.joined(separator: ", ") + close
    if items.isEmpty || fits(short) {
      line(short)
      return
    }
    line(open)
    fill(items.joined(separator: ", "))
    line(close)
  }
}
