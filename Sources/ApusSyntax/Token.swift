import ApusDiagnostics

/// A lexical token (section 2.1.5): what it is and the bytes that it takes.
package struct Token {
  package var kind: TokenKind
  package var start: Int
  package var end: Int

  /// All tokens of `source`, without what is ignored.
  ///
  /// - Throws: ``SyntaxError`` where the text is no UTF-8 or no token begins.
  package static func tokens(of source: SourceFile) throws(SyntaxError) -> [Token] {
    if let error = Encoding.firstInvalidByte(source.bytes, source.count) { throw error }
    let classes = CharacterClass.makeTable()
    defer { classes.deallocate() }
    // The lexer interns names; a table that is thrown away will do.
    let names = NameTable()
    var lexer = Lexer(source, classes, names)
    var tokens: [Token] = []
    while true {
      try lexer.advance()
      if lexer.kind == .endOfFile { return tokens }
      tokens.append(Token(kind: lexer.kind, start: lexer.start, end: lexer.end))
    }
  }

  /// What a string token stands for.
  package func stringValue(in source: SourceFile) -> String {
    StringValue.decode(source.bytes + start, count: end - start, isBlock: kind == .blockString)
  }
}
