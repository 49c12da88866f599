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
    var isAtLineStart: Bool
  }

  /// Whether the place is within a comment or a string. Only known after the last token.
  private(set) var endsWithinToken = false
  /// Keeps alive the source, which the lexer points into.
  private let source: SourceFile
  private var lexer: Lexer
  private let end: Int

  /// - Parameters:
  ///   - start: where to begin; must be between two tokens.
  ///   - end: tokens that begin at or after this offset are not read.
  init(_ source: SourceFile, _ names: NameTable, start: Int = 0, end: Int) {
    self.source = source
    lexer = Lexer(source, names)
    lexer.end = start
    self.end = end
  }

  /// Returns the next token, or nil if none begins before the end.
  mutating func next() -> Token? {
    while true {
      let from = lexer.end
      do {
        try lexer.advance()
      } catch {
        if lexer.start >= end { return finish(from) }
        // Treat an unterminated string as ending with its line.
        if error.end >= end, source.bytes[lexer.start] == UInt8(ascii: "\"") {
          endsWithinToken = true
          return nil
        }
        lexer.end = max(error.end, lexer.start + 1)
        continue
      }
      if lexer.kind == .endOfFile || lexer.start >= end { return finish(from) }
      if lexer.end > end, lexer.kind == .string || lexer.kind == .blockString {
        endsWithinToken = true
        return nil
      }
      let previous = lexer.start == 0 ? 0x0A : source.bytes[lexer.start - 1]
      return Token(
        kind: lexer.kind, name: lexer.name, start: lexer.start, end: lexer.end,
        isAtLineStart: previous == 0x0A || previous == 0x0D)
    }
  }

  private mutating func finish(_ from: Int) -> Token? {
    var offset = from
    while offset < end {
      switch source.bytes[offset] {
      case UInt8(ascii: "#"): endsWithinToken = true
      case 0x0A, 0x0D: endsWithinToken = false
      default: break
      }
      offset += 1
    }
    return nil
  }
}
