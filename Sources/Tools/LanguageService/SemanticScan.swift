import ApusSource
import ApusSyntax

/// Classifies each token using tokens alone, so that text that does not parse is highlighted too.
///
/// It keeps a stack of open constructs. A definition keyword in the first column clears the stack, but only in text
/// that does not parse; elsewhere it may be a field.
struct SemanticScan {
  private enum Frame {
    case selections, fields, inputFields, enumValues, operationTypes
    case variables, arguments, argumentDefinitions, object, list
    /// The brackets of a type.
    case typeList
  }

  private typealias Token = TokenScanner.Token

  private let source: SourceFile
  private let unparsed: [Range<Int>]
  private var nextUnparsed = 0
  private var scanner: TokenScanner
  private let end: Int
  private(set) var tokens: [SemanticToken] = []

  private var frames: [Frame] = []
  /// The keyword of the definition whose header is being read, and the state within the header.
  private var keyword: NameID = 0
  private var step = 0
  private var isExtension = false
  private var previous: Token?
  /// Whether the last name is a directive's.
  private var isBehindDirective = false
  /// Whether an inline fragment's type comes next.
  private var isBehindOn = false
  private var isUnparsed = false

  /// - Parameters:
  ///   - start: the start of a definition or of the text.
  ///   - end: tokens that begin at or after this offset are not read.
  ///   - unparsed: the ranges that the parser skipped, in order.
  init(_ source: SourceFile, _ names: NameTable, from start: Int, to end: Int, unparsed: [Range<Int>]) {
    self.source = source
    self.end = min(end, source.count)
    self.unparsed = unparsed
    scanner = TokenScanner(source, names, start: start, end: source.count)
    run(from: start)
  }

  private mutating func run(from start: Int) {
    var offset = start
    var token = scanner.next()
    // A variable forms one token with its "$".
    while let current = token, current.start < end || previous?.kind == .dollar {
      addComments(from: offset, to: current.start)
      let next = scanner.next()
      enter(current)
      read(current, next)
      previous = current
      offset = current.end
      token = next
    }
    addComments(from: offset, to: min(token?.start ?? source.count, source.count))
  }

  /// Clears the stack at the start and end of text that does not parse.
  private mutating func enter(_ token: Token) {
    while nextUnparsed < unparsed.count, unparsed[nextUnparsed].upperBound <= token.start {
      nextUnparsed += 1
      if isUnparsed { reset() }
      isUnparsed = false
    }
    guard nextUnparsed < unparsed.count, unparsed[nextUnparsed].lowerBound <= token.start else { return }
    if !isUnparsed || startsDefinition(token) { reset() }
    isUnparsed = true
  }

  private mutating func reset() {
    frames = []
    keyword = 0
    step = 0
    isExtension = false
    isBehindDirective = false
    isBehindOn = false
    previous = nil
  }

