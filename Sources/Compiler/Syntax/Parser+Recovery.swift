/// Recovery after a syntax error: one error per definition, and no errors that merely follow from another.
extension Parser {
  /// Input with this many lexical errors and no definition in between is not GraphQL, so parsing stops.
  private static var maximumFailures: Int { 1000 }

  /// Skips to the next definition: a keyword at the start of a line that begins one.
  ///
  /// If a closing brace is missing, the next definition gets parsed as part of the one before. To find it, every line
  /// from the error on counts if it may start a definition. Lines before the error only count if they can hardly be
  /// anything else: the failed definition is indented, and the line is not. The search goes over tokens from the failed
  /// definition's `start`, so it never looks inside strings or comments.
  ///
  /// - Returns: the end of the skipped text.
  mutating func recover(from start: Int) -> Int {
    depth = 0
    let tokenCount = lexer.tokenCount
    defer { lexer.tokenCount = tokenCount }
    let p = lexer.bytes
    var firstLine = lexer.start
    while firstLine > start, p[firstLine - 1] != 0x0A, p[firstLine - 1] != 0x0D { firstLine -= 1 }
    lexer.end = start
    var failures = 0
    var isIndented = true
    // Whether the failed definition's own keyword was passed; a description may precede it.
    var hasBegun = false
    var previous = TokenKind.endOfFile
    var previousName: NameID = 0
    while true {
      do {
        try lexer.advance()
      } catch {
        failures += 1
        hasBegun = true
        let isBlockString = (0..<3).allSatisfy { p[lexer.start + $0] == Byte.quote }
        if isBlockString || failures > Parser.maximumFailures { tree.unparsed.isUnknown = true }
        if failures > Parser.maximumFailures {
          lexer.kind = .endOfFile
          return lexer.count
        }
        lexer.skipInvalid(after: error)
        continue
      }
      if lexer.kind == .endOfFile { return lexer.count }
      if lexer.kind == .name {
        if hasBegun, isAtLineStart {
          if startsDefinition(), lexer.start >= firstLine || isIndented && startsDefinitionOnOneLine() {
            return lexer.start
          }
          isIndented = false
        }
        if previous == .name, previousName == Keyword.fragment { tree.unparsed.fragments.insert(lexer.name) }
        if previous == .spread, lexer.name != Keyword.on { tree.unparsed.spreads.insert(lexer.name) }
        hasBegun = true
      } else if lexer.kind == .spread, isAtLineStart {
        isIndented = false
      } else if lexer.kind.isPunctuator {
        hasBegun = true
      }
      previous = lexer.kind
      previousName = lexer.name
    }
  }

  /// Whether the current token is in the first column.
  private var isAtLineStart: Bool {
    if lexer.start == 0 { return true }
    let previous = lexer.bytes[lexer.start - 1]
    return previous == 0x0A || previous == 0x0D
  }

  /// Whether the current name, at the start of a line, and the tokens after it look like a definition.
  private func startsDefinition() -> Bool {
    let p = lexer.bytes
    let next = afterBlanks(lexer.end)
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

  /// Whether the tokens that make the current name a definition are on the same line.
  private func startsDefinitionOnOneLine() -> Bool {
    let p = lexer.bytes
    let next = afterBlanks(lexer.end)
    var offset = lexer.end
    while offset < next {
      if p[offset] == 0x0A || p[offset] == 0x0D { return false }
      offset += 1
    }
    return true
  }

  private func afterBlanks(_ offset: Int) -> Int {
    var next = offset
    while lexer.classes[Int(lexer.bytes[next])] == CharacterClass.blank { next += 1 }
    return next
  }

  /// Adds a note about the unclosed bracket if the error is at the end of the file.
  ///
  /// - Parameter checkpoint: the first node of the definition in error.
  mutating func annotated(_ error: SyntaxError, openSince checkpoint: NodeID) -> SyntaxError {
    guard lexer.start >= lexer.count, error.note == nil else { return error }
    // The last open node is the innermost one.
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
