extension StringProtocol {
  /// The text without spaces and tabs at its ends, which the grammars of HTTP allow around values.
  package var trimmed: String {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var bytes = String(self).utf8.drop(while: isSpace)
    while bytes.last.map(isSpace) ?? false { bytes.removeLast() }
    return String(bytes) ?? ""
  }
}
