/// A mention of the type `GraphQLSource` that is not a part of a document.
///
/// Swift makes a value of the type from any literal in a place of that type, such as an argument in another file. So a mention is
/// rejected, unless it declares no such place: the result of a function or computed property without strings, a requirement that
/// is only read, tests of a type, and other things of the same name.
struct SwiftMention {
  let tokens: SwiftTokens
  /// The brackets around it.
  let context: SwiftContext
  /// The index of the type's name, and of the first token with the module in front of it.
  let index: Int
  let start: Int

  // A mention is an error if what surrounds it is too long to be read: a file may have any number of mentions.
  /// The number of tokens that are read ahead, about those of a hundred lines.
  private static let reach = 1000
  /// The number of tokens of a type, and of brackets in each other.
  private static let typeReach = 64

  /// The reason why it is an error; nil if it is not.
  var refusal: String? {
    if isOtherName { return nil }
    if context.frames.count > SwiftMention.typeReach || tokens.isMark(index + 1, "(") {
      return SwiftDocuments.notDeclared
    }
    if isTested || isReferenced { return nil }
    let statement = context.frames[context.statements]
    guard let keyword = statement.keyword else { return SwiftDocuments.notDeclared }
    if tokens.isWord(keyword, among: ["typealias", "associatedtype"]) { return SwiftDocuments.otherName }
    if statement.isValue {
      return isValueOfDeclaration ? SwiftDocuments.notLiteral : SwiftDocuments.notDeclared
    }
    if tokens.isWord(keyword, among: ["let", "var"]) { return SwiftDocuments.notOwnType }
    if tokens.isWord(keyword, "func"), isResult(of: keyword) {
      let hasString = body(of: keyword).map { SwiftMention.hasString($0, tokens) }
      return hasString == true ? SwiftDocuments.computed : nil
    }
    if tokens.isWord(keyword, among: ["func", "init", "subscript", "case"]) {
      return SwiftDocuments.parameter
    }
    return tokens.isWord(keyword, among: SwiftContext.heads)
      ? SwiftDocuments.otherNameInBraces : SwiftDocuments.notDeclared
  }

  /// Whether the type itself is the result of the function that a keyword begins. A `where` comes after the result.
  private func isResult(of keyword: Int) -> Bool {
    context.frames.last?.bracket == "{" && tokens.isMark(start - 1, ">") && tokens.isMark(start - 2, "-")
      && !["?", "!", ".", "&"].contains { tokens.isMark(index + 1, $0) }
      && start - keyword < SwiftMention.reach
      && !(keyword..<start).contains { tokens.isWord($0, "where") }
  }

  // MARK: - Names

  /// Whether it is not the type: something that is declared, another type's member, a label, a macro or an attribute.
  private var isOtherName: Bool {
    if start == index, tokens.isMark(index - 1, ".") { return true }
    if tokens.isMark(start - 1, "#") || tokens.isMark(start - 1, "@") { return true }
    if tokens.isWord(start - 1, "case") { return !tokens.isMark(index + 1, "(") }
    // `extension GraphQLSource?` extends another type.
    if tokens.isWord(start - 1, among: SwiftMention.declaringWords) { return !tokens.isMark(index + 1, "?") }
    guard tokens.isMark(index + 1, ":"), context.frames.last?.bracket != "[" else { return false }
    let before = tokens[start - 1]?.isWord == true ? start - 2 : start - 1
    return ["(", ",", "<"].contains { tokens.isMark(before, $0) }
  }

  /// Words before a name that declare something of that name, or extend it.
  private static let declaringWords: [StaticString] = [
    "struct", "class", "enum", "actor", "protocol", "extension", "func", "import", "let", "var",
    "associatedtype", "typealias", "macro",
  ]

  /// `let a = GraphQLSource…`
  private var isValueOfDeclaration: Bool {
    tokens.isMark(start - 1, "=") && tokens[start - 2]?.isWord == true
      && tokens.isWord(start - 3, among: ["let", "var"])
  }

  // MARK: - Expressions

  /// Whether a value is tested for the type, as in `is GraphQLSource`, `as? [GraphQLSource]` and `case let a as GraphQLSource`.
  private var isTested: Bool {
    var first = beforeParameters(start)
    for frame in context.frames.reversed() {
      if tokens.isWord(first - 1, among: ["any", "some"]) { first -= 1 }
      if isTest(first - 1) { return true }
      switch frame.bracket {
      case "[" where !isCall(frame.opening), "(" where !isCall(frame.opening): first = frame.opening
      case "<":
        first = frame.opening - 1
        while tokens.isMark(first - 1, "."), tokens[first - 2]?.isWord == true { first -= 2 }
      default: return false
      }
      first = beforeParameters(first)
    }
    return false
  }

  /// The first token of the function type whose result begins at `index`; `index` itself if it is not a result.
  private func beforeParameters(_ index: Int) -> Int {
    var result = index
    while index - result < SwiftMention.typeReach, tokens.isMark(result - 1, ">"),
      tokens.isMark(result - 2, "-")
    {
      var first = result - 3
      while tokens.isWord(first, among: ["async", "throws", "rethrows"]) { first -= 1 }
      guard tokens.isMark(first, ")") else { return result }
      var depth = 0
      repeat {
        if tokens.isMark(first, ")") { depth += 1 }
        if tokens.isMark(first, "(") { depth -= 1 }
        first -= 1
      } while depth > 0 && first > index - SwiftMention.typeReach
      if depth > 0 { return result }
      result = beforeAttributes(first) + 1
    }
    return result
  }

