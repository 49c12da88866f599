/// Parses definitions with errors, for editors. An error only ends an element of a list, such as a selection or an argument, and the list continues.
///
/// If a bracket is missing, the enclosing one closes both. Tokens that fit nowhere are skipped.
extension Parser {
  /// The state of a tolerant parse.
  struct Tolerance {
    /// Tokens from this offset on belong to the next definition.
    var limit = 0
    /// The list that last continued, and the start of the token at which it did.
    var last = (list: -1, token: -1)
    /// The nodes that are open at the end of the last stretch of text.
    var open: [NodeID] = []
    /// Whether the last stretch of text ends in a string.
    var endsWithinString = false
    /// The end of the last token.
    var tokenEnd = 0
  }

  /// A list whose elements can be broken.
  enum List {
    case selections, arguments, variables, directives, values, objectFields, members, argumentDefinitions
  }

  /// A list that is being parsed.
  struct OpenList {
    /// The first node of its elements.
    let node: NodeID
    /// The depth of its elements.
    let depth: Int
    /// Its nodes before this one are closed.
    var unchecked: NodeID
  }

  /// A list that starts at the current token.
  var openList: OpenList {
    OpenList(node: storage.pointee.count, depth: depth, unchecked: storage.pointee.count)
  }

  // MARK: - Lists

  /// Throws the error of an element, or in a tolerant parse continues the list unless it ends here. Closes the nodes that the element left open, and
  /// skips tokens that can neither begin an element nor end the list.
  ///
  /// - Returns: whether the list continues. If not, the current token belongs to the enclosing node.
  mutating func resume(after error: SyntaxError, in list: List, _ open: inout OpenList) throws(SyntaxError)
    -> Bool
  {
    if !isTolerant { throw error }
    var error = error
    while true {
      if lexer.kind == .endOfFile { throw error }
      closeBroken(since: open.unchecked)
      open.unchecked = storage.pointee.count
      depth = open.depth
      // Without this, the same error would occur again.
      if tolerance.last == (open.node, lexer.start) { advanceTolerantly() }
      while lexer.kind != .endOfFile, Parser.skips(lexer.kind, in: list) { advanceTolerantly() }
      tolerance.last = (open.node, lexer.start)
      switch (list, lexer.kind) {
      case (_, .endOfFile): return true
      case (.selections, .braceLeft), (.selections, .at):
        do throws(SyntaxError) { try parseStraySelections() } catch let next {
          error = next
          continue
        }
        return true
      default: return Parser.resumes(list, at: lexer.kind)
      }
    }
  }

  /// Whether a token begins an element of a list or closes the list.
  private static func resumes(_ list: List, at kind: TokenKind) -> Bool {
    switch (list, kind) {
    case (.selections, .name), (.selections, .spread), (.selections, .braceRight), (.selections, .braceLeft),
      (.selections, .at), (.directives, .at), (.arguments, .name), (.arguments, .parenRight),
      (.variables, .dollar), (.variables, .string), (.variables, .blockString), (.variables, .parenRight),
      (.objectFields, .name), (.objectFields, .braceRight), (.members, .name), (.members, .string),
      (.members, .blockString), (.members, .braceRight), (.argumentDefinitions, .name),
      (.argumentDefinitions, .string), (.argumentDefinitions, .blockString),
      (.argumentDefinitions, .parenRight),
      (.values, .name), (.values, .int), (.values, .float), (.values, .string), (.values, .blockString),
      (.values, .dollar), (.values, .bracketLeft), (.values, .braceLeft), (.values, .bracketRight):
      true
    default: false
    }
  }

  /// Whether a token belongs neither to a list nor to the enclosing node.
  private static func skips(_ kind: TokenKind, in list: List) -> Bool {
    if resumes(list, at: kind) { return false }
    switch (list, kind) {
    case (.directives, _): return false
    case (.selections, _), (.members, _): return true
    case (.arguments, .braceLeft), (.variables, .braceLeft), (.argumentDefinitions, .braceLeft),
      (.objectFields, .bracketRight), (.objectFields, .parenRight), (.values, .parenRight), (_, .braceRight),
      (_, .at), (_, .spread):
      return false
    default: return true
    }
  }

