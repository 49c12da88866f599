import ApusSource

/// The GraphQL documents in a Swift file: the string literals of declarations whose type is `GraphQLSource`.
///
///     static let fragment: GraphQLSource = """
///       fragment AlbumRow on Album { title }
///       """
///
/// Declarations are recognized by their tokens. Whatever resembles one and is not read is an error.
package struct SwiftDocuments {
  /// The GraphQL of each literal, in order. Its positions are those in the Swift file.
  package private(set) var documents: [SourceFile] = []
  package private(set) var diagnostics: [Diagnostic] = []
  private let source: SourceFile
  /// The tokens from the last brace or semicolon before a use of the type.
  private var tokens: SwiftTokens
  private var scopes: SwiftScopes

  /// Finds the documents in a Swift file.
  package init(in source: SourceFile) {
    self.source = source
    scopes = SwiftScopes(source)
    tokens = SwiftTokens(SwiftLexer(source))
    guard SwiftDocuments.mayContainSome(source) else { return }
    var lexer = SwiftLexer(source)
    var boundary = (offset: 0, conditions: SwiftConditions())
    while lexer.skim() {
      let (start, end) = (lexer.start, lexer.end)
      if lexer.kind == .word {
        guard SwiftToken(.word, source, start, end).is(word: SwiftDocuments.typeName) else { continue }
        tokens = SwiftTokens(
          boundary.offset == 0
            ? SwiftLexer(source)
            : SwiftLexer(source, from: boundary.offset, conditions: boundary.conditions))
        readUse(tokens.index(from: start))
        continue
      }
      switch source.bytes[start] {
      case UInt8(ascii: "{"): scopes.open(start, header: boundary.offset)
      case UInt8(ascii: "}"): scopes.close()
      default: break
      }
      // Tokens cannot be read from within an interpolation.
      if !lexer.isInterpolated { boundary = (end, lexer.conditions) }
    }
  }

  // MARK: - Uses of the type

  /// Reads what the name of the type is used for.
  private mutating func readUse(_ index: Int) {
    let start = qualifiedStart(index)
    if start == index, isMark(index - 1, ".") { return }
    if isWord(start - 1, among: SwiftDocuments.declaringWords) { return }
    if isMark(start - 1, ":"), let name = bindingName(start - 2) { return readAnnotated(index, name: name) }
    if isMark(index + 1, "(") { return readCall(index, start) }
    refuseOther(index, start)
  }

  /// The first token of the type with the module in front of it: `Apus.GraphQLSource`.
  private func qualifiedStart(_ index: Int) -> Int {
    isMark(index - 1, ".") && isWord(index - 2, "Apus") && !isMark(index - 3, ".") ? index - 2 : index
  }

  /// The index of `let` or `var`, if the token at `index` is the name after it.
  private func bindingName(_ index: Int) -> Int? {
    guard tokens[index]?.isWord == true else { return nil }
    return isWord(index - 1, "let") || isWord(index - 1, "var") ? index - 1 : nil
  }

  /// `let name: GraphQLSource …`
  private mutating func readAnnotated(_ index: Int, name keyword: Int) {
    let next = index + 1
    if isMark(next, "=") {
      // The call that follows is read when its type comes.
      let value = next + 1
      if isTypeName(value) || isMark(value, ".") && isWord(value + 1, "init") && isMark(value + 2, "(") {
        if isTypeName(value) { return }
        return refuse(value, .unreadSwiftDocument, SwiftDocuments.notLiteral)
      }
      readLiteral(value, keyword: keyword, closing: nil)
    } else if isMark(next, "{") {
      // Generic types cannot have stored static properties, so a literal alone may also be computed.
      if isString(next + 1), tokens[next + 1]?.kind == .stringSegment || isMark(next + 2, "}") {
        return readLiteral(next + 1, keyword: keyword, closing: "}")
      }
      if !isRequirement(next) { refuse(index, .unreadSwiftDocument, SwiftDocuments.computed) }
    } else if isMark(next, "?") || isMark(next, "!") {
      refuse(index, .unreadSwiftDocument, SwiftDocuments.notOwnType)
    }
  }

  private func isTypeName(_ index: Int) -> Bool {
    isWord(index, "GraphQLSource")
      || isWord(index, "Apus") && isMark(index + 1, ".") && isWord(index + 2, "GraphQLSource")
  }

  /// Whether the braces that begin at `index` are those of a property in a protocol.
  private func isRequirement(_ index: Int) -> Bool {
    var next = index + 1
    while isWord(next, among: ["get", "set", "async", "throws", "nonmutating", "mutating"]) { next += 1 }
    return next > index + 1 && isMark(next, "}")
  }

  /// `GraphQLSource("…")`
  private mutating func readCall(_ index: Int, _ start: Int) {
    var keyword = -1
    if isMark(start - 1, "=") {
      keyword = bindingName(start - 2) ?? -1
      if keyword < 0, isTypeName(start - 2) {
        let annotation = qualifiedStart(start - 2)
        if isMark(annotation - 1, ":") { keyword = bindingName(annotation - 2) ?? -1 }
      }
    }
    guard keyword >= 0 else {
      return refuse(index, .unreadSwiftDocument, SwiftDocuments.notDeclared)
    }
    readLiteral(index + 2, keyword: keyword, closing: ")")
  }

  /// Reports other uses if they would be documents in the eyes of their author.
  private mutating func refuseOther(_ index: Int, _ start: Int) {
    if isMark(start - 1, "="), isWord(start - 3, "typealias") {
      return refuse(index, .unreadSwiftDocument, SwiftDocuments.otherName)
    }
    if isWord(start - 1, "as"), isString(start - 2) {
      // Already reported, as what follows the literal of a declaration.
      if diagnostics.last?.ranges.first?.start == tokens[start - 1]?.start { return }
      return refuse(index, .unreadSwiftDocument, SwiftDocuments.notDeclared)
    }
    var next = index + 1
    if isMark(start - 1, ">"), isMark(start - 2, "-") {
      // A function's or closure's result.
      while isWord(next, among: ["in", "where"]) { next += 1 }
      if isMark(next, "{") || isString(next), hasString(after: next) {
        refuse(index, .unreadSwiftDocument, SwiftDocuments.computed)
      }
      return
    }
    let hasMore =
      isMark(next, "]") || isMark(next, ">") || isMark(next, "?") || isMark(next, "!") || isMark(next, ")")
    while isMark(next, "]") || isMark(next, ">") || isMark(next, "?") || isMark(next, "!")
      || isMark(next, ")")
    { next += 1 }
    if isMark(next, "="), !isMark(next + 1, "=") || !isAdjacent(next) {
      refuse(
        index, .unreadSwiftDocument, hasMore ? SwiftDocuments.notOwnType : SwiftDocuments.notDeclared)
    } else if hasMore, isMark(index + 1, "]"), isMark(next, "(") {
      refuse(index, .unreadSwiftDocument, SwiftDocuments.notOwnType)
    }
  }

  /// Whether there is a string in the braces that begin at `index`.
  private func hasString(after index: Int) -> Bool {
    var depth = 0
    var next = index
    while let token = tokens[next] {
      next += 1
      if token.is("{") { depth += 1 }
      if token.is("}") { depth -= 1 }
      if token.kind == .string || token.kind == .stringSegment { return true }
      if depth <= 0 { return false }
    }
    return false
  }

  // MARK: - Literals

  /// Reads the literal at `index`, the value of a declaration.
  ///
  /// - Parameters:
  ///   - keyword: the index of the declaration's `let` or `var`.
  ///   - closing: the parenthesis or brace that has to follow, if any.
  private mutating func readLiteral(_ index: Int, keyword: Int, closing: Unicode.Scalar?) {
    guard let token = tokens[index] else { return }
    if token.kind == .stringSegment {
      let interpolation = token.end..<min(token.end + 2, source.count)
      return refuse(interpolation, .swiftLiteral, SwiftDocuments.interpolation)
    }
    guard token.kind == .string else {
      return refuse(index, .unreadSwiftDocument, SwiftDocuments.notLiteral)
    }
    let next = index + 1
    if let closing {
      let isAlone = isMark(next, closing)
      if !isAlone || closing == ")" && continues(next + 1) {
        return refuse(isAlone ? next + 1 : next, .unreadSwiftDocument, SwiftDocuments.continued)
      }
    } else if continues(next) {
      return refuse(next, .unreadSwiftDocument, SwiftDocuments.continued)
    }
    if let condition = token.unknownCondition { return refuseConditional(keyword, condition) }
    if let refusal = scopes.refusal(ofBinding: keyword, tokens) {
      return refuse(keyword, .unreadSwiftDocument, refusal)
    }
    do throws(SwiftStringText.Mistake) {
      let text = try SwiftStringText(token, in: source)
      documents.append(
        SourceFile(
          path: source.path, bytes: text.bytes,
          origin: TextOrigin(.swiftLiteral, file: source, contents: text.contents, pieces: text.pieces)))
    } catch {
      refuse(error.range, .swiftLiteral, error.message)
    }
  }

  /// - Parameter condition: the offset of the `#if` or `#elseif`.
  private mutating func refuseConditional(_ keyword: Int, _ condition: Int) {
    refuse(keyword, .conditionalSwiftDocument, SwiftDocuments.conditional)
    let end = source.lineBounds(source.line(at: condition)).end
    diagnostics[diagnostics.count - 1].notes.append(
      Diagnostic.Note(
        "This condition depends on more than the platform.",
        at: SourceRange(file: source, start: condition, end: end)))
  }

  /// Whether the token at `index` makes the literal before it a part of an expression.
  private func continues(_ index: Int) -> Bool {
    guard let token = tokens[index] else { return false }
    if token.kind == .mark {
      return "+-*/%.?!&|<>=^~([".unicodeScalars.contains(where: token.is) && !startsLine(index, "(", "[")
    }
    return token.is(word: "as") || token.is(word: "is")
      || (token.kind == .string || token.kind == .stringSegment) && !startsLine(index)
  }

  /// Whether the token is the first of its line. If characters are given, it has to be one of them.
  private func startsLine(_ index: Int, _ characters: Unicode.Scalar...) -> Bool {
    guard let token = tokens[index], let last = tokens[index - 1] else { return false }
    if !characters.isEmpty, !characters.contains(where: token.is) { return false }
    return source.line(at: last.end) != source.line(at: token.start)
  }

  // MARK: - Tokens

  private func isMark(_ index: Int, _ character: Unicode.Scalar) -> Bool { tokens.isMark(index, character) }

  private func isWord(_ index: Int, _ word: StaticString) -> Bool { tokens.isWord(index, word) }

  private func isWord(_ index: Int, among words: [StaticString]) -> Bool {
    tokens.isWord(index, among: words)
  }

  private func isString(_ index: Int) -> Bool { tokens.isString(index) }

  /// Whether no text separates a token from the next one.
  private func isAdjacent(_ index: Int) -> Bool { tokens[index]?.end == tokens[index + 1]?.start }

  private mutating func refuse(_ index: Int, _ code: DiagnosticCode, _ message: String) {
    let token =
      tokens[index].map { $0.start..<$0.end } ?? source.count..<source.count
    refuse(token, code, message)
  }

  private mutating func refuse(_ range: Range<Int>, _ code: DiagnosticCode, _ message: String) {
    diagnostics.append(
      Diagnostic(
        .error, code, message,
        at: [SourceRange(file: source, start: range.lowerBound, end: range.upperBound)]))
  }
}
