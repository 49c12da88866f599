import ApusSource

/// The delimiter of a string literal: one quote or three, with any number of `#`.
struct SwiftStringDelimiter {
  let pounds: Int
  let isMultiline: Bool

  /// The length in bytes.
  var count: Int { pounds + (isMultiline ? 3 : 1) }

  /// The delimiter that begins at an offset.
  init(_ source: SourceFile, _ start: Int) {
    var quote = start
    while quote < source.count, source.bytes[quote] == UInt8(ascii: "#") { quote += 1 }
    pounds = quote - start
    let hasThree = (1...2).allSatisfy { source.bytes[min(quote + $0, source.count)] == UInt8(ascii: "\"") }
    isMultiline = hasThree && !SwiftStringDelimiter.endsOnLine(source, quote + 1, pounds)
  }

  /// Whether a raw string such as `#"""#` ends on its first line, so that its second quote is a character.
  private static func endsOnLine(_ source: SourceFile, _ start: Int, _ pounds: Int) -> Bool {
    if pounds == 0 { return false }
    var offset = start
    while offset < source.count, source.bytes[offset] != 0x0A, source.bytes[offset] != 0x0D {
      if source.bytes[offset] == UInt8(ascii: "\""), hasPounds(source, offset + 1, pounds) { return true }
      offset += 1
    }
    return false
  }

  /// Whether the backslash at an offset begins an escape or an interpolation.
  func isEscape(_ source: SourceFile, _ offset: Int) -> Bool {
    SwiftStringDelimiter.hasPounds(source, offset + 1, pounds)
  }

  /// Whether the quote at an offset begins the closing delimiter.
  func isEnd(_ source: SourceFile, _ offset: Int) -> Bool {
    let quotes = isMultiline ? 3 : 1
    var index = 1
    while index < quotes {
      if source.bytes[min(offset + index, source.count)] != UInt8(ascii: "\"") { return false }
      index += 1
    }
    return SwiftStringDelimiter.hasPounds(source, offset + quotes, pounds)
  }

  private static func hasPounds(_ source: SourceFile, _ start: Int, _ pounds: Int) -> Bool {
    var index = 0
    while index < pounds {
      if source.bytes[min(start + index, source.count)] != UInt8(ascii: "#") { return false }
      index += 1
    }
    return true
  }
}
