extension StringProtocol {
  /// The text without leading and trailing spaces and tabs, which HTTP allows around values.
  package var trimmed: String {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var bytes = String(self).utf8.drop(while: isSpace)
    while bytes.last.map(isSpace) ?? false { bytes.removeLast() }
    return String(bytes) ?? ""
  }
}
