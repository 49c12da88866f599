/// Makes text safe for a terminal by replacing characters that would move the cursor or reorder the text.
enum TerminalSanitizer {
  /// One line: line ends become `\n`, and other control characters the replacement character.
  static func line(_ text: String) -> String {
    if isPlain(text) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(isShown(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return result
  }

  /// Whether text is ASCII without control characters. Nearly all text is; it is shown unchanged, one column per
  /// byte.
  static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return true }
      var index = 0
      while index < bytes.count {
        if base[index] < 0x20 || base[index] >= 0x7F { return false }
        index = index &+ 1
      }
      return true
    }
  }

  /// Whether a scalar can be printed unchanged.
  static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F: false
    // Line and paragraph separators, bidirectional controls, the byte order mark.
    case 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C, 0xFEFF: false
    default: true
    }
  }
}
