import ApusDiagnostics

/// Removes ignored text: white space, line ends, commas, comments, byte order marks, and the indentation of block
/// strings (section 2.1.6).
///
/// It works on tokens, so the text need not parse. If it does, the result parses to the same nodes.
package enum Minifier {
  /// - Throws: ``SyntaxError`` if the text is not valid UTF-8 or contains an invalid token.
  package static func minified(_ source: SourceFile) throws(SyntaxError) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(source.count)
    var needsSpace = false
    let reader = try TokenReader(source)
    while let token = try reader.next() {
      let isPunctuator = token.kind.isPunctuator
      // Names, numbers and strings need a space between them, and so do a number and the dots of a spread.
      if needsSpace, !isPunctuator || token.kind == .spread { output.append(UInt8(ascii: " ")) }
      needsSpace = !isPunctuator
      if token.kind == .blockString {
        let literal = StringLiteral.block(token.stringValue(in: source), minified: true)
        output.append(contentsOf: literal.utf8)
      } else {
        let bytes = UnsafeBufferPointer(start: source.bytes + token.start, count: token.end - token.start)
        output.append(contentsOf: bytes)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
