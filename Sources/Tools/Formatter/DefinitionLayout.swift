import ApusSyntax

/// Lays out one definition by walking its tokens along the grammar. The tokens are known to parse.
struct DefinitionLayout {
  private let tokens: [CommentedToken]
  /// Maps the index of each opening bracket to that of its closing bracket.
  private let closing: [Int]
  var writer: LayoutWriter
  /// Index of the current token.
  private var at = 0
  private var indentation = 0
  /// Whether brackets must stay on one line, even if it gets too long.
  private var isFlat = false

  /// The maximum line length in characters, wherever a line can be broken.
  private static let lineLength = 80

  private enum Separator {
    case none, space, line
    /// A line end, plus an empty line if the source had one.
    case item
  }

  init(_ tokens: [CommentedToken], _ writer: LayoutWriter) {
    self.tokens = tokens
    self.writer = writer
    var closing = [Int](repeating: -1, count: tokens.count)
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .parenLeft, .bracketLeft, .braceLeft: open.append(index)
      case .parenRight, .bracketRight, .braceRight:
        if let start = open.popLast() { closing[start] = index }
      default: break
      }
    }
    self.closing = closing
  }

  // MARK: - Tokens

  private func kind(_ index: Int) -> TokenKind { index < tokens.count ? tokens[index].kind : .endOfFile }

  private var kind: TokenKind { kind(at) }

  private var name: NameID { at < tokens.count ? tokens[at].name : 0 }

  /// Writes the separator and the current token. A comment on either side forces a line break.
  private mutating func write(_ separator: Separator) {
    guard at < tokens.count else { return }
    let token = tokens[at]
    let isBrace = token.kind == .braceLeft
    let followsComment = at > 0 && tokens[at - 1].trailing != nil
    if at > 0 {
      if separator == .item || separator == .line {
        breakLine(before: token, allowsEmptyLine: separator == .item, indentation)
      } else if followsComment || !token.comments.isEmpty {
        breakLine(before: token, allowsEmptyLine: false, isBrace ? indentation : indentation + 2)
      } else if separator == .space {
        writer.write(" ")
      }
    }
    writer.writeSource(from: token.start, to: token.end)
    // A comment after the last token does not belong to the definition.
    if let comment = token.trailing { writer.writeTrailing(comment) }
    at += 1
  }

  private mutating func breakLine(before token: CommentedToken, allowsEmptyLine: Bool, _ indentation: Int) {
    let allowsEmptyLine = writeComments(before: token, allowsEmptyLine: allowsEmptyLine, indentation)
    writer.writeLineEnd()
    let isClosing = token.kind == .braceRight || token.kind == .parenRight || token.kind == .bracketRight
    if allowsEmptyLine, token.followsEmptyLine, !isClosing { writer.writeLineEnd() }
    writer.writeSpaces(indentation)
  }

  /// Writes the comments before a token, each on its own line.
  ///
  /// - Returns: whether an empty line may follow.
  @discardableResult
  private mutating func writeComments(
    before token: CommentedToken, allowsEmptyLine: Bool, _ indentation: Int
  ) -> Bool {
    // A block does not start with an empty line.
    var allowsEmptyLine = allowsEmptyLine && !isOpening(kind(at - 1))
    for comment in token.comments {
      writer.writeLineEnd()
      if allowsEmptyLine, comment.followsEmptyLine { writer.writeLineEnd() }
      writer.writeSpaces(indentation)
      writer.writeComment(comment)
      allowsEmptyLine = true
    }
    return allowsEmptyLine
  }

  private func isOpening(_ kind: TokenKind) -> Bool {
    kind == .braceLeft || kind == .parenLeft || kind == .bracketLeft
  }

  /// Writes the closing bracket on its own line. Comments before it belong to the block's contents.
  private mutating func writeClosing() {
    guard at < tokens.count else { return }
    let token = tokens[at]
    if isOpening(kind(at - 1)), token.comments.isEmpty, tokens[at - 1].trailing == nil {
      return write(.none)
    }
    writeComments(before: token, allowsEmptyLine: true, indentation + 2)
    writer.writeLineEnd()
    writer.writeSpaces(indentation)
    writer.writeSource(from: token.start, to: token.end)
    if let comment = token.trailing { writer.writeTrailing(comment) }
    at += 1
  }

  // MARK: - Definitions

  mutating func writeDefinition() {
    var separator = Separator.none
    if kind == .string || kind == .blockString {
      write(.none)
      separator = .line
    }
    switch name {
    case Keyword.query, Keyword.mutation, Keyword.subscription: writeOperation(separator)
    case Keyword.fragment:
      write(separator)
      write(.space)
      if kind == .parenLeft { writeGroup(.none) { $0.writeInputDefinition($1) } }
      for _ in 0..<2 { write(.space) }
      writeDirectives()
      writeBlock { $0.writeSelection() }
    case Keyword.directive: writeDirectiveDefinition(separator)
    case 0: writeBlock(separator) { $0.writeSelection() }
    default: writeTypeDefinition(separator)
    }
    // Never lose a token, even one the grammar does not expect here.
    while at < tokens.count { write(.space) }
  }

  private mutating func writeOperation(_ separator: Separator) {
    write(separator)
    let isNamed = kind == .name
    if isNamed { write(.space) }
    if kind == .parenLeft { writeGroup(isNamed ? .none : .space) { $0.writeInputDefinition($1) } }
    writeDirectives()
    writeBlock { $0.writeSelection() }
  }

  private mutating func writeDirectiveDefinition(_ separator: Separator) {
    write(separator)
    write(.space)
    write(.none)
    if kind == .parenLeft { writeGroup(.none) { $0.writeInputDefinition($1) } }
    writeDirectives()
    if name == Keyword.repeatable { write(.space) }
    write(.space)
    writeAlternatives(.pipe)
  }

  private mutating func writeTypeDefinition(_ separator: Separator) {
    write(separator)
    var keyword = tokens[at - 1].name
    if keyword == Keyword.extend {
      keyword = name
      write(.space)
    }
    if keyword == Keyword.directive {
      write(.space)
      write(.none)
      return writeDirectives()
    }
    if keyword != Keyword.schema { write(.space) }
    if name == Keyword.implements {
      write(.space)
      writeAlternatives(.ampersand)
    }
    writeDirectives()
    if kind == .equals {
      write(.space)
      writeAlternatives(.pipe)
    }
    writeBlock { layout in
      keyword == Keyword.input ? layout.writeInputDefinition(.item) : layout.writeMember()
    }
  }

  /// Writes names joined by a separator, which may also lead: on one line, or one name per line.
  private mutating func writeAlternatives(_ separator: TokenKind) {
    var end = at
    while kind(end) == separator || kind(end) == .name && (end == at || kind(end - 1) == separator) {
      end += 1
    }
    let start = at
    let mark = writer.mark
    if !hasBreak(from: at - 1, to: end) {
      while at < end { write(.space) }
      if writer.column <= DefinitionLayout.lineLength { return }
      writer.reset(to: mark)
      at = start
    }
    indentation += 2
    let isLed = kind == separator
    while at < end {
      if kind == separator {
        write(.line)
        write(.space)
      } else {
        // Aligns the first name with the others, which follow a separator.
        if !isLed { indentation += 2 }
        write(.line)
        if !isLed { indentation -= 2 }
      }
    }
    indentation -= 2
  }

  // MARK: - Blocks

  /// Writes `{ … }` with one item per line, if there is a block.
  private mutating func writeBlock(
    _ separator: Separator = .space, _ item: (inout DefinitionLayout) -> Void
  ) {
    guard kind == .braceLeft else { return }
    let end = closing[at]
    write(separator)
    indentation += 2
    while at < end { item(&self) }
    indentation -= 2
    writeClosing()
  }

  private mutating func writeSelection() {
    let isFragment = kind == .spread
    write(.item)
    if isFragment {
      if name == Keyword.on {
        write(.space)
        write(.space)
      } else if kind == .name {
        write(.none)
      }
    } else if kind == .colon {
      write(.none)
      write(.space)
    }
    if kind == .parenLeft { writeGroup(.none) { $0.writeArgument($1) } }
    writeDirectives()
    writeBlock { $0.writeSelection() }
  }

  /// A field, an enum value, or an operation type.
  private mutating func writeMember() {
    var separator = Separator.item
    if kind == .string || kind == .blockString {
      write(.item)
      separator = .line
    }
    write(separator)
    if kind == .parenLeft { writeGroup(.none) { $0.writeInputDefinition($1) } }
    if kind == .colon {
      write(.none)
      writeType()
    }
    writeDirectives()
  }

  // MARK: - Brackets

  /// Writes items in brackets: on one line if they fit, otherwise one per line.
  private mutating func writeGroup(
    _ separator: Separator, isPadded: Bool = false,
    _ item: (inout DefinitionLayout, Separator) -> Void
  ) {
    let end = closing[at]
    guard end > at else { return write(separator) }
    write(separator)
    let start = at
    if isFlat || start == end || !hasBreak(from: start - 1, to: end) && !hasDescription(from: start, to: end)
    {
      let mark = writer.mark
      let wasFlat = isFlat
      isFlat = true
      var isFirst = true
      while at < end, writer.column <= DefinitionLayout.lineLength {
        if !isFirst { writer.write(",") }
        item(&self, isFirst && !isPadded ? .none : .space)
        isFirst = false
      }
      isFlat = wasFlat
      if at == end {
        let room = (isPadded ? 2 : 1) + (kind(end + 1) == .braceLeft ? 2 : 0)
        let fits = writer.column + room <= DefinitionLayout.lineLength
        write(isPadded && start != end ? .space : .none)
        if isFlat || start == end || fits { return }
      } else if wasFlat {
        return
      }
      writer.reset(to: mark)
      at = start
    }
    indentation += 2
    while at < end { item(&self, .item) }
    indentation -= 2
    writeClosing()
  }

  /// Whether anything between two brackets needs its own line: a comment, or a multiline string.
  private func hasBreak(from start: Int, to end: Int) -> Bool {
    var index = start
    while index < end {
      let token = tokens[index]
      if token.trailing != nil || index > start && !token.comments.isEmpty { return true }
      if token.kind == .blockString {
        var offset = token.start
        while offset < token.end {
          if writer.source.bytes[offset] == 0x0A || writer.source.bytes[offset] == 0x0D { return true }
          offset += 1
        }
      }
      index += 1
    }
    return end < tokens.count && !tokens[end].comments.isEmpty
  }

  /// Whether one of the definitions between two brackets has a description.
  private func hasDescription(from start: Int, to end: Int) -> Bool {
    guard kind(start - 1) == .parenLeft else { return false }
    var index = start
    while index < end {
      switch kind(index) {
      case .string, .blockString:
        // A string is a description at the start or after a name, value or bracket; after a colon or "=" it is a value.
        if kind(index - 1) != .colon, kind(index - 1) != .equals { return true }
        index += 1
      case .bracketLeft, .braceLeft, .parenLeft: index = max(closing[index], index) + 1
      default: index += 1
      }
    }
    return false
  }

  // MARK: - Parts

  private mutating func writeDirectives() {
    while kind == .at {
      write(.space)
      write(.none)
      if kind == .parenLeft { writeGroup(.none) { $0.writeArgument($1) } }
    }
  }

  /// An argument, or a field of an object.
  private mutating func writeArgument(_ separator: Separator) {
    write(separator)
    write(.none)
    writeValue(.space)
  }

  /// A variable, argument or input field definition.
  private mutating func writeInputDefinition(_ separator: Separator) {
    var separator = separator
    if kind == .string || kind == .blockString {
      write(separator)
      separator = .line
    }
    let isVariable = kind == .dollar
    write(separator)
    if isVariable { write(.none) }
    write(.none)
    writeType()
    if kind == .equals {
      write(.space)
      writeValue(.space)
    }
    writeDirectives()
  }

  private mutating func writeType() {
    var separator = Separator.space
    while kind == .bracketLeft {
      write(separator)
      separator = .none
    }
    write(separator)
    while kind == .bang || kind == .bracketRight { write(.none) }
  }

  private mutating func writeValue(_ separator: Separator) {
    switch kind {
    case .bracketLeft: writeGroup(separator) { $0.writeValue($1) }
    case .braceLeft: writeGroup(separator, isPadded: true) { $0.writeArgument($1) }
    case .dollar:
      write(separator)
      write(.none)
    default: write(separator)
    }
  }
}
