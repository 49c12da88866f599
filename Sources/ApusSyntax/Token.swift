import ApusDiagnostics

/// A lexical token (section 2.1.5): what it is and the bytes that it takes.
package struct Token {
  package var kind: TokenKind
  package var start: Int
  package var end: Int

  /// What a string token stands for.
  package func stringValue(in source: SourceFile) -> String {
    StringValue.decode(source.bytes + start, count: end - start, isBlock: kind == .blockString)
  }
}

/// The tokens of a text one after another, without what is ignored, whether they make sense together or not.
package final class TokenReader {
  /// Kept, as the lexer points into both.
  private let source: SourceFile
  private let names: NameTable
  private var lexer: Lexer

  /// - Parameter names: a table to share between readers; by default one that goes with this reader.
  /// - Throws: ``SyntaxError`` where the text is no UTF-8.
  package init(_ source: SourceFile, names: NameTable = NameTable()) throws(SyntaxError) {
    if let error = SyntaxError.ofEncoding(source.bytes, source.count) { throw error }
    self.source = source
    self.names = names
    lexer = Lexer(source, names)
  }

  /// The next token; nil at the end of the text.
  ///
  /// - Throws: ``SyntaxError`` where no token begins.
  package func next() throws(SyntaxError) -> Token? {
    try lexer.advance()
    if lexer.kind == .endOfFile { return nil }
    return Token(kind: lexer.kind, start: lexer.start, end: lexer.end)
  }
}
