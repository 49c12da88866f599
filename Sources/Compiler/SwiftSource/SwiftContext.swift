/// The brackets that are open at a token, with the declaration or statement that each of them has reached.
///
/// Tokens are read once, from the first to the last, since a file may have any number of mentions.
struct SwiftContext {
  /// An open bracket, or what is outside of all brackets.
  struct Frame {
    /// The index of the opening bracket; -1 for the first frame.
    let opening: Int
    let bracket: Unicode.Scalar
    /// The index of the last keyword directly in it.
    var keyword: Int?
    /// Whether a value follows: an `=` after that keyword, or after the last comma.
    var isValue = false
  }

  private(set) var frames = [Frame(opening: -1, bracket: "{")]
  /// The index of the first token that has not been read.
  private(set) var next = 0

  /// The number of the innermost frame of statements.
  var statements: Int { frames.lastIndex { $0.bracket == "{" } ?? 0 }

  /// Reads the tokens before an index.
  mutating func advance(to index: Int, _ tokens: SwiftTokens) {
    while next < index, read(tokens) {}
  }

  /// Reads a token.
  ///
  /// - Returns: whether there is one.
  mutating func read(_ tokens: SwiftTokens) -> Bool {
    guard let token = tokens[next] else { return false }
    if token.isWord { readWord(token, tokens) }
    if token.kind == .mark { readMark(token, tokens) }
    next += 1
    return true
  }

  private var last: Int { frames.count - 1 }

  private mutating func readWord(_ token: SwiftToken, _ tokens: SwiftTokens) {
    guard SwiftContext.keywords.contains(where: { token.is(word: $0) }) else { return }
    // A member or a label.
    if tokens.isMark(next - 1, ".") || tokens.isMark(next + 1, ":") || tokens.isWord(next - 1, "import") {
      return
    }
    // A name that is no keyword everywhere.
    if token.is(word: "actor"), tokens[next + 1]?.isWord != true { return }
    frames[last].keyword = next
    frames[last].isValue = false
  }

  private mutating func readMark(_ token: SwiftToken, _ tokens: SwiftTokens) {
    if token.is("(") { return open("(") }
    if token.is("[") { return open("[") }
    if token.is("{") { return open("{") }
    if token.is(")") || token.is("]") || token.is("}") {
      closeAngles()
      if last > 0 { frames.removeLast() }
    } else if token.is("<") {
      if opensAngle(tokens) { open("<") }
    } else if token.is(">") {
      if frames[last].bracket == "<", !(tokens.isMark(next - 1, "-") && tokens.isAdjacent(next - 1)) {
        frames.removeLast()
      }
    } else if token.is("=") {
      if isAssignment(tokens) { frames[last].isValue = true }
    } else if token.is(",") {
      frames[last].isValue = false
    } else if token.is(":"), let keyword = frames[last].keyword, tokens.isWord(keyword, "case") {
      // The statements of a switch.
      frames[last].keyword = nil
    }
  }

  private mutating func open(_ bracket: Unicode.Scalar) {
    frames.append(Frame(opening: next, bracket: bracket))
  }

  private mutating func closeAngles() {
    while last > 0, frames[last].bracket == "<" { frames.removeLast() }
  }

  /// Whether a `<` begins arguments or parameters of types. As an operator, it has blanks on both sides or on none, and what
  /// is misread here ends with the brackets around it.
  private func opensAngle(_ tokens: SwiftTokens) -> Bool {
    guard let before = tokens[next - 1], before.isWord, tokens.isAdjacent(next - 1), tokens.isAdjacent(next)
    else { return false }
    return tokens[next + 1]?.isWord == true || ["(", "[", "@"].contains { tokens.isMark(next + 1, $0) }
  }

  /// Whether an `=` is not a part of another operator.
  private func isAssignment(_ tokens: SwiftTokens) -> Bool {
    let isBefore = ["=", "!", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "~"].contains {
      tokens.isMark(next - 1, $0)
    }
    if isBefore, tokens.isAdjacent(next - 1) { return false }
    return !(tokens.isMark(next + 1, "=") && tokens.isAdjacent(next))
  }

  private static let keywords: [StaticString] =
    heads + [
      "let", "var", "case", "typealias", "associatedtype", "for", "if", "guard", "while", "switch", "return",
      "in", "import",
    ]

  /// The keywords of declarations whose head may mention types, before their braces.
  static let heads: [StaticString] = [
    "func", "init", "subscript", "struct", "class", "enum", "actor", "extension", "protocol",
  ]
}
