import ApusSource

/// Recognizes regular expressions between slashes, which may contain quotes.
enum SwiftRegularExpression {
  /// The end of the regular expression that begins with the slash at `start`; nil if the slash is an operator.
  ///
  /// As in Swift, it ends on its line, begins and ends with neither a space nor a tab, and has no unopened parenthesis.
  static func end(_ source: SourceFile, _ start: Int) -> Int? {
    var offset = start + 1
    var depth = 0
    var isInClass = false
    if isBlank(source.bytes[offset]) { return nil }
    while offset < source.count {
      switch source.bytes[offset] {
      case 0x0A, 0x0D: return nil
      case UInt8(ascii: "\\"):
        // A line end stays, whatever is before it.
        offset += 1
        if offset < source.count, source.bytes[offset] == 0x0A || source.bytes[offset] == 0x0D {
          return nil
        }
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "(") where !isInClass: depth += 1
      case UInt8(ascii: ")") where !isInClass:
        depth -= 1
        if depth < 0 { return nil }
      case UInt8(ascii: "/"):
        let last = source.bytes[offset - 1]
        return isBlank(last) && source.bytes[offset - 2] != UInt8(ascii: "\\") ? nil : offset + 1
      default: break
      }
      offset += 1
    }
    return nil
  }

  /// The end of the regular expression `#/…/#` that begins at `start`, or that of the text.
  static func end(_ source: SourceFile, _ start: Int, pounds: Int) -> Int {
    var offset = start + pounds + 1
    while offset < source.count {
      let isEnd =
        source.bytes[offset] == UInt8(ascii: "/")
        && (1...pounds).allSatisfy { source.bytes[min(offset + $0, source.count)] == UInt8(ascii: "#") }
      if isEnd { return offset + pounds + 1 }
      offset += source.bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(offset, source.count)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Whether a word is a keyword after which an expression may begin.
  static func isBefore(_ word: SwiftToken) -> Bool {
    words.contains { word.is(word: $0) }
  }

  private static let words: [StaticString] = [
    "return", "in", "case", "if", "guard", "while", "where", "throw", "try", "await", "else", "repeat",
    "yield",
    "switch", "is", "as", "do", "defer",
  ]
}
