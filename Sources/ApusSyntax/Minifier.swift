import ApusDiagnostics

/// Text without what is ignored: white space, line ends, commas, comments, byte order marks, and the indentation of
/// block strings (section 2.1.6).
///
/// It works on tokens, so the text need not parse. What parses, parses to the same nodes as before.
package enum Minifier {
  /// - Throws: ``SyntaxError`` where the text is no UTF-8 or no token begins.
  package static func minified(_ source: SourceFile) throws(SyntaxError) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(source.count)
    var needsSpace = false
    let reader = try TokenReader(source)
    while let token = try reader.next() {
      let isPunctuator = token.kind.isPunctuator
      // Names, numbers and strings would run together; so would a number and the dots of a spread.
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
