import ApusSource
import ApusSchema
import ApusSyntax

/// The semantic tokens of one file, for highlighting.
///
/// The kind of a token is that of the node whose name it is. A name of no node is a keyword if the grammar has such a word, else a property.
package struct SemanticTokens {
  package private(set) var tokens: [SemanticToken] = []

  private let source: SourceFile
  private let tree: SyntaxTree
  /// The next node that may have a name, and the end of the file's nodes.
  private var node: NodeID
  private let end: NodeID
  /// The end of the last input object's nodes.
  private var inputObjectEnd: NodeID = 0
  /// Whether the next variable is defined.
  private var definesVariable = false
  /// Whether the name after an alias comes next.
  private var followsAlias = false

  /// - Parameters:
  ///   - range: the part of the text that needs tokens.
  ///   - analysis: knows which elements are deprecated; nil if only the text is known.
  package init(_ source: SourceFile, in range: Range<Int>, _ analysis: Analysis?) {
    let known = analysis?.parsed(source)
    self.source = source
    if let (tree, file) = known, file.isWellFormed {
      self.tree = tree
      (node, end) = (file.first, file.end)
    } else {
      tree = SyntaxTree(names: analysis?.names ?? NameTable())
      _ = Parser.parse(source, into: tree, options: .tolerant)
      (node, end) = (0, tree.count)
    }
    read(range)
    if let analysis, let (tree, file) = known {
      let deprecated = analysis.deprecatedNames(of: file, in: tree, range)
      for index in tokens.indices where deprecated.contains(tokens[index].start) {
        tokens[index].isDeprecated = true
      }
    }
  }

  /// Reads the tokens of a range, from the start of the definition at its start.
  private mutating func read(_ range: Range<Int>) {
    while node < end, Int(tree.nodes[node].next) < end,
      Int(tree.nodes[Int(tree.nodes[node].next)].start) <= range.lowerBound
    {
      node = Int(tree.nodes[node].next)
    }
    let start =
      node < end && Int(tree.nodes[node].start) <= range.lowerBound ? Int(tree.nodes[node].start) : 0
    let limit = min(range.upperBound, source.count)
    var scanner = TokenScanner(source, tree.names, start: start)
    var previous: TokenScanner.Token?
    var offset = start
    var token = scanner.next()
    // A variable forms one token with its "$".
    while let current = token, current.start < limit || previous?.kind == .dollar {
      addComments(from: offset, to: min(current.start, limit))
      switch current.kind {
      case .name: readName(current, previous)
      case .string, .blockString: addString(current)
      case .int, .float: tokens.append(SemanticToken(start: current.start, end: current.end, kind: .number))
      default: break
      }
      previous = current
      offset = current.end
      token = scanner.next()
    }
    addComments(from: offset, to: min(token?.start ?? source.count, limit))
    if start < range.lowerBound { tokens.removeAll { $0.end <= range.lowerBound } }
  }

  private mutating func addComments(from start: Int, to end: Int) {
    let p = source.bytes
    var offset = start
    while offset < end {
      if p[offset] != UInt8(ascii: "#") {
        offset = offset &+ 1
        continue
      }
      let first = offset
      while offset < source.count, p[offset] != 0x0A, p[offset] != 0x0D { offset = offset &+ 1 }
      tokens.append(SemanticToken(start: first, end: offset, kind: .comment))
    }
  }

  /// Adds one token per line of a string.
  private mutating func addString(_ token: TokenScanner.Token) {
    let p = source.bytes
    var first = token.start
    var offset = token.start
    while offset <= token.end {
      if offset == token.end || p[offset] == 0x0A || p[offset] == 0x0D {
        if offset > first { tokens.append(SemanticToken(start: first, end: offset, kind: .string)) }
        first = offset &+ 1
      }
      offset = offset &+ 1
    }
  }

  // MARK: - Names

  private mutating func readName(_ token: TokenScanner.Token, _ previous: TokenScanner.Token?) {
    while node < end, nameStart < token.start { pass() }
    var found = SemanticToken(start: token.start, end: token.end, kind: .property)
    if node < end, nameStart == token.start {
      (found.kind, found.isDefinition) = role
      if found.kind == .variable, token.start == (previous?.end ?? 0) { found.start -= 1 }
      pass()
    } else if followsAlias {
      followsAlias = false
    } else if Keyword.startsDefinition(token.name) || token.name == Keyword.on
      || token.name == Keyword.implements
      || token.name == Keyword.repeatable
    {
      found.kind = .keyword
    }
    tokens.append(found)
  }

  /// The start of the current node's name; -1 for a node without one.
  private var nameStart: Int {
    let entry = tree.nodes[node]
    if entry.name == 0 || entry.kind == .variableDefinition { return -1 }
    return Int(entry.kind == .field ? entry.start : entry.extra)
  }

  /// Moves to the next node.
  private mutating func pass() {
    let entry = tree.nodes[node]
    switch entry.kind {
    case .inputObjectType: inputObjectEnd = Int(entry.next)
    case .variableDefinition: definesVariable = true
    case .variable: definesVariable = false
    case .field: followsAlias = entry.extra != 0
    default: break
    }
    node = node &+ 1
  }

  /// The kind of the current node's name, and whether the node defines it.
  private var role: (SemanticToken.Kind, Bool) {
    let isExtension = tree.has(NodeFlag.isExtension, node)
    return switch tree.kind(node) {
    case .operation, .fragmentDefinition: (.type, true)
    case .scalarType, .objectType, .interfaceType, .unionType, .enumType, .inputObjectType:
      (.type, !isExtension)
    case .namedType, .fragmentSpread: (.type, false)
    case .variable: (.variable, definesVariable)
    case .argument: (.parameter, false)
    case .directive: (.decorator, false)
    case .directiveDefinition: (.decorator, !isExtension)
    case .booleanValue, .nullValue: (.keyword, false)
    case .enumValue, .directiveLocation: (.enumMember, false)
    case .enumValueDefinition: (.enumMember, true)
    case .inputValueDefinition: (node < inputObjectEnd ? .property : .parameter, true)
    case .fieldDefinition: (.property, true)
    default: (.property, false)
    }
  }
}

