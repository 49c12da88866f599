import ApusSource

extension SourceFile {
  /// Whether the text is free of tokens: only white space, commas and comments (section 2.1.7, Ignored Tokens).
  package var isBlank: Bool {
    var offset = 0
    if count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { offset = 3 }
    while offset < count {
      switch bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ","):
        offset += 1
      case UInt8(ascii: "#"):
        while offset < count, bytes[offset] != UInt8(ascii: "\n"), bytes[offset] != UInt8(ascii: "\r") {
          offset += 1
        }
      default: return false
      }
    }
    return true
  }
}
