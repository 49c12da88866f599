/// Lists of items that stand on one line where they fit, else on one line each.
extension Printer {
  /// Items written behind one another, and what is known of them.
  struct Items {
    /// Where the text of each item starts and ends in the output.
    var bounds: [Range<Int>] = []
    /// The number of characters, separators and line feeds included, the surrounding indentation not.
    var length = 0
    /// Whether one of the items takes several lines.
    var isMultiline = false
  }

  /// Writes the nodes with ", " between them.
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

  /// Puts each of the items just written on a line of its own, and what follows on the next line.
  ///
  /// - Parameter extra: the spaces by which the items are indented further than what surrounds them.
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

  /// The number of characters that were written from `start` on.
  func characterCount(from start: Int) -> Int {
    output[start...].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }

  private func lineFeedCount(from start: Int) -> Int {
    output[start...].reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }
}
