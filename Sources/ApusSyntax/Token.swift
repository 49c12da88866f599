import ApusDiagnostics

/// A lexical token (section 2.1.5): its kind and its range of bytes.
package struct Token {
  package var kind: TokenKind
  package var start: Int
  package var end: Int

  /// The decoded value of a string token.
  package func stringValue(in source: SourceFile) -> String {
    StringValue.decode(source.bytes + start, count: end - start, isBlock: kind == .blockString)
  }
}

/// Reads the tokens of a text, whether or not they form a document. Ignored text is skipped.
package final class TokenReader {
  /// Keeps alive the source, which the lexer points into.
  private let source: SourceFile
  private let names: NameTable
  private var lexer: Lexer

  /// - Parameter names: a table to share between readers; by default, the reader has its own.
  /// - Throws: ``SyntaxError`` if the text is not valid UTF-8.
  package init(_ source: SourceFile, names: NameTable = NameTable()) throws(SyntaxError) {
    if let error = SyntaxError.ofEncoding(source.bytes, source.count) { throw error }
    self.source = source
    self.names = names
    lexer = Lexer(source, names)
  }

  /// Returns the next token, or nil at the end of the text.
  ///
  /// - Throws: ``SyntaxError`` at an invalid token.
  package func next() throws(SyntaxError) -> Token? {
    try lexer.advance()
    if lexer.kind == .endOfFile { return nil }
    return Token(kind: lexer.kind, start: lexer.start, end: lexer.end)
  }
}
