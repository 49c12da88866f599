/// Type system definitions and extensions (sections 3.2 to 3.13).
extension Parser {
  /// TypeSystemDefinition : SchemaDefinition | TypeDefinition | DirectiveDefinition
  ///
  /// The current token is the keyword. Also parses TypeSystemExtension after `extend`, which must add something.
  ///
  /// - Returns: false, without consuming a token, if the keyword does not start a type system definition.
  mutating func parseTypeSystemDefinition(_ node: NodeID) throws(SyntaxError) -> Bool {
    switch lexer.name {
    case Keyword.type: try parseTypeDefinition(node, .objectType)
    case Keyword.interface: try parseTypeDefinition(node, .interfaceType)
    case Keyword.input: try parseTypeDefinition(node, .inputObjectType)
    case Keyword.enum: try parseTypeDefinition(node, .enumType)
    case Keyword.union: try parseTypeDefinition(node, .unionType)
    case Keyword.scalar: try parseTypeDefinition(node, .scalarType)
    case Keyword.schema: try parseSchema(node)
    case Keyword.directive: try parseDirectiveDefinition(node)
    default: return false
    }
    return true
  }

  /// Throws if an extension adds nothing. `children` is the number of nodes before its contents.
  private mutating func requireContent(_ node: NodeID, after children: Int) throws(SyntaxError) {
    if nodes[node].flags & NodeFlag.isExtension != 0, storage.pointee.count == children { throw unexpected() }
  }

  /// { Member+ }
  private mutating func parseMembers(
    _ parseMember: (inout Parser) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    try expect(.braceLeft)
    var list = openList
    repeat {
      do throws(SyntaxError) { try parseMember(&self) } catch {
        _ = try resume(after: error, in: .members, &list)
      }
    } while try !skip(.braceRight)
  }

  /// Parses a definition's block in braces: its members, or its selection set.
  mutating func parseBlock(of node: NodeID) throws(SyntaxError) {
    switch nodes[node].kind {
    case .schemaDefinition:
      try parseMembers { (parser) throws(SyntaxError) in try parser.parseOperationType() }
    case .objectType, .interfaceType:
      try parseMembers { (parser) throws(SyntaxError) in try parser.parseFieldDefinition() }
    case .enumType: try parseMembers { (parser) throws(SyntaxError) in try parser.parseEnumValueDefinition() }
    case .inputObjectType:
      try parseMembers { (parser) throws(SyntaxError) in try parser.parseInputValueDefinition() }
    default: try parseSelectionSet()
    }
  }

  /// SchemaDefinition : Description? schema Directives[Const]? { OperationTypeDefinition+ }
  private mutating func parseSchema(_ node: NodeID) throws(SyntaxError) {
    nodes[node].kind = .schemaDefinition
    try advance()
    let before = storage.pointee.count
    try parseDirectives(isConstant: true)
    if lexer.kind == .braceLeft || nodes[node].flags & NodeFlag.isExtension == 0 { try parseBlock(of: node) }
    try requireContent(node, after: before)
  }

  /// OperationTypeDefinition : OperationType : NamedType
  private mutating func parseOperationType() throws(SyntaxError) {
    let node = open(.operationTypeDefinition)
    guard lexer.kind == .name else { throw expected(.name) }
    switch lexer.name {
    case Keyword.query: nodes[node].flags = OperationKind.query.rawValue
    case Keyword.mutation: nodes[node].flags = OperationKind.mutation.rawValue
    case Keyword.subscription: nodes[node].flags = OperationKind.subscription.rawValue
    default: throw try unexpectedAfterNext()
    }
    try advance()
    try expect(.colon)
    try parseNamedType()
    close(node)
  }