  /// Parses directives without a field as directives of a field without a name, or a selection set without a field as an inline fragment.
  private mutating func parseStraySelections() throws(SyntaxError) {
    let node = open(lexer.kind == .at ? .field : .inlineFragment)
    try parseDirectives(isConstant: false)
    if lexer.kind == .braceLeft { try parseSelectionSet() }
    close(node)
  }

  // MARK: - Nodes and tokens

  /// Closes the nodes that a broken element left open, and removes those without tokens.
  private mutating func closeBroken(since first: NodeID) {
    var node = first
    var end = storage.pointee.count
    while end > node, nodes[end - 1].end == 0, Int(nodes[end - 1].start) >= tolerance.tokenEnd { end -= 1 }
    storage.pointee.count = end
    while node < end {
      if nodes[node].end == 0 { closeAtLastToken(node) }
      node += 1
    }
  }

  private mutating func closeAtLastToken(_ node: NodeID) {
    nodes[node].end = max(nodes[node].start, UInt32(truncatingIfNeeded: tolerance.tokenEnd))
    nodes[node].next = UInt32(truncatingIfNeeded: storage.pointee.count)
  }

  /// Reads the next valid token.
  mutating func advanceTolerantly() {
    if lexer.kind != .endOfFile { tolerance.tokenEnd = lexer.end }
    while lexer.end < tolerance.limit {
      do throws(SyntaxError) {
        try lexer.advance()
        lexer.previousEnd = tolerance.tokenEnd
        if lexer.start < tolerance.limit { return }
      } catch {
        if error.end >= tolerance.limit, lexer.bytes[lexer.start] == Byte.quote {
          tolerance.endsWithinString = true
        }
        lexer.skipInvalid(after: error)
      }
    }
    lexer.kind = .endOfFile
    lexer.name = 0
    lexer.start = tolerance.limit
    lexer.end = tolerance.limit
    lexer.previousEnd = tolerance.tokenEnd
  }

  // MARK: - Definitions

  /// Adds the nodes that can be read from a stretch of text with an error: one definition or several, with or without a readable header.
  mutating func parseTolerantly(_ stretch: Range<Int>) {
    let next = lexer
    isTolerant = true
    tolerance = Tolerance(limit: stretch.upperBound)
    tolerance.tokenEnd = stretch.lowerBound
    lexer.kind = .endOfFile
    lexer.end = stretch.lowerBound
    advanceTolerantly()
    while lexer.kind != .endOfFile {
      let definition = storage.pointee.count
      depth = 0
      do throws(SyntaxError) { try parseDefinition() } catch {
        while lexer.kind != .endOfFile {
          do throws(SyntaxError) {
            try resumeDefinition(definition)
            break
          } catch { continue }
        }
        if lexer.kind == .endOfFile { closeRest(from: definition) }
      }
    }
    isTolerant = false
    depth = 0
    lexer = next
  }

  /// Continues a definition after an error in its header: at its part in braces, otherwise after it.
  private mutating func resumeDefinition(_ definition: NodeID) throws(SyntaxError) {
    let hasDescription = storage.pointee.count > definition + 1 && nodes[definition + 1].kind == .description
    let firstEnd = Int(hasDescription ? nodes[definition + 1].end : nodes[definition].start)
    if tolerance.tokenEnd <= firstEnd, lexer.kind != .braceLeft {
      if lexer.kind != .name || hasDescription {
        storage.pointee.count = definition
        if !hasDescription { advanceTolerantly() }
        return
      }
      // An unknown keyword begins a definition of unknown type.
      nodes[definition].kind = .fragmentDefinition
      advanceTolerantly()
    }
    closeBroken(since: definition + 1)
    depth = 0
    while lexer.kind != .braceLeft {
      if lexer.kind == .endOfFile { throw unexpected() }
      if Keyword.startsDefinition(lexer.name) { return closeAtLastToken(definition) }
      advanceTolerantly()
    }
    try parseBlock(of: definition)
    close(definition)
  }

  /// Closes all nodes that are open at the end, and records them.
  private mutating func closeRest(from definition: NodeID) {
    var node = definition
    while node < storage.pointee.count {
      if nodes[node].end == 0 {
        tolerance.open.append(node)
        closeAtLastToken(node)
      }
      node += 1
    }
  }
}

extension Keyword {
  /// Whether a name begins a definition or an extension.
  package static func startsDefinition(_ name: NameID) -> Bool {
    name >= query && name <= fragment || name >= schema && name <= extend
  }
}