extension Analysis {
  /// The tree of a file, whether of documents or the schema.
  fileprivate func parsed(_ source: SourceFile) -> (SyntaxTree, SyntaxTree.File)? {
    if let file = file(of: source) { return (tree, file) }
    if let file = schema.tree.files.dropFirst().first(where: { $0.source === source }) {
      return (schema.tree, file)
    }
    return nil
  }

  /// The offsets of names that refer to deprecated elements.
  fileprivate func deprecatedNames(of file: SyntaxTree.File, in tree: SyntaxTree, _ range: Range<Int>) -> Set<
    Int
  > {
    let isDocument = tree === self.tree
    var found: Set<Int> = []
    var node = file.first
    while node < file.end {
      let entry = tree.nodes[node]
      if Int(entry.start) >= range.upperBound { break }
      if Int(entry.end) <= range.lowerBound {
        node = Int(entry.next)
        continue
      }
      if isDocument {
        if isDeprecated(node) { found.insert(nameRange(node).start) }
      } else if tree.directive(Keyword.deprecated, on: node) != nil {
        found.insert(tree.nameRange(of: node).start)
      }
      node += 1
    }
    return found
  }

  /// Whether a document's node refers to something deprecated.
  private func isDeprecated(_ node: NodeID) -> Bool {
    switch tree.nodes[node].kind {
    case .field: index.field(node).map { schema[$0].isDeprecated } ?? false
    case .argument, .objectField: index.input(node).map { schema[$0].isDeprecated } ?? false
    case .enumValue: index.enumValue(node).map { schema[$0].isDeprecated } ?? false
    case .directive: index.directive(node).map { schema[$0].isDeprecated } ?? false
    default: false
    }
  }
}
