import ApusSource

/// Turns tokens into nodes: a recursive-descent parser for the grammar of the September 2025 specification
/// and what the next edition adds.
///
/// Each function is headed by its production. Nodes are appended to the tree's array in source order: a parent is
/// opened before its children and closed after them.
package struct Parser {
  var lexer: Lexer
  let tree: SyntaxTree
  /// The tree's storage, which outlives the parser. Kept here because every node goes through it.
  let storage: UnsafeMutablePointer<SyntaxTree.Storage>
  let options: ParserOptions
  var depth = 0
  /// Whether an error ends only the element of a list in which it occurs, instead of the definition.
  var isTolerant = false
  /// The state of a tolerant parse.
  var tolerance = Tolerance()

  /// The maximum nesting of selection sets, list values, object values and list types combined.
  package static let maximumDepth = 200

  init(_ source: SourceFile, _ tree: SyntaxTree, _ options: ParserOptions) {
    lexer = Lexer(source, tree.names)
    self.tree = tree
    storage = tree.storage
    self.options = options
  }

  /// Parses one file and adds its nodes to `tree`.
  ///
  /// After a syntax error, parsing continues at the next line that begins a definition, so one run reports several
  /// errors. The tree contains the definitions that could be parsed, and parts of the others if the options ask for them.
  ///
  /// - Returns: the errors in source order; empty for a well-formed document.
  package static func parse(
    _ source: SourceFile, into tree: SyntaxTree, options: ParserOptions = ParserOptions()
  ) -> [SyntaxError] {
    var parser = Parser(source, tree, options)
    let first = tree.count
    var unparsed: [Range<Int>] = []
    let errors = parser.parseDocument(&unparsed)
    tree.files.append(
      SyntaxTree.File(
        source: source, first: first, end: tree.count, isWellFormed: errors.isEmpty, unparsed: unparsed))
    return errors
  }

  // MARK: - Parts of documents

  /// Parses a file that is a single value, and adds its nodes to `tree` as a separate file.
  ///
  /// - Parameter isConstant: whether variables are forbidden.
  /// - Returns: the value's node.
  /// - Throws: ``SyntaxError`` if the text is not exactly one value.
  package static func parseValue(
    _ source: SourceFile, isConstant: Bool, into tree: SyntaxTree
  ) throws(SyntaxError) -> NodeID {
    try parsePart(source, into: tree) { (parser) throws(SyntaxError) in
      try parser.parseValue(isConstant: isConstant)
    }
  }

  /// Parses a file that is a single type reference, and adds its nodes to `tree` as a separate file.
  ///
  /// - Returns: the type's node.
  /// - Throws: ``SyntaxError`` if the text is not exactly one type.
  package static func parseType(_ source: SourceFile, into tree: SyntaxTree) throws(SyntaxError) -> NodeID {
    try parsePart(source, into: tree) { (parser) throws(SyntaxError) in try parser.parseType() }
  }

  private static func parsePart(
    _ source: SourceFile, into tree: SyntaxTree, _ body: (inout Parser) throws(SyntaxError) -> Void
  ) throws(SyntaxError) -> NodeID {
    var parser = Parser(source, tree, ParserOptions())
    if let error = SyntaxError.ofEncoding(source.bytes, source.count) { throw error }
    let first = tree.count
    do {
      try parser.advance()
      try body(&parser)
      try parser.expect(.endOfFile)
    } catch {
      tree.storage.pointee.count = first
      throw error
    }
    tree.files.append(
      SyntaxTree.File(source: source, first: first, end: tree.count, isWellFormed: true, unparsed: []))
    return first
  }

  // MARK: - Document (section 2.3)

  /// Document : Definition+
  ///
  /// - Parameter unparsed: receives the ranges of text that do not parse.
  mutating func parseDocument(_ unparsed: inout [Range<Int>]) -> [SyntaxError] {
    let unreadable =
      lexer.count > options.byteLimit ? tooManyBytes() : SyntaxError.ofEncoding(lexer.bytes, lexer.count)
    if let unreadable {
      tree.unparsed.isUnknown = true
      return [unreadable]
    }
    var errors: [SyntaxError] = []
    var isFirst = true
    repeat {
      let checkpoint = storage.pointee.count
      let definitionStart = isFirst ? 0 : lexer.start
      do {
        if isFirst {
          isFirst = false
          try advance()
        }
        try parseDefinition()
      } catch {
        errors.append(annotated(error, openSince: checkpoint))
        storage.pointee.count = checkpoint
        if error.code == .tooManyTokens {
          tree.unparsed.isUnknown = true
          break
        }
        let stretch = definitionStart..<recover(from: definitionStart)
        unparsed.append(stretch)
        if options.keepsBrokenDefinitions { parseTolerantly(stretch) }
      }
    } while lexer.kind != .endOfFile && errors.count < options.errorLimit
    if lexer.kind != .endOfFile { tree.unparsed.isUnknown = true }
    return errors
  }

  private func tooManyBytes() -> SyntaxError {
    SyntaxError(
      .fileTooLarge, message: "Document has more than \(options.byteLimit) bytes. Parsing aborted.", start: 0,
      end: 0)
  }

  /// Definition : ExecutableDefinition | TypeSystemDefinition | TypeSystemExtension
  mutating func parseDefinition() throws(SyntaxError) {
    if lexer.kind == .braceLeft {
      let node = open(.operation)
      nodes[node].flags = NodeFlag.shorthand
      try parseSelectionSet()
      close(node)
      return
    }
    // The keyword, which follows the description, decides the kind.
    let node = open(.operation)
    let description = (start: lexer.start, end: lexer.end)
    let hasDescription = try parseDescription()
    func refuseDescription(_ message: String) -> SyntaxError {
      SyntaxError(message: message, start: description.start, end: description.end)
    }
    if hasDescription, lexer.kind == .braceLeft {
      throw refuseDescription("Unexpected description, descriptions are not supported on shorthand queries.")
    }
    guard lexer.kind == .name else { throw unexpected() }
    switch lexer.name {
    case Keyword.query: try parseOperation(node, .query)
    case Keyword.mutation: try parseOperation(node, .mutation)
    case Keyword.subscription: try parseOperation(node, .subscription)
    case Keyword.fragment: try parseFragmentDefinition(node)
    case Keyword.extend:
      if hasDescription {
        throw refuseDescription("Unexpected description, only GraphQL definitions support descriptions.")
      }
      try advance()
      nodes[node].flags = NodeFlag.isExtension
      guard lexer.kind == .name else { throw unexpected() }
      if try !parseTypeSystemDefinition(node) { throw unexpected() }
    default:
      if try parseTypeSystemDefinition(node) { break }
      if hasDescription {
        throw refuseDescription("Unexpected description, only GraphQL definitions support descriptions.")
      }
      throw unexpected()
    }
    close(node)
  }

  // MARK: - Nodes

  /// The tree's nodes. Opening a node invalidates the pointer.
  ///
  /// This and ``close(_:)`` are mutating only for speed: in unoptimized builds, a non-mutating member would copy the
  /// parser.
  var nodes: UnsafeMutablePointer<Node> { mutating get { storage.pointee.nodes } }

  /// Opens a node at the current token.
  mutating func open(_ kind: NodeKind) -> NodeID {
    let id = storage.pointee.count
    if id == storage.pointee.capacity { tree.grow() }
    storage.pointee.nodes[id] = Node(
      kind: kind, flags: 0, name: 0, start: UInt32(truncatingIfNeeded: lexer.start), end: 0, next: 0, extra: 0
    )
    storage.pointee.count = id &+ 1
    return id
  }

  /// Closes a node after the last token read.
  mutating func close(_ node: NodeID) {
    let place = storage.pointee.nodes + node
    place.pointee.end = UInt32(truncatingIfNeeded: lexer.previousEnd)
    place.pointee.next = UInt32(truncatingIfNeeded: storage.pointee.count)
  }

  /// Name, stored as the name of `node`.
  mutating func parseName(of node: NodeID) throws(SyntaxError) {
    guard case .name = lexer.kind else { throw expected(.name) }
    nodes[node].name = lexer.name
    nodes[node].extra = UInt32(truncatingIfNeeded: lexer.start)
    try advance()
  }

  // MARK: - Tokens

  mutating func advance() throws(SyntaxError) {
    if isTolerant { return advanceTolerantly() }
    try lexer.advance()
    if lexer.tokenCount > options.tokenLimit {
      throw SyntaxError(
        .tooManyTokens, message: "Document contains more than \(options.tokenLimit) tokens. Parsing aborted.",
        start: lexer.start,
        end: lexer.end)
    }
  }

  mutating func expect(_ kind: TokenKind) throws(SyntaxError) {
    guard lexer.kind == kind else { throw expected(kind) }
    try advance()
  }

  mutating func expectKeyword(_ keyword: NameID) throws(SyntaxError) {
    guard lexer.name == keyword else {
      throw errorHere("Expected \"\(tree.names.string(keyword))\", found \(tokenDescription).")
    }
    try advance()
  }

  /// Consumes the current token if it is of `kind`.
  mutating func skip(_ kind: TokenKind) throws(SyntaxError) -> Bool {
    guard lexer.kind == kind else { return false }
    try advance()
    return true
  }

  mutating func enterNesting() throws(SyntaxError) {
    depth = depth &+ 1
    if depth > Parser.maximumDepth {
      throw SyntaxError(
        .nestedTooDeeply, message: "Document is nested too deeply. Parsing aborted.", start: lexer.start,
        end: lexer.end)
    }
  }

  // MARK: - Errors

  func expected(_ kind: TokenKind) -> SyntaxError {
    errorHere("Expected \(kind.description), found \(tokenDescription).")
  }

  func unexpected() -> SyntaxError { errorHere("Unexpected \(tokenDescription).") }

  /// The error for an unexpected current token. If the next token is itself invalid, throws that error instead: the
  /// reference consumes a name before it looks at it.
  mutating func unexpectedAfterNext() throws(SyntaxError) -> SyntaxError {
    let error = unexpected()
    try advance()
    return error
  }

  func errorHere(_ message: String) -> SyntaxError {
    SyntaxError(message: message, start: lexer.start, end: lexer.end)
  }

  /// The current token as messages print it.
  var tokenDescription: String {
    let description = lexer.kind.description
    switch lexer.kind {
    case .name, .int, .float: return "\(description) \"\(lexer.text(lexer.start, lexer.end))\""
    case .string, .blockString:
      let value = StringValue.decode(
        lexer.bytes + lexer.start, count: lexer.end - lexer.start, isBlock: lexer.kind == .blockString)
      return "\(description) \"\(value)\""
    default: return description
    }
  }
}

