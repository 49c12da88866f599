import ApusSource
import ApusSchema
import ApusSyntax

/// Describes what is valid at the cursor, derived from the tokens before it.
///
/// It needs no syntax tree, because text that is being typed usually does not parse. It keeps a stack of open selection
/// sets, arguments, values and variable definitions with their types. A definition keyword in the first column resets
/// the stack.
package struct CursorContext {
  /// The role that a name at the cursor would have.
  package enum Place {
    /// A keyword that starts a definition.
    case keyword
    /// The name of a definition.
    case definitionName
    /// A field of the type, or an alias.
    case selection(TypeID)
    /// `on` or a fragment name, after `...` in a selection set of the type.
    case spread(TypeID)
    /// A type, after `on`. The associated type is that of the enclosing selection set, or 0 in a fragment definition.
    case condition(TypeID)
    /// A directive name after `@`, in one of the specification's locations.
    case directive(location: NameID)
    /// An argument name, among `count` input values from `first` on.
    case argument(first: UInt32, count: UInt32)
    /// An argument name in a spread of the fragment.
    case fragmentArgument(NameID)
    /// The value of an argument of a spread.
    case fragmentValue(NameID, argument: NameID)
    /// A field of an input object.
    case inputField(TypeID)
    /// A value of an argument, an input field or a variable's default; the latter is constant.
    case value(TypeReference, isConstant: Bool)
    /// A variable name after `$`, where a value of the type is expected.
    case variable(TypeReference)
    /// The name in a variable definition.
    case variableDefinition
    /// The type of a variable.
    case variableType
    /// Anything else.
    case unknown
  }

  /// A variable defined by the enclosing operation.
  package struct Variable {
    package var name: NameID
    package var nameStart: Int
    package var type: TypeReference
  }

  package private(set) var place = Place.keyword
  /// The whole name at the cursor, including the part after it; empty if there is none.
  package let name: Range<Int>
  /// The names already present: fields of the selection set, arguments, input fields, directives.
  package private(set) var given: [NameID] = []
  package private(set) var variables: [Variable] = []
  /// The keyword of the enclosing definition; 0 for none and for the query shorthand.
  package private(set) var keyword: NameID = 0
  /// The name of the enclosing definition.
  package private(set) var definitionName: NameID = 0
  /// The start of the enclosing definition; nil between definitions.
  package private(set) var definitionStart: Int?
  /// The offset of the innermost open `{` or `(`, or -1.
  package private(set) var opening = -1
  /// The offset at which to add a variable definition: after the operation's name, or after its last variable.
  package private(set) var variablesEnd: Int?
  /// Whether the operation already defines variables.
  package var hasVariables: Bool { !variables.isEmpty }

  enum Frame {
    case selections(TypeID)
    case arguments(first: UInt32, count: UInt32)
    case object(TypeID)
    case list(TypeReference)
    case variables
  }

  /// The name of the argument or input field whose value is at the cursor, or nil.
  package var inputName: NameID? {
    for level in levels.reversed() where level.input != 0 { return schema.inputValues[Int(level.input)].name }
    return nil
  }

  let source: SourceFile
  let schema: Schema
  private(set) var levels: [Level] = []
  private(set) var previous = TokenKind.endOfFile
  private(set) var previousName: NameID = 0
  private var directive: DirectiveID = 0
  private var isDirective = false
  private var directives: [NameID] = []
  private var condition: TypeID = 0
  private(set) var isStringOrComment = false
  /// In a variable definition: whether the default value comes next.
  private(set) var isDefault = false

  /// - Parameters:
  ///   - offset: the cursor, in bytes from the start of `source`.
  ///   - schema: resolves names; the text's names are looked up in its table.
  package init(_ source: SourceFile, at offset: Int, schema: Schema) {
    self.source = source
    self.schema = schema
    let p = source.bytes
    var start = min(max(offset, 0), source.count)
    var end = start
    while start > 0, CursorContext.isNamePart(p[start - 1]) { start -= 1 }
    while end < source.count, CursorContext.isNamePart(p[end]) { end += 1 }
    name = start..<end
    scan(to: start)
    place = placeAtEnd
    if let level = levels.last {
      opening = level.start
      if case .directive = place {
        given = directives
      } else {
        given = level.given + namesBehind(level.frame)
      }
    } else {
      given = directives
    }
  }

  package static func isNamePart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  // MARK: - Tokens

  private mutating func scan(to end: Int) {
    var scanner = TokenScanner(source, schema.names, end: end)
    while let token = scanner.next() {
      read(token)
      // With its marks, its default value and its directives.
      if case .variables? = levels.last?.frame, !variables.isEmpty { variablesEnd = token.end }
      previous = token.kind
      previousName = token.name
    }
    isStringOrComment = scanner.endsWithinToken
  }

  private mutating func read(_ token: TokenScanner.Token) {
    switch token.kind {
    case .name: readName(token)
    case .braceLeft: openBrace(token)
    case .parenLeft: openParenthesis(token)
    case .bracketLeft: openBracket(token)
    case .braceRight: closeBrace()
    case .parenRight:
      while let level = levels.last {
        if case .selections = level.frame { break }
        levels.removeLast()
        switch level.frame {
        case .arguments, .variables:
          if case .variables = level.frame { isDefault = false }
          isDirective = false
          return
        default: continue
        }
      }
    case .bracketRight:
      if case .list? = levels.last?.frame {
        levels.removeLast()
      } else {
        changeVariableType { $0.list(isNonNull: false) ?? $0 }
      }
    case .bang: changeVariableType(\.nonNull)
    case .spread: readSpread()
    case .equals: if case .variables? = levels.last?.frame { isDefault = true }
    case .colon:
      if case .variables? = levels.last?.frame { isDefault = false }
    default: break
    }
  }

  private mutating func readName(_ token: TokenScanner.Token) {
    if startsDefinition(token) {
      levels = []
      keyword = 0
    }
    if previous == .at {
      directive = schema.directive(named: token.name)
      isDirective = true
      directives.append(token.name)
      return
    }
    guard let level = levels.last else { return readHeader(token) }
    switch level.frame {
    case .selections(let type): readSelection(token, type, level)
    case .arguments(let first, let count):
      if previous == .colon || previous == .dollar { return }
      isDirective = false
      let number = (first..<first + count).first { schema.inputValues[Int($0)].name == token.name }
      levels[levels.count - 1].input = number ?? 0
      levels[levels.count - 1].given.append(token.name)
    case .object(let type):
      if previous == .colon || previous == .dollar { return }
      levels[levels.count - 1].input = schema.inputField(token.name, of: type)
      levels[levels.count - 1].given.append(token.name)
    case .list: break
    case .variables:
      if previous == .dollar {
        variables.append(Variable(name: token.name, nameStart: token.start, type: TypeReference(0)))
        isDefault = false
      } else {
        let type = TypeReference(schema.type(named: token.name))
        changeVariableType { _ in type }
      }
    }
  }

  /// Changes the type of the variable that is being defined, which is read from the inside out.
  private mutating func changeVariableType(_ change: (TypeReference) -> TypeReference) {
    guard case .variables? = levels.last?.frame, !isDefault, !variables.isEmpty else { return }
    variables[variables.count - 1].type = change(variables[variables.count - 1].type)
  }

  /// Reads a name in a definition's header, before its braces.
  private mutating func readHeader(_ token: TokenScanner.Token) {
    if definitionStart == nil || keyword == 0 {
      keyword = token.name
      definitionStart = token.start
      definitionName = 0
      variables = []
      variablesEnd = token.end
      condition = 0
      directives = []
      isDirective = false
    } else if keyword == Keyword.fragment, previousName == Keyword.on, previous == .name {
      condition = schema.type(named: token.name)
    } else if definitionName == 0, previous == .name, previousName == keyword {
      definitionName = token.name
      variablesEnd = token.end
    }
  }

  private mutating func readSelection(_ token: TokenScanner.Token, _ type: TypeID, _ level: Level) {
    let last = levels.count - 1
    if previous == .spread {
      directives = []
      isDirective = false
      levels[last].awaitsCondition = token.name == Keyword.on
      levels[last].isSpread = token.name != Keyword.on
      levels[last].fragment = token.name
      return
    }
    if level.awaitsCondition {
      levels[last].condition = schema.type(named: token.name)
      levels[last].awaitsCondition = false
      return
    }
    directives = []
    isDirective = false
    levels[last].isFragment = false
    levels[last].isSpread = false
    levels[last].field = schema.field(token.name, of: type)
    // The name after a colon is the field of an alias.
    levels[last].given.append(token.name)
  }

  private mutating func readSpread() {
    guard let level = levels.last, case .selections(let type) = level.frame else { return }
    directives = []
    isDirective = false
    levels[levels.count - 1].isFragment = true
    levels[levels.count - 1].isSpread = false
    levels[levels.count - 1].condition = type
    levels[levels.count - 1].awaitsCondition = false
  }

  private mutating func openBrace(_ token: TokenScanner.Token) {
    guard let level = levels.last else {
      if definitionStart == nil || keyword == 0 {
        definitionStart = token.start
        definitionName = 0
        keyword = 0
        variables = []
        variablesEnd = nil
      }
      levels.append(Level(frame: .selections(rootType), start: token.start))
      directives = []
      isDirective = false
      return
    }
    var frame: Frame
    switch level.frame {
    case .selections:
      let type = level.isFragment ? level.condition : schema.fields[Int(level.field)].type.named
      frame = .selections(schema.types[Int(type)].isComposite ? type : 0)
      directives = []
      isDirective = false
    case .arguments, .object: frame = .object(schema.inputValues[Int(level.input)].type.named)
    case .list(let type): frame = .object(type.named)
    case .variables: frame = .object(variables.last?.type.named ?? 0)
    }
    if case .object(let type) = frame, schema.types[Int(type)].kind != .inputObject { frame = .object(0) }
    levels.append(Level(frame: frame, start: token.start))
  }

  private var rootType: TypeID {
    switch keyword {
    case Keyword.fragment: schema.types[Int(condition)].isComposite ? condition : 0
    case Keyword.mutation: schema.mutationType
    case Keyword.subscription: schema.subscriptionType
    case 0, Keyword.query: schema.queryType
    default: 0
    }
  }

  private mutating func openParenthesis(_ token: TokenScanner.Token) {
    if isDirective {
      let definition = schema.directives[Int(directive)]
      let frame = Frame.arguments(first: definition.firstArgument, count: definition.argumentCount)
      levels.append(Level(frame: frame, start: token.start, directive: directive))
      return
    }
    guard let level = levels.last else {
      levels.append(Level(frame: .variables, start: token.start))
      return
    }
    if level.isSpread {
      levels.append(
        Level(frame: .arguments(first: 0, count: 0), start: token.start, fragment: level.fragment))
      return
    }
    let field = schema.fields[Int(level.field)]
    levels.append(
      Level(
        frame: .arguments(first: field.firstArgument, count: field.argumentCount), start: token.start,
        field: level.field))
  }

  private mutating func openBracket(_ token: TokenScanner.Token) {
    guard let level = levels.last else { return }
    switch level.frame {
    case .selections: return
    case .arguments, .object:
      levels.append(
        Level(frame: .list(schema.inputValues[Int(level.input)].type.element), start: token.start))
    case .list(let type): levels.append(Level(frame: .list(type.element), start: token.start))
    case .variables:
      if isDefault {
        levels.append(
          Level(frame: .list((variables.last?.type ?? TypeReference(0)).element), start: token.start))
      }
    }
  }

  private mutating func closeBrace() {
    // Closing a bracket also closes argument lists and lists within it that were left open.
    while let level = levels.popLast() {
      isDirective = false
      directives = []
      switch level.frame {
      case .selections:
        if levels.isEmpty { endDefinition() }
        return
      case .object: return
      case .arguments, .list, .variables: continue
      }
    }
    endDefinition()
  }

  private mutating func endDefinition() {
    keyword = 0
    definitionName = 0
    definitionStart = nil
    variables = []
    variablesEnd = nil
  }

  /// Whether a token at the start of a line is a definition keyword, regardless of open brackets.
  func startsDefinition(_ token: TokenScanner.Token) -> Bool {
    guard !levels.isEmpty, token.kind == .name, token.isAtLineStart, token.name <= Keyword.fragment else {
      return false
    }
    let p = source.bytes
    var next = token.end
    while p[next] == 0x20 || p[next] == 0x09 { next += 1 }
    if token.name == Keyword.fragment { return CursorContext.isNamePart(p[next]) }
    return CursorContext.isNamePart(p[next]) || p[next] == UInt8(ascii: "{") || p[next] == UInt8(ascii: "(")
  }
}
