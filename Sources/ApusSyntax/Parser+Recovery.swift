/// What happens after a syntax error: one error a definition, and no errors that only follow from another.
extension Parser {
  /// A text with so many places that are no tokens, without a definition between them, is no GraphQL at all.
  private static var maximumFailures: Int { 1000 }

  /// Moves on to the next definition: a keyword that starts one at the start of a line.
  ///
  /// The search begins at the line of the error, so that a definition that was taken for the inside of the one
  /// before it, for want of a closing brace, is read. It goes by tokens from the failed definition's start, which
  /// was at `start`, and so never looks into strings and comments.
  mutating func recover(from start: Int) {
    depth = 0
    let tokenCount = lexer.tokenCount
    defer { lexer.tokenCount = tokenCount }
    let p = lexer.bytes
    var firstLine = lexer.start
    while firstLine > start, p[firstLine - 1] != 0x0A, p[firstLine - 1] != 0x0D { firstLine -= 1 }
    lexer.end = start
    var failures = 0
    while true {
      do {
        try lexer.advance()
      } catch {
        failures += 1
        if failures > Parser.maximumFailures {
          lexer.kind = .endOfFile
          return
        }
        // What is no token is skipped, and never twice.
        lexer.end = max(error.end, lexer.start + 1)
        continue
      }
      if lexer.kind == .endOfFile { return }
      if lexer.kind == .name, lexer.start >= firstLine, lexer.start > start, startsDefinition() { return }
    }
  }

  /// Whether the current name stands at the start of a line and, with what follows, looks like a definition's start.
  private func startsDefinition() -> Bool {
    let p = lexer.bytes
    let previous = p[lexer.start - 1]
    guard previous == 0x0A || previous == 0x0D else { return false }
    var next = lexer.end
    while lexer.classes[Int(p[next])] == CharacterClass.blank { next += 1 }
    let isName = lexer.classes[Int(p[next])] == CharacterClass.name
    switch lexer.name {
    case Keyword.type, Keyword.interface, Keyword.union, Keyword.enum, Keyword.input, Keyword.scalar,
      Keyword.fragment, Keyword.extend:
      return isName
    case Keyword.schema: return p[next] == UInt8(ascii: "{") || p[next] == UInt8(ascii: "@")
    case Keyword.directive: return p[next] == UInt8(ascii: "@")
    case Keyword.query, Keyword.mutation, Keyword.subscription:
      return isName || p[next] == UInt8(ascii: "{") || p[next] == UInt8(ascii: "(")
        || p[next] == UInt8(ascii: "@")
    default: return false
    }
  }

  /// The error with a note about what is not closed, when it is about the end of the file.
  ///
  /// - Parameter checkpoint: the first node of the definition in error.
  mutating func annotated(_ error: SyntaxError, openSince checkpoint: NodeID) -> SyntaxError {
    guard lexer.start >= lexer.count, error.note == nil else { return error }
    // The last node that is not closed is the innermost.
    for node in (checkpoint..<max(checkpoint, tree.count)).reversed() where nodes[node].end == 0 {
      let start = Int(nodes[node].start)
      switch nodes[node].kind {
      case .selectionSet, .objectValue, .listValue, .listType:
        let bracket = lexer.text(start, start + 1)
        return error.with(.init(message: "This \"\(bracket)\" is not closed.", start: start, end: start + 1))
      default:
        if node == checkpoint, start < lexer.count {
          let end = CharacterPlace(bytes: lexer.bytes, count: lexer.count, offset: start).end
          return error.with(.init(message: "The definition begins here.", start: start, end: end))
        }
      }
    }
    return error
  }
}