  /// Whether the token at `index` is `is`, the end of `as?` or `as!`, or the `as` of a pattern.
  private func isTest(_ index: Int) -> Bool {
    if tokens.isWord(index, "is") { return true }
    if tokens.isMark(index, "?") || tokens.isMark(index, "!") { return tokens.isWord(index - 1, "as") }
    return tokens.isWord(index, "as") && tokens.isWord(index - 2, among: ["let", "var"])
  }

  /// Whether the bracket at `index` follows what is called or subscripted.
  private func isCall(_ index: Int) -> Bool {
    guard let before = tokens[index - 1], tokens.isAdjacent(index - 1) else { return false }
    return before.isWord && !SwiftMention.isBeforeType(before)
      || [")", "]", ">", "?", "!"].contains { before.is($0) }
  }

  private static func isBeforeType(_ word: SwiftToken) -> Bool {
    ["is", "as", "in", "return", "any", "some"].contains { (name: StaticString) in word.is(word: name) }
  }

  /// Whether it leads to a member of the type without a literal, or to `self` of a type that it is a part of, as in
  /// `[GraphQLSource].self`.
  private var isReferenced: Bool {
    var ahead = context
    ahead.advance(to: index + 1, tokens)
    var end = index
    while true {
      while (tokens.isMark(end + 1, "?") || tokens.isMark(end + 1, "!")) && tokens.isAdjacent(end) {
        end += 1
      }
      if tokens.isMark(end + 1, "."), tokens[end + 2]?.isWord == true {
        if tokens.isWord(end + 2, "self") { return true }
        return end == index && !tokens.isWord(end + 2, "init") && !isGivenLiteral(end + 3)
      }
      guard let frame = ahead.frames.last, frame.bracket != "{",
        frame.bracket == "<" || !isCall(frame.opening)
      else { return false }
      // The end of the bracket. A type is short.
      let depth = ahead.frames.count
      while ahead.frames.count >= depth {
        if ahead.next - index > SwiftMention.typeReach || !ahead.read(tokens) { return false }
      }
      end = ahead.next - 1
    }
  }

  /// Whether what is at `index` gives a literal to the member before it.
  private func isGivenLiteral(_ index: Int) -> Bool {
    if tokens.isMark(index, "=") {
      // `let a: GraphQLSource.Kind = …` has another type.
      return !tokens.isMark(start - 1, ":") && !(tokens.isMark(index + 1, "=") && tokens.isAdjacent(index))
    }
    return (tokens.isMark(index, "(") || tokens.isMark(index, "[")) && SwiftMention.hasString(index, tokens)
  }

  /// The index before the attributes that end at `index`.
  private func beforeAttributes(_ index: Int) -> Int {
    var before = index
    while tokens[before]?.isWord == true, tokens.isMark(before - 1, "@") { before -= 2 }
    return before
  }

  // MARK: - Bodies

  /// The index of the brace after the head of a declaration; nil if it has none.
  private func body(of keyword: Int) -> Int? {
    let statements = context.statements
    var ahead = context
    while let token = tokens[ahead.next], ahead.frames.count > statements,
      ahead.frames[statements].keyword == keyword
    {
      if ahead.frames.count == statements + 1 {
        if token.is("{") { return ahead.next }
        if token.is("}") || token.is(";") { return nil }
      }
      if ahead.next - index > SwiftMention.reach { return ahead.next }
      _ = ahead.read(tokens)
    }
    return nil
  }

  /// The words in the braces of a property in a protocol, which begin at `index`: `get`, and `set` if it can be set; none for
  /// other braces.
  static func requirement(_ index: Int, _ tokens: SwiftTokens) -> Range<Int> {
    var next = index + 1
    while tokens.isWord(next, among: ["get", "set", "async", "throws", "nonmutating", "mutating"]) {
      next += 1
    }
    return index + 1..<(tokens.isMark(next, "}") ? next : index + 1)
  }

  /// Whether the braces of a property that begin at `index` only return a value, without a string. Not accessors, which may set it.
  static func isForwarding(_ index: Int, _ tokens: SwiftTokens) -> Bool {
    !tokens.isWord(index + 1, among: accessors) && !tokens.isMark(index + 1, "@") && !hasString(index, tokens)
  }

  private static let accessors: [StaticString] = [
    "get", "set", "mutating", "nonmutating", "_read", "_modify", "read", "modify", "willSet", "didSet",
  ]

  /// Whether the brackets that begin at `index` contain a string.
  private static func hasString(_ index: Int, _ tokens: SwiftTokens) -> Bool {
    var depth = 0
    var next = index
    while let token = tokens[next] {
      next += 1
      if token.isString || next - index > SwiftMention.reach { return true }
      if token.opensBracket { depth += 1 }
      if token.closesBracket { depth -= 1 }
      if depth <= 0 { return false }
    }
    return false
  }
}
