import ApusSource

extension SourceFile {
  /// Whether the text is free of tokens: only white space, commas and comments (section 2.1.7, Ignored Tokens).
  package var isBlank: Bool {
    var offset = textStart
    while offset < count {
      switch bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ","):
        offset += 1
      case UInt8(ascii: "#"): offset = SourceFile.endOfLine(bytes, from: offset, count: count)
      default: return false
      }
    }
    return true
  }
}
