/// Operations, selections and fragments (sections 2.4 to 2.9).
extension Parser {
  /// OperationDefinition :
  ///   - Description? OperationType Name? VariablesDefinition? Directives? SelectionSet
  ///   - SelectionSet
  mutating func parseOperation(_ node: NodeID, _ kind: OperationKind) throws(SyntaxError) {
    nodes[node].flags = kind.rawValue
    try advance()
    if lexer.kind == .name { try parseName(of: node) }
    try parseVariableDefinitions()
    try parseDirectives(isConstant: false)
    try parseSelectionSet()
  }

  /// VariablesDefinition : ( VariableDefinition+ )
  private mutating func parseVariableDefinitions() throws(SyntaxError) {
    guard try skip(.parenLeft) else { return }
    var list = openList
    repeat {
      do throws(SyntaxError) { try parseVariableDefinition() } catch {
        guard try resume(after: error, in: .variables, &list) else { return }
      }
    } while try !skip(.parenRight)
  }

  /// VariableDefinition : Description? Variable : Type DefaultValue? Directives[Const]?
  private mutating func parseVariableDefinition() throws(SyntaxError) {
    let node = open(.variableDefinition)
    _ = try parseDescription()
    let variable = open(.variable)
    try expect(.dollar)
    try parseName(of: variable)
    close(variable)
    nodes[node].name = nodes[variable].name
    nodes[node].extra = nodes[variable].extra
    try expect(.colon)
    try parseType()
    if try skip(.equals) { try parseValue(isConstant: true) }
    try parseDirectives(isConstant: true)
    close(node)
  }

  /// SelectionSet : { Selection* }
  mutating func parseSelectionSet() throws(SyntaxError) {
    try enterNesting()
    guard case .braceLeft = lexer.kind else { throw expected(.braceLeft) }
    let node = open(.selectionSet)
    try advance()
    if !options.allowsEmptySelectionSets, lexer.kind == .braceRight { throw expected(.name) }
    var list = openList
    while true {
      if case .braceRight = lexer.kind { break }
      do throws(SyntaxError) {
        if case .spread = lexer.kind { try parseFragment() } else { try parseField() }
      } catch {
        _ = try resume(after: error, in: .selections, &list)
      }
    }
    try advance()
    close(node)
    depth = depth &- 1
  }

  /// Field : Alias? Name Arguments? Directives? SelectionSet?
  private mutating func parseField() throws(SyntaxError) {
    guard case .name = lexer.kind else { throw expected(.name) }
    let node = open(.field)
    let first = lexer.name
    try advance()
    if case .colon = lexer.kind {
      try advance()
      guard case .name = lexer.kind else { throw expected(.name) }
      nodes[node].name = lexer.name
      nodes[node].extra = first
      try advance()
    } else {
      nodes[node].name = first
    }
    if case .parenLeft = lexer.kind { try parseArguments(isConstant: false) }
    if case .at = lexer.kind { try parseDirectives(isConstant: false) }
    if case .braceLeft = lexer.kind { try parseSelectionSet() }
    close(node)
  }

  /// Arguments[Const] : ( Argument[?Const]+ )
  ///
  /// Argument[Const] : Name : Value[?Const]
  mutating func parseArguments(isConstant: Bool) throws(SyntaxError) {
    try advance()
    var list = openList
    while true {
      do throws(SyntaxError) {
        let node = open(.argument)
        try parseName(of: node)
        try expect(.colon)
        try parseValue(isConstant: isConstant)
        close(node)
      } catch {
        guard try resume(after: error, in: .arguments, &list) else { return }
      }
      if case .parenRight = lexer.kind { break }
    }
    try advance()
  }

  /// FragmentSpread : ... FragmentName Arguments? Directives?
  ///
  /// InlineFragment : ... TypeCondition? Directives? SelectionSet
  private mutating func parseFragment() throws(SyntaxError) {
    let node = open(.inlineFragment)
    try advance()
    if lexer.name == Keyword.on {
      try advance()
      try parseNamedType()
    } else if lexer.kind == .name {
      nodes[node].kind = .fragmentSpread
      try parseName(of: node)
      if options.allowsFragmentArguments, lexer.kind == .parenLeft { try parseArguments(isConstant: false) }
      try parseDirectives(isConstant: false)
      if options.readsRelayArguments { try translateRelayArguments(of: node) }
      close(node)
      return
    }
    try parseDirectives(isConstant: false)
    try parseSelectionSet()
    close(node)
  }

  /// FragmentDefinition : Description? fragment FragmentName VariablesDefinition? TypeCondition Directives?
  ///   SelectionSet
  ///
  /// FragmentName : Name but not `on`
  mutating func parseFragmentDefinition(_ node: NodeID) throws(SyntaxError) {
    nodes[node].kind = .fragmentDefinition
    try advance()
    if lexer.name == Keyword.on { throw unexpected() }
    try parseName(of: node)
    if options.allowsFragmentArguments { try parseVariableDefinitions() }
    try expectKeyword(Keyword.on)
    try parseNamedType()
    try parseDirectives(isConstant: false)
    if options.readsRelayArguments { try translateRelayArguments(of: node) }
    try parseSelectionSet()
  }

  /// Directives[Const] : Directive[?Const]+
  ///
  /// Directive[Const] : @ Name Arguments[?Const]?
  mutating func parseDirectives(isConstant: Bool) throws(SyntaxError) {
    var list = openList
    while case .at = lexer.kind {
      do throws(SyntaxError) {
        let node = open(.directive)
        try advance()
        try parseName(of: node)
        if case .parenLeft = lexer.kind { try parseArguments(isConstant: isConstant) }
        close(node)
      } catch {
        guard try resume(after: error, in: .directives, &list) else { return }
      }
    }
  }
}
