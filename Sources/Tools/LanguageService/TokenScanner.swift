import ApusSource
import ApusSyntax

/// Reads tokens and skips over invalid text.
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

  /// - Parameter start: where to begin; must be between two tokens.
  init(_ source: SourceFile, _ names: NameTable, start: Int = 0) {
    self.source = source
    lexer = Lexer(source, names, from: start)
  }

  /// Returns the next token, or nil at the end.
  mutating func next() -> Token? {
    while true {
      do {
        try lexer.advance()
      } catch {
        lexer.skipInvalid(after: error)
        continue
      }
      if lexer.kind == .endOfFile { return nil }
      return Token(kind: lexer.kind, name: lexer.name, start: lexer.start, end: lexer.end)
    }
  }
}