/// Limits of a parse.
package struct ParserOptions {
  /// The maximum number of tokens. The default bounds memory: a node takes 24 bytes.
  package var tokenLimit: Int
  /// The maximum size of the text in bytes. The default is what node offsets can hold.
  package var byteLimit: Int
  /// The number of errors in one file after which the parser stops.
  package var errorLimit: Int
  /// The draft of 2026 has empty selection sets, the specification of September 2025 does not.
  package var allowsEmptySelectionSets: Bool
  /// Whether fragments may have variables, and spreads arguments: a draft as well.
  package var allowsFragmentArguments: Bool
  /// Whether Relay's `@argumentDefinitions` and `@arguments` are the same as a fragment's variables and a spread's arguments.
  package var readsRelayArguments: Bool
  /// Whether the tree also contains the readable parts of definitions with errors, for editors.
  package var keepsBrokenDefinitions = false

  package init(
    tokenLimit: Int = 10_000_000, byteLimit: Int = Int(UInt32.max), errorLimit: Int = 20,
    allowsEmptySelectionSets: Bool = true, allowsFragmentArguments: Bool = true,
    readsRelayArguments: Bool = false
  ) {
    self.tokenLimit = tokenLimit
    self.byteLimit = byteLimit
    self.errorLimit = errorLimit
    self.allowsEmptySelectionSets = allowsEmptySelectionSets
    self.allowsFragmentArguments = allowsFragmentArguments
    self.readsRelayArguments = readsRelayArguments
  }

  /// Options for editors: an error ends at most an element of a list.
  package static var tolerant: ParserOptions {
    var options = ParserOptions(errorLimit: .max)
    options.keepsBrokenDefinitions = true
    return options
  }
}
