/// Embeds text from the schema and documents in Swift source. Whatever the text contains, it cannot end the literal or comment that it is put in.
enum SwiftLiteral {
  /// A string literal. If the text contains quotes or backslashes, it is a raw one, `#"…"#`, which is easier to read.
  static func string(_ value: String) -> String {
    if needsNoCare(value) { return "\"\(value)\"" }
    let isPlain = value.unicodeScalars.allSatisfy { isPrintable($0) }
    guard isPlain, value.contains(where: { $0 == "\"" || $0 == "\\" }) else { return escaped(value) }
    var longest = 0
    var run = 0
    var afterQuote = false
    for character in value.unicodeScalars {
      if character == "\"" || character == "\\" {
        afterQuote = true
        run = 0
      } else if character == "#", afterQuote {
        run += 1
      } else {
        afterQuote = false
        run = 0
      }
      longest = max(longest, run)
    }
    let marks = String(repeating: "#", count: longest + 1)
    return "\(marks)\"\(value)\"\(marks)"
  }

  /// Whether a string can be a literal without escapes. Nearly all strings are such plain ASCII, so this must be fast.
  private static func needsNoCare(_ value: String) -> Bool {
    var value = value
    return value.withUTF8 { bytes in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte < 0x20 || byte >= 0x7F || byte == 0x22 || byte == 0x5C { return false }
        index = index &+ 1
      }
      return true
    }
  }

  /// A string literal that is not raw, as attributes require.
  static func escaped(_ value: String) -> String {
    if needsNoCare(value) { return "\"\(value)\"" }
    var result = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if isPrintable(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
      }
    }
    return result + "\""
  }

  /// The lines of a description for a doc comment, without control characters and trailing blanks.
  static func commentLines(_ text: String) -> [String] {
    var text = text
    var lines: [String] = []
    text.withUTF8 { bytes in
      var start = 0
      while start <= bytes.count {
        var end = start
        var isPlain = true
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") {
          if bytes[end] < 0x20 || bytes[end] >= 0x7F { isPlain = false }
          end = end &+ 1
        }
        lines.append(commentLine(UnsafeBufferPointer(rebasing: bytes[start..<end]), isPlain))
        let isPair =
          end + 1 < bytes.count && bytes[end] == UInt8(ascii: "\r") && bytes[end + 1] == UInt8(ascii: "\n")
        start = end + (isPair ? 2 : 1)
      }
    }
    while let first = lines.first, first.isEmpty { lines.removeFirst() }
    while let end = lines.last, end.isEmpty { lines.removeLast() }
    return lines
  }

  private static func commentLine(_ bytes: UnsafeBufferPointer<UInt8>, _ isPlain: Bool) -> String {
    var line = bytes
    if !isPlain {
      var printable = ""
      for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars
      where scalar == "\t" || isPrintable(scalar) {
        printable.unicodeScalars.append(scalar)
      }
      return printable.withUTF8 { commentLine($0, true) }
    }
    while let end = line.last, end == UInt8(ascii: " ") || end == UInt8(ascii: "\t") {
      line = UnsafeBufferPointer(rebasing: line.dropLast())
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Whether a scalar is safe in Swift source: not a control character, a line break, or a mark that changes the text's direction.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF:
      false
    default: true
    }
  }
}
