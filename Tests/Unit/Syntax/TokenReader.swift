import ApusSource
import ApusSyntax

/// A lexical token (section 2.1.5): its kind and its range of bytes.
struct Token {
  var kind: TokenKind
  var start: Int
  var end: Int

  /// The decoded value of a string token.
  func stringValue(in source: SourceFile) -> String {
    StringValue.decode(source.bytes + start, count: end - start, isBlock: kind == .blockString)
  }
}

/// Reads the tokens of a text, whether or not they form a document. Ignored text is skipped.
final class TokenReader {
  /// Keeps alive the source, which the lexer points into.
  private let source: SourceFile
  private let names: NameTable
  private var lexer: Lexer

  /// - Parameter names: a table to share between readers; by default, the reader has its own.
  /// - Throws: ``SyntaxError`` if the text is not valid UTF-8.
  init(_ source: SourceFile, names: NameTable = NameTable()) throws(SyntaxError) {
    if let error = SyntaxError.ofEncoding(source.bytes, source.count) { throw error }
    self.source = source
    self.names = names
    lexer = Lexer(source, names)
  }

  /// Returns the next token, or nil at the end of the text.
  ///
  /// - Throws: ``SyntaxError`` at an invalid token.
  func next() throws(SyntaxError) -> Token? {
    try lexer.advance()
    if lexer.kind == .endOfFile { return nil }
    return Token(kind: lexer.kind, start: lexer.start, end: lexer.end)
  }
}