  private func startsDefinition(_ token: Token) -> Bool {
    guard token.isAtLineStart, SemanticScan.isDefinitionKeyword(token.name) else { return false }
    var next = token.end
    while source.bytes[next] == 0x20 || source.bytes[next] == 0x09 { next += 1 }
    let byte = source.bytes[next]
    return CursorContext.isNamePart(byte) || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "@")
      || byte == UInt8(ascii: "(")
  }

  private static func isDefinitionKeyword(_ name: NameID) -> Bool {
    name >= Keyword.query && name <= Keyword.fragment || name >= Keyword.schema && name <= Keyword.extend
  }

  // MARK: - Tokens

  private mutating func add(_ token: Token, _ kind: SemanticToken.Kind, isDefinition: Bool = false) {
    tokens.append(
      SemanticToken(start: token.start, end: token.end, kind: kind, isDefinition: isDefinition))
  }

  private mutating func addComments(from start: Int, to end: Int) {
    let p = source.bytes
    var offset = start
    while offset < min(end, self.end) {
      if p[offset] != UInt8(ascii: "#") {
        offset = offset &+ 1
        continue
      }
      let first = offset
      while offset < end, p[offset] != 0x0A, p[offset] != 0x0D { offset = offset &+ 1 }
      tokens.append(SemanticToken(start: first, end: offset, kind: .comment))
    }
  }

  /// Adds one token per line of a string.
  private mutating func addString(_ token: Token) {
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

  private mutating func read(_ token: Token, _ next: Token?) {
    switch token.kind {
    case .name: readName(token, next)
    case .string, .blockString:
      // A description starts the next definition.
      if frames.isEmpty { keyword = 0 }
      addString(token)
    case .int, .float: add(token, .number)
    case .braceLeft: frames.append(block)
    case .parenLeft: frames.append(group)
    case .bracketLeft: frames.append(isTypeNext ? .typeList : .list)
    case .braceRight: closeBrace()
    case .parenRight: closeParenthesis()
    case .bracketRight:
      if frames.last == .list || frames.last == .typeList { frames.removeLast() }
    default: break
    }
    switch token.kind {
    case .name, .at: break
    default: isBehindDirective = false
    }
  }

  /// Closes a brace, and everything left open within it.
  private mutating func closeBrace() {
    while let frame = frames.popLast(), !SemanticScan.isBlock(frame) {}
    if frames.isEmpty { keyword = 0 }
  }

  private mutating func closeParenthesis() {
    while let frame = frames.last {
      switch frame {
      case .object, .list, .typeList: frames.removeLast()
      case .arguments, .variables, .argumentDefinitions:
        frames.removeLast()
        return
      case .selections, .fields, .inputFields, .enumValues, .operationTypes: return
      }
    }
  }

  private static func isBlock(_ frame: Frame) -> Bool {
    switch frame {
    case .selections, .fields, .inputFields, .enumValues, .operationTypes, .object: true
    case .variables, .arguments, .argumentDefinitions, .list, .typeList: false
    }
  }

  /// The construct that a brace opens.
  private var block: Frame {
    guard let frame = frames.last else {
      switch keyword {
      case Keyword.type, Keyword.interface: return .fields
      case Keyword.input: return .inputFields
      case Keyword.enum: return .enumValues
      case Keyword.schema: return .operationTypes
      default: return .selections
      }
    }
    return frame == .selections ? .selections : .object
  }

  /// The construct that a parenthesis opens.
  private var group: Frame {
    if isBehindDirective { return .arguments }
    switch frames.last {
    case nil: return keyword == Keyword.directive ? .argumentDefinitions : .variables
    case .fields: return .argumentDefinitions
    default: return .arguments
    }
  }

  /// Whether a type comes next, rather than a value.
  private var isTypeNext: Bool {
    switch frames.last {
    case .typeList: true
    case .fields, .inputFields, .variables, .argumentDefinitions: previous?.kind == .colon
    default: false
    }
  }

  // MARK: - Names

  private mutating func readName(_ token: Token, _ next: Token?) {
    if previous?.kind == .at, frames.isEmpty, keyword == Keyword.directive, step == 0 {
      step = 1
      return add(token, .decorator, isDefinition: true)
    }
    if previous?.kind == .at {
      isBehindDirective = true
      return add(token, .decorator)
    }
    if previous?.kind == .dollar { return readVariable(token) }
    isBehindDirective = false
    let followsColon = previous?.kind == .colon
    switch frames.last {
    case nil: readHeader(token)
    case .selections: readSelection(token)
    case .enumValues: add(token, .enumMember, isDefinition: true)
    case .typeList: add(token, .type)
    case .list: addValue(token)
    case .operationTypes: add(token, followsColon ? .type : .keyword)
    case .arguments, .object:
      if followsColon {
        addValue(token)
      } else {
        add(token, frames.last == .object ? .property : .parameter)
      }
    case .fields, .inputFields, .variables, .argumentDefinitions:
      if followsColon {
        add(token, .type)
      } else if previous?.kind == .equals {
        addValue(token)
      } else {
        let isArgument = frames.last == .argumentDefinitions
        add(token, isArgument ? .parameter : .property, isDefinition: true)
      }
    }
  }

  /// Reads a variable, including its `$`.
  private mutating func readVariable(_ token: Token) {
    let start = previous?.start ?? token.start
    // If the `$` is separated from the name, only the name is a token.
    tokens.append(
      SemanticToken(
        start: start == token.start - 1 ? start : token.start, end: token.end, kind: .variable,
        isDefinition: frames.last == .variables))
  }

  private mutating func addValue(_ token: Token) {
    let isKeyword = token.name == Keyword.true || token.name == Keyword.false || token.name == Keyword.null
    add(token, isKeyword ? .keyword : .enumMember)
  }

  private mutating func readSelection(_ token: Token) {
    let isCondition = isBehindOn
    isBehindOn = previous?.kind == .spread && token.name == Keyword.on
    if isBehindOn {
      add(token, .keyword)
    } else {
      add(token, isCondition || previous?.kind == .spread ? .type : .property)
    }
  }

  // MARK: - Headers

  /// Reads a name outside of all brackets: part of a definition's header, or the next definition's keyword.
  private mutating func readHeader(_ token: Token) {
    switch (keyword, step) {
    case (Keyword.query, 0), (Keyword.mutation, 0), (Keyword.subscription, 0), (Keyword.scalar, 0),
      (Keyword.enum, 0), (Keyword.input, 0), (Keyword.type, 0), (Keyword.interface, 0), (Keyword.union, 0),
      (Keyword.fragment, 0):
      step = 1
      add(token, .type, isDefinition: !isExtension)
    case (Keyword.fragment, 1) where token.name == Keyword.on,
      (Keyword.type, 1) where token.name == Keyword.implements,
      (Keyword.interface, 1) where token.name == Keyword.implements,
      (Keyword.directive, 1) where token.name == Keyword.on:
      step = 2
      add(token, .keyword)
    case (Keyword.directive, 1) where token.name == Keyword.repeatable: add(token, .keyword)
    case (Keyword.fragment, 2):
      step = 3
      add(token, .type)
    case (Keyword.type, 2) where isListed(.ampersand), (Keyword.interface, 2) where isListed(.ampersand),
      (Keyword.union, 1) where isListed(.pipe):
      add(token, .type)
    case (Keyword.directive, 2) where isListed(.pipe): add(token, .enumMember)
    default: startDefinition(token)
    }
  }

  /// Whether a name belongs to a list, rather than following it.
  private func isListed(_ separator: TokenKind) -> Bool {
    guard let previous else { return false }
    return previous.kind == separator || previous.kind == .equals || previous.name == Keyword.implements
      || previous.name == Keyword.on
  }

  private mutating func startDefinition(_ token: Token) {
    isExtension = keyword == Keyword.extend && token.name != Keyword.extend
    keyword = token.name
    step = 0
    if SemanticScan.isDefinitionKeyword(token.name) { add(token, .keyword) }
  }
}