  /// TypeDefinition :
  ///   - Description? scalar Name Directives[Const]?
  ///   - Description? type Name ImplementsInterfaces? Directives[Const]? FieldsDefinition?
  ///   - Description? interface Name ImplementsInterfaces? Directives[Const]? FieldsDefinition?
  ///   - Description? union Name Directives[Const]? UnionMemberTypes?
  ///   - Description? enum Name Directives[Const]? EnumValuesDefinition?
  ///   - Description? input Name Directives[Const]? InputFieldsDefinition?
  private mutating func parseTypeDefinition(_ node: NodeID, _ kind: NodeKind) throws(SyntaxError) {
    nodes[node].kind = kind
    try advance()
    try parseName(of: node)
    let before = storage.pointee.count
    if kind == .objectType || kind == .interfaceType, lexer.name == Keyword.implements {
      try advance()
      try parseDelimited(.ampersand)
    }
    try parseDirectives(isConstant: true)
    switch kind {
    case .scalarType: break
    case .unionType: if try skip(.equals) { try parseDelimited(.pipe) }
    default: if lexer.kind == .braceLeft { try parseBlock(of: node) }
    }
    try requireContent(node, after: before)
  }

  /// One or more NamedType, separated by the delimiter, which may also lead.
  private mutating func parseDelimited(_ delimiter: TokenKind) throws(SyntaxError) {
    _ = try skip(delimiter)
    repeat { try parseNamedType() } while try skip(delimiter)
  }

  /// FieldDefinition : Description? Name ArgumentsDefinition? : Type Directives[Const]?
  private mutating func parseFieldDefinition() throws(SyntaxError) {
    let node = open(.fieldDefinition)
    _ = try parseDescription()
    try parseName(of: node)
    if case .parenLeft = lexer.kind { try parseArgumentsDefinition() }
    try expect(.colon)
    try parseType()
    try parseDirectives(isConstant: true)
    close(node)
  }

  /// ArgumentsDefinition : ( InputValueDefinition+ )
  private mutating func parseArgumentsDefinition() throws(SyntaxError) {
    try advance()
    var list = openList
    repeat {
      do throws(SyntaxError) { try parseInputValueDefinition() } catch {
        guard try resume(after: error, in: .argumentDefinitions, &list) else { return }
      }
    } while try !skip(.parenRight)
  }

  /// InputValueDefinition : Description? Name : Type DefaultValue? Directives[Const]?
  private mutating func parseInputValueDefinition() throws(SyntaxError) {
    let node = open(.inputValueDefinition)
    _ = try parseDescription()
    try parseName(of: node)
    try expect(.colon)
    try parseType()
    if try skip(.equals) { try parseValue(isConstant: true) }
    try parseDirectives(isConstant: true)
    close(node)
  }

  /// EnumValueDefinition : Description? EnumValue Directives[Const]?
  private mutating func parseEnumValueDefinition() throws(SyntaxError) {
    let node = open(.enumValueDefinition)
    _ = try parseDescription()
    switch lexer.name {
    case Keyword.true, Keyword.false, Keyword.null:
      throw errorHere("\(tokenDescription) is reserved and cannot be used for an enum value.")
    default: break
    }
    try parseName(of: node)
    try parseDirectives(isConstant: true)
    close(node)
  }

  /// DirectiveDefinition :
  ///   - Description? directive @ Name ArgumentsDefinition? Directives[Const]? `repeatable`? on DirectiveLocations
  ///
  /// DirectiveExtension : extend directive @ Name Directives[Const]
  private mutating func parseDirectiveDefinition(_ node: NodeID) throws(SyntaxError) {
    nodes[node].kind = .directiveDefinition
    try advance()
    try expect(.at)
    try parseName(of: node)
    let before = storage.pointee.count
    if nodes[node].flags & NodeFlag.isExtension != 0 {
      try parseDirectives(isConstant: true)
      return try requireContent(node, after: before)
    }
    if case .parenLeft = lexer.kind { try parseArgumentsDefinition() }
    try parseDirectives(isConstant: true)
    if lexer.name == Keyword.repeatable {
      nodes[node].flags |= NodeFlag.repeatable
      try advance()
    }
    try expectKeyword(Keyword.on)
    _ = try skip(.pipe)
    repeat {
      let location = open(.directiveLocation)
      if lexer.kind == .name, !Keyword.isDirectiveLocation(lexer.name) { throw try unexpectedAfterNext() }
      try parseName(of: location)
      close(location)
    } while try skip(.pipe)
  }
}
