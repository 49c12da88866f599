import ApusSource

/// Writes GraphQL into the literals of Swift files.
extension TextOrigin {
  /// The bytes between the quotes of a literal with this value. A multi-line literal keeps its indentation and its style of line ends.
  package func contents(for text: [UInt8]) -> [UInt8] {
    if !isMultiline { return literal(text) }
    // Swift excludes the line ends after the opening quotes and before the closing ones from the value.
    let end = lineEnd
    return end + indentation + literal(text) + end + indentation
  }

  /// Escapes text for insertion into the literal.
  ///
  /// In a multi-line literal, each new line gets the literal's indentation. In a single-line literal, line ends are escaped.
  package func literal(_ text: [UInt8]) -> [UInt8] {
    let escape = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: pounds)
    var result: [UInt8] = []
    var quotes = 0
    for (index, byte) in text.enumerated() {
      quotes = byte == UInt8(ascii: "\"") ? quotes + 1 : 0
      switch byte {
      case UInt8(ascii: "\\") where pounds == 0: result += escape + [byte]
      case UInt8(ascii: "\"") where !isMultiline && pounds == 0: result += escape + [byte]
      case UInt8(ascii: "\"") where isMultiline && pounds == 0 && quotes % 3 == 0: result += escape + [byte]
      case 0x0A where isMultiline:
        // Empty lines are not indented.
        let isBeforeEmptyLine = index + 1 < text.count && text[index + 1] == 0x0A
        result += lineEnd + (isBeforeEmptyLine ? [] : indentation)
      case 0x0A: result += escape + [UInt8(ascii: "n")]
      case 0x0D: result += escape + [UInt8(ascii: "r")]
      case 0: result += escape + [UInt8(ascii: "0")]
      default: result.append(byte)
      }
    }
    return result
  }

  /// Whether the literal can contain the text with its present delimiters. A raw literal cannot if the text contains its closing delimiter or its
  /// escape sequence, because quotes and backslashes are not escaped there.
  package func canHold(_ text: [UInt8]) -> Bool {
    if pounds == 0 { return true }
    let quotes = isMultiline ? 3 : 1
    let delimiter =
      Array(repeating: UInt8(ascii: "\""), count: quotes) + Array(repeating: UInt8(ascii: "#"), count: pounds)
    let escape = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: pounds)
    return !text.indices.contains { text[$0...].starts(with: delimiter) || text[$0...].starts(with: escape) }
  }

  /// Whether the literal has several lines.
  package var isMultiline: Bool {
    contents.lowerBound >= 3
      && (1...3).allSatisfy { file.bytes[contents.lowerBound - $0] == UInt8(ascii: "\"") }
      && contents.contains { file.bytes[$0] == 0x0A || file.bytes[$0] == 0x0D }
  }

  private var pounds: Int {
    var offset = contents.lowerBound
    while offset > 0, file.bytes[offset - 1] == UInt8(ascii: "\"") { offset -= 1 }
    let quote = offset
    while offset > 0, file.bytes[offset - 1] == UInt8(ascii: "#") { offset -= 1 }
    return quote - offset
  }

  /// The spaces and tabs before the closing quotes, with which each line begins.
  private var indentation: [UInt8] {
    var start = contents.upperBound
    while start > contents.lowerBound, file.bytes[start - 1] == 0x20 || file.bytes[start - 1] == 0x09 {
      start -= 1
    }
    return (start..<contents.upperBound).map { file.bytes[$0] }
  }

  private var lineEnd: [UInt8] {
    var offset = contents.lowerBound
    while offset < contents.upperBound, file.bytes[offset] != 0x0A, file.bytes[offset] != 0x0D { offset += 1 }
    if file.bytes[offset] == 0x0A { return [0x0A] }
    return file.bytes[offset + 1] == 0x0A ? [0x0D, 0x0A] : [0x0D]
  }
}
