import ApusSource
import ApusSyntax

/// Reads tokens up to a place and skips over invalid text.
struct TokenScanner {
  /// A token and its interned name.
  struct Token {
    var kind: TokenKind
    /// The name, or 0 for any other token.
    var name: NameID
    var start: Int
    var end: Int
  }

  /// Keeps alive the source, which the lexer points into.
  private let source: SourceFile
  private var lexer: Lexer
  private let end: Int

  /// - Parameters:
  ///   - start: where to begin; must be between two tokens.
  ///   - end: tokens that begin at or after this offset are not read.
  init(_ source: SourceFile, _ names: NameTable, start: Int = 0, end: Int) {
    self.source = source
    lexer = Lexer(source, names, from: start)
    self.end = end
  }

  /// Returns the next token, or nil if none begins before the end.
  mutating func next() -> Token? {
    while true {
      do {
        try lexer.advance()
      } catch {
        if lexer.start >= end { return nil }
        // An unterminated string ends with its line.
        if source.bytes[lexer.start] == UInt8(ascii: "\""), error.end >= end { return nil }
        lexer.skipInvalid(after: error)
        continue
      }
      if lexer.kind == .endOfFile || lexer.start >= end { return nil }
      if lexer.end > end, lexer.kind == .string || lexer.kind == .blockString { return nil }
      return Token(kind: lexer.kind, name: lexer.name, start: lexer.start, end: lexer.end)
    }
  }
}
