import ApusSyntax

/// Lists of items that are printed on one line if they fit, otherwise on one line each.
extension Printer {
  /// Items written one after another, with their measurements.
  struct Items {
    /// The range of each item in the output.
    var bounds: [Range<Int>] = []
    /// The length in characters, including separators and line feeds but not the surrounding indentation.
    var length = 0
    /// Whether one of the items takes several lines.
    var isMultiline = false
  }

  /// Writes the nodes, separated by ", ".
  mutating func writeItems(_ nodes: [NodeID]) -> Items {
    var items = Items()
    for node in nodes {
      if !items.bounds.isEmpty {
        write(", ")
        items.length += 2
      }
      let start = output.count
      write(node)
      items.bounds.append(start..<output.count)
      let lineFeeds = lineFeedCount(from: start)
      items.length += characterCount(from: start) - lineFeeds * indentation
      items.isMultiline = items.isMultiline || lineFeeds > 0
    }
    return items
  }

  /// Moves each of the items just written to its own line, and what follows to the next line.
  ///
  /// - Parameter extra: additional spaces of indentation.
  mutating func spread(_ items: Items, indentedBy extra: Int) {
    guard let start = items.bounds.first?.lowerBound else { return }
    let flat = Array(output[start...])
    output.removeSubrange(start...)
    indentation += extra
    for bounds in items.bounds {
      writeNewline()
      for byte in flat[bounds.lowerBound - start..<bounds.upperBound - start] {
        output.append(byte)
        if byte == UInt8(ascii: "\n") {
          output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: extra))
        }
      }
    }
    indentation -= extra
    writeNewline()
  }

  /// The number of characters written since `start`.
  func characterCount(from start: Int) -> Int {
    output[start...].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }

  private func lineFeedCount(from start: Int) -> Int {
    output[start...].reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }
}
