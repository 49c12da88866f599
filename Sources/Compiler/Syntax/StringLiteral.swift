/// Turns values into string literals (section 2.10.4).
package enum StringLiteral {
  /// A literal in single quotes, with control characters, quotes and backslashes escaped.
  package static func quoted(_ value: String) -> String {
    var literal = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\u{8}": literal += "\\b"
      case "\t": literal += "\\t"
      case "\n": literal += "\\n"
      case "\u{C}": literal += "\\f"
      case "\r": literal += "\\r"
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}":
        let digits = String(scalar.value, radix: 16, uppercase: true)
        literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  /// A block string, with the quotes on their own lines if that reads better.
  ///
  /// Check ``canBeBlock(_:)`` first: a value that begins or ends with an empty line, or whose lines are all indented,
  /// cannot be a block string.
  ///
  /// - Parameter minified: whether to omit all line feeds that are not part of the value.
  package static func block(_ value: String, minified: Bool = false) -> String {
    let text = Array(value.utf8)
    let quote = UInt8(ascii: "\"")
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.count)
    var quotes = 0
    for byte in text {
      escaped.append(byte)
      quotes = byte == quote ? quotes + 1 : 0
      if quotes == 3 {
        escaped.insert(UInt8(ascii: "\\"), at: escaped.count - 3)
        quotes = 0
      }
    }
    let lines = text.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }
    let isIndented = { (line: ArraySlice<UInt8>) in
      line.first.map { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } ?? true
    }
    // Without a leading line feed, the lines' common indentation would be stripped.
    let needsLeadingFeed = lines.count > 1 && lines.dropFirst().allSatisfy(isIndented)
    let endsWithQuotes = escaped.count >= 4 && escaped.suffix(4).elementsEqual("\\\"\"\"".utf8)
    let needsTrailingFeed = (text.last == quote && !endsWithQuotes) || text.last == UInt8(ascii: "\\")
    let isLong = value.unicodeScalars.count > 70
    let isSpread =
      !minified
      && (lines.count > 1 || isLong || needsTrailingFeed || needsLeadingFeed || endsWithQuotes)
    // A leading line feed would strip white space at the start of a single line.
    let keepsStart = lines.count == 1 && !text.isEmpty && isIndented(text[...])
    let before = (isSpread && !keepsStart) || needsLeadingFeed ? "\n" : ""
    let after = isSpread || needsTrailingFeed ? "\n" : ""
    return "\"\"\"" + before + String(decoding: escaped, as: UTF8.self) + after + "\"\"\""
  }

  /// Whether ``block(_:minified:)`` produces a literal that decodes to exactly `value` and is free of control characters.
  package static func canBeBlock(_ value: String) -> Bool {
    for byte in value.utf8 where byte <= 0x0F && byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\t") {
      return false
    }
    let literal = Array(block(value).utf8)
    let readBack = literal.withUnsafeBufferPointer { text in
      text.baseAddress.map { StringValue.decode($0, count: text.count, isBlock: true) }
    }
    // Compare bytes, because strings compare by canonical equivalence.
    return readBack?.utf8.elementsEqual(value.utf8) ?? false
  }
}
