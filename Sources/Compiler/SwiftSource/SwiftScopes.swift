import ApusSource

/// The braces around a place: those of a type, or of code.
struct SwiftScopes {
  /// A place between two tokens, after a brace or semicolon, from where declarations can be read.
  struct Boundary {
    var offset = 0
    var conditions = SwiftConditions()
  }

  /// An opening brace, and the boundary before it, from where its declaration begins.
  private struct Brace {
    var offset: Int
    var header: Boundary
    /// Whether it begins an extension of the type of documents.
    var isExtension: Bool
  }

  private var braces: [Brace] = []
  /// Whether some brace begins an extension of the type of documents.
  private(set) var isInExtension = false
  private let source: SourceFile

  init(_ source: SourceFile) { self.source = source }

  mutating func open(_ offset: Int, header: Boundary, isExtension: Bool) {
    braces.append(Brace(offset: offset, header: header, isExtension: isExtension))
    if isExtension { isInExtension = true }
  }

  /// Closes the innermost brace.
  ///
  /// - Returns: the boundary before that brace.
  mutating func close() -> Boundary? {
    let brace = braces.popLast()
    if brace?.isExtension == true { isInExtension = braces.contains(where: \.isExtension) }
    return brace?.header
  }

  /// Whether `Self` is the type of documents: no other type is declared in its extension.
  var isSelfDocument: Bool {
    for brace in braces.reversed() {
      if brace.isExtension { return true }
      if isOfType(brace) { return false }
    }
    return false
  }

  /// The reason why the declaration whose `let` or `var` is at `index`, in the current scope, is not a document; nil if it
  /// is global or static.
  func refusal(ofBinding index: Int, _ tokens: SwiftTokens) -> String? {
    guard let brace = braces.last else { return nil }
    if !isOfType(brace) {
      return """
        A local document is not read, because it may depend on what the function does. Make it a static property or a \
        global constant: \(SwiftDocuments.form).
        """
    }
    if SwiftScopes.isStatic(index, tokens) { return nil }
    return "A document belongs to a type, not to each of its values. Add 'static': \(SwiftDocuments.form)."
  }

  // MARK: - Braces

  /// Whether a brace begins the members of a type: the last keyword before it that begins a scope is that of a type.
  private func isOfType(_ brace: Brace) -> Bool {
    let tokens = SwiftTokens(SwiftLexer(source, from: brace.header))
    var isType = false
    var index = 0
    while let token = tokens[index], token.start < brace.offset {
      if SwiftScopes.beginsType(index, tokens) {
        isType = true
      } else if token.isWord, SwiftScopes.codeWords.contains(where: { token.is(word: $0) }) {
        isType = false
      }
      index += 1
    }
    return isType
  }

  /// Whether the word at `index` begins the declaration of a type. `class` is also a modifier, and a constraint.
  private static func beginsType(_ index: Int, _ tokens: SwiftTokens) -> Bool {
    guard tokens.isWord(index, among: typeWords), !tokens.isWord(index - 1, "import") else { return false }
    if [".", ":", "(", ","].contains(where: { tokens.isMark(index - 1, $0) }) { return false }
    // `extension [Int]`
    if tokens.isWord(index, "extension"), tokens.isMark(index + 1, "[") || tokens.isMark(index + 1, "(") {
      return true
    }
    guard tokens[index + 1]?.isWord == true else { return false }
    return !tokens.isWord(index + 1, among: codeWords + memberWords)
  }

  private static let typeWords: [StaticString] = [
    "struct", "class", "enum", "actor", "extension", "protocol",
  ]

  private static let codeWords: [StaticString] = ["func", "var", "let", "subscript", "init", "deinit"]

  private static let memberWords: [StaticString] = [
    "override", "final", "public", "private", "internal", "fileprivate", "open", "package", "in",
  ]

  // MARK: - Modifiers

  /// Whether one of the modifiers before `let` or `var` is `static`. Attributes may be among them.
  private static func isStatic(_ index: Int, _ tokens: SwiftTokens) -> Bool {
    var before = index - 1
    while before >= 0 {
      if tokens.isWord(before, "static") { return true }
      if tokens.isMark(before, ")") {
        var depth = 0
        repeat {
          if tokens.isMark(before, ")") { depth += 1 }
          if tokens.isMark(before, "(") { depth -= 1 }
          before -= 1
        } while before >= 0 && depth > 0
        // The modifier or attribute that the parentheses belong to.
        if tokens[before]?.isWord != true { return false }
      }
      let isAttribute = tokens.isMark(before - 1, "@")
      guard isAttribute || tokens.isWord(before, among: modifiers) else { return false }
      before -= isAttribute ? 2 : 1
    }
    return false
  }

  private static let modifiers: [StaticString] = [
    "public", "private", "internal", "fileprivate", "package", "open", "final", "nonisolated", "lazy", "weak",
    "unowned", "override", "class",
  ]
}
