/// Input values and type references (sections 2.10 and 2.12).
extension Parser {
  /// Value[Const] : [~Const] Variable | IntValue | FloatValue | StringValue | BooleanValue | NullValue | EnumValue
  ///   | ListValue[?Const] | ObjectValue[?Const]
  mutating func parseValue(isConstant: Bool) throws(SyntaxError) {
    switch lexer.kind {
    case .int: try parseLeaf(.intValue)
    case .float: try parseLeaf(.floatValue)
    case .string, .blockString: try parseString(.stringValue)
    case .name: try parseNamedValue()
    case .bracketLeft: try parseList(isConstant: isConstant)
    case .braceLeft: try parseObject(isConstant: isConstant)
    case .dollar:
      if isConstant { throw try variableInConstant() }
      let node = open(.variable)
      try advance()
      try parseName(of: node)
      close(node)
    default: throw unexpected()
    }
  }

  private mutating func variableInConstant() throws(SyntaxError) -> SyntaxError {
    let error = unexpected()
    try advance()
    guard lexer.kind == .name else { return error }
    return SyntaxError(
      message: "Unexpected variable \"$\(tree.names.string(lexer.name))\" in constant value.",
      start: error.start,
      end: lexer.end)
  }

  private mutating func parseLeaf(_ kind: NodeKind) throws(SyntaxError) {
    let node = open(kind)
    try advance()
    close(node)
  }

  /// StringValue
  private mutating func parseString(_ kind: NodeKind) throws(SyntaxError) {
    let node = open(kind)
    if case .blockString = lexer.kind { nodes[node].flags = NodeFlag.block }
    try advance()
    close(node)
  }

  /// Description : StringValue
  ///
  /// - Returns: whether there was one.
  mutating func parseDescription() throws(SyntaxError) -> Bool {
    switch lexer.kind {
    case .string, .blockString:
      try parseString(.description)
      return true
    default: return false
    }
  }

  /// BooleanValue : one of `true` `false`
  ///
  /// NullValue : `null`
  ///
  /// EnumValue : Name but not `true`, `false` or `null`
  private mutating func parseNamedValue() throws(SyntaxError) {
    let node = open(.enumValue)
    switch lexer.name {
    case Keyword.true:
      nodes[node].kind = .booleanValue
      nodes[node].flags = NodeFlag.isTrue
    case Keyword.false: nodes[node].kind = .booleanValue
    case Keyword.null: nodes[node].kind = .nullValue
    default: break
    }
    try parseName(of: node)
    close(node)
  }

  /// ListValue[Const] : [ ] | [ Value[?Const]+ ]
  private mutating func parseList(isConstant: Bool) throws(SyntaxError) {
    try enterNesting()
    let node = open(.listValue)
    try advance()
    var list = openList
    while try !skip(.bracketRight) {
      do throws(SyntaxError) { try parseValue(isConstant: isConstant) } catch {
        guard try resume(after: error, in: .values, &list) else { break }
      }
    }
    close(node)
    depth = depth &- 1
  }

  /// ObjectValue[Const] : { } | { ObjectField[?Const]+ }
  ///
  /// ObjectField[Const] : Name : Value[?Const]
  private mutating func parseObject(isConstant: Bool) throws(SyntaxError) {
    try enterNesting()
    let node = open(.objectValue)
    try advance()
    var list = openList
    while try !skip(.braceRight) {
      do throws(SyntaxError) {
        let field = open(.objectField)
        try parseName(of: field)
        try expect(.colon)
        try parseValue(isConstant: isConstant)
        close(field)
      } catch {
        guard try resume(after: error, in: .objectFields, &list) else { break }
      }
    }
    close(node)
    depth = depth &- 1
  }

  // MARK: - Types (section 2.12)

  /// Type : NamedType | ListType | NonNullType
  ///
  /// ListType : [ Type ]
  ///
  /// NonNullType : NamedType ! | ListType !
  mutating func parseType() throws(SyntaxError) {
    let node = open(.namedType)
    if case .bracketLeft = lexer.kind {
      nodes[node].kind = .listType
      try advance()
      try enterNesting()
      try parseType()
      depth = depth &- 1
      try expect(.bracketRight)
    } else {
      try parseName(of: node)
    }
    if case .bang = lexer.kind {
      nodes[node].flags = NodeFlag.nonNull
      try advance()
    }
    close(node)
  }

  /// NamedType : Name
  mutating func parseNamedType() throws(SyntaxError) {
    let node = open(.namedType)
    try parseName(of: node)
    close(node)
  }
}
