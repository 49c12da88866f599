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
  /// The tokens from the last brace or semicolon before a mention of the type.
  private var tokens: SwiftTokens
  /// The boundary where the tokens begin.
  private var start = -1
  private var context = SwiftContext()
  private var scopes: SwiftScopes
  /// The end of the text whose mentions are already reported.
  private var reported = 0

  /// Finds the documents in a Swift file.
  package init(in source: SourceFile) {
    self.source = source
    scopes = SwiftScopes(source)
    tokens = SwiftTokens(SwiftLexer(source))
    guard SwiftDocuments.mayContainSome(source) else { return }
    var lexer = SwiftLexer(source)
    var boundary = SwiftScopes.Boundary()
    var extendsType = false
    while lexer.skim() {
      let (start, end) = (lexer.start, lexer.end)
      if lexer.kind == .word {
        let token = SwiftToken(.word, source, start, end)
        let isSelf = lexer.findsSelf && (token.is(word: "Self") || token.is(word: "self"))
        guard token.is(name: SwiftDocuments.typeName) || isSelf else { continue }
        readTokens(from: boundary)
        let index = tokens.index(from: start)
        // `extension GraphQLSource.Kind` and `extension GraphQLSource?` extend other types.
        if tokens.isWord(qualifiedStart(index) - 1, "extension"),
          !tokens.isMark(index + 1, "."), !tokens.isMark(index + 1, "?")
        {
          extendsType = true
        }
        if !isSelf || scopes.isSelfDocument { readMention(index) }
        continue
      }
      switch source.bytes[start] {
      case UInt8(ascii: "{"):
        scopes.open(start, header: boundary, isExtension: extendsType)
        extendsType = false
        if !lexer.isInterpolated {
          boundary = SwiftScopes.Boundary(offset: end, conditions: lexer.conditions)
        }
      case UInt8(ascii: "}"):
        let header = scopes.close()
        // Tokens cannot be read from within an interpolation.
        if lexer.isInterpolated { break }
        if let header, lexer.isInList {
          boundary = header
        } else {
          boundary = SwiftScopes.Boundary(offset: end, conditions: lexer.conditions)
        }
      default:
        if !lexer.isInterpolated {
          boundary = SwiftScopes.Boundary(offset: end, conditions: lexer.conditions)
        }
      }
      lexer.findsSelf = scopes.isInExtension
    }
  }

  private mutating func readTokens(from boundary: SwiftScopes.Boundary) {
    if start == boundary.offset { return }
    start = boundary.offset
    tokens = SwiftTokens(SwiftLexer(source, from: boundary))
    context = SwiftContext()
  }

  // MARK: - Mentions

  /// Reads what the name of the type is used for.
  private mutating func readMention(_ index: Int) {
    guard let token = tokens[index], token.start >= reported else { return }
    if token.is(word: "self") { return readSelf(index) }
    let first = qualifiedStart(index)
    let isWhole = !["?", "!", ".", "&"].contains { isMark(index + 1, $0) }
    if isWhole, isMark(first - 1, ":"), let name = bindingName(first - 2) {
      return readAnnotated(index, name: name)
    }
    if isMark(index + 1, "("), let keyword = binding(ofCall: first) {
      return readLiteral(index + 2, keyword: keyword, closing: ")")
    }
    context.advance(to: index, tokens)
    let mention = SwiftMention(tokens: tokens, context: context, index: index, start: first)
    if let reason = mention.refusal { refuse(index, .unreadSwiftDocument, reason) }
  }

  /// Reads `self` in an extension of the type, where an initializer may assign it, or call another one.
  private mutating func readSelf(_ index: Int) {
    let isAssigned = isMark(index + 1, "=") && isString(index + 2)
    let isInitialized =
      isMark(index + 1, ".") && isWord(index + 2, "init") && isMark(index + 3, "(")
      && (isString(index + 4) || isString(index + 6))
    if isAssigned || isInitialized { refuse(index, .unreadSwiftDocument, SwiftDocuments.notDeclared) }
  }

  /// The first token of the type with the module in front of it: `Apus.GraphQLSource`.
  private func qualifiedStart(_ index: Int) -> Int {
    isMark(index - 1, ".") && tokens.isName(index - 2, "Apus") && !isMark(index - 3, ".") ? index - 2 : index
  }

  /// The index of the type's name, if the type begins at `index`.
  private func typeName(from index: Int) -> Int? {
    let name = tokens.isName(index, "Apus") && isMark(index + 1, ".") ? index + 2 : index
    if tokens.isName(name, SwiftDocuments.typeName) { return name }
    return scopes.isInExtension && isWord(name, "Self") && scopes.isSelfDocument ? name : nil
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
      // A call is read when its type comes.
      if let name = typeName(from: next + 1), isMark(name + 1, "(") { return }
      if isMark(next + 1, "."), isWord(next + 2, "init") {
        return refuse(next + 1, .unreadSwiftDocument, SwiftDocuments.notLiteral)
      }
      readLiteral(next + 1, keyword: keyword, closing: nil)
    } else if isMark(next, "{") {
      // Generic types cannot have stored static properties, so a literal alone may also be computed.
      if isString(next + 1), tokens[next + 1]?.kind == .stringSegment || isMark(next + 2, "}") {
        return readLiteral(next + 1, keyword: keyword, closing: "}")
      }
      let requirement = SwiftMention.requirement(next, tokens)
      if requirement.isEmpty {
        if SwiftMention.isForwarding(next, tokens) { return }
        refuse(index, .unreadSwiftDocument, SwiftDocuments.computed)
      } else if requirement.contains(where: { isWord($0, "set") }) {
        refuse(index, .unreadSwiftDocument, SwiftDocuments.assignable)
      }
    } else {
      refuse(index, .unreadSwiftDocument, SwiftDocuments.withoutValue)
    }
  }

  /// The index of `let` or `var`, if a call of the type that begins at `index` is the value of a declaration.
  private func binding(ofCall index: Int) -> Int? {
    guard isMark(index - 1, "=") else { return nil }
    if let keyword = bindingName(index - 2) { return keyword }
    let annotation = qualifiedStart(index - 2)
    guard typeName(from: annotation) == index - 2, isMark(annotation - 1, ":") else { return nil }
    return bindingName(annotation - 2)
  }

  // MARK: - Literals

  /// Reads the literal at `index`, the value of a declaration.
  ///
  /// - Parameters:
  ///   - keyword: the index of the declaration's `let` or `var`.
  ///   - closing: the parenthesis or brace that has to follow, if any.
  private mutating func readLiteral(_ index: Int, keyword: Int, closing: Unicode.Scalar?) {
    guard let token = tokens[index] else {
      return refuse(index, .unreadSwiftDocument, SwiftDocuments.notLiteral)
    }
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
    if isWord(keyword, "var"), closing != "}" {
      return refuse(keyword, .unreadSwiftDocument, SwiftDocuments.assignable)
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

  private func isString(_ index: Int) -> Bool { tokens.isString(index) }

  private mutating func refuse(_ index: Int, _ code: DiagnosticCode, _ message: String) {
    let token =
      tokens[index].map { $0.start..<$0.end } ?? source.count..<source.count
    refuse(token, code, message)
    // The type in the value that is refused.
    if let name = typeName(from: isWord(index, "as") ? index + 1 : index), let end = tokens[name]?.end {
      reported = end
    }
  }

  private mutating func refuse(_ range: Range<Int>, _ code: DiagnosticCode, _ message: String) {
    diagnostics.append(
      Diagnostic(
        .error, code, message,
        at: [SourceRange(file: source, start: range.lowerBound, end: range.upperBound)]))
  }
}
