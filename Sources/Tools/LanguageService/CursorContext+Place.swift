import ApusSchema
import ApusSyntax

/// Determines what is valid after the tokens before the cursor.
extension CursorContext {
  var placeAtEnd: Place {
    if isStringOrComment { return .unknown }
    if previous == .at { return .directive(location: directiveLocation) }
    guard let level = levels.last else { return placeInHeader }
    switch level.frame {
    case .selections(let type):
      if previous == .spread { return .spread(type) }
      if level.awaitsCondition { return .condition(type) }
      return .selection(type)
    case .arguments(let first, let count):
      let type = schema.inputValues[Int(level.input)].type
      if previous == .dollar { return .variable(type) }
      if level.fragment != 0 {
        return previous == .colon
          ? .fragmentValue(level.fragment, argument: previousArgument(level))
          : .fragmentArgument(level.fragment)
      }
      return previous == .colon ? .value(type, isConstant: false) : .argument(first: first, count: count)
    case .object(let object):
      let type = schema.inputValues[Int(level.input)].type
      if previous == .dollar { return .variable(type) }
      return previous == .colon ? .value(type, isConstant: isDefault) : .inputField(object)
    case .list(let type):
      return previous == .dollar ? .variable(type) : .value(type, isConstant: isDefault)
    case .variables:
      if previous == .dollar { return .variableDefinition }
      if previous == .equals { return .value(variables.last?.type ?? TypeReference(0), isConstant: true) }
      return previous == .colon || previous == .bracketLeft ? .variableType : .unknown
    }
  }

  /// The argument whose value comes next.
  private func previousArgument(_ level: Level) -> NameID { level.given.last ?? 0 }

  private var placeInHeader: Place {
    if definitionStart == nil || keyword == 0 { return .keyword }
    if previous == .name, previousName == keyword { return .definitionName }
    if keyword == Keyword.fragment, previous == .name {
      return previousName == Keyword.on ? .condition(0) : .unknown
    }
    return .unknown
  }

  private var directiveLocation: NameID {
    guard let level = levels.last else {
      switch keyword {
      case Keyword.mutation: return Keyword.atMutation
      case Keyword.subscription: return Keyword.atSubscription
      case Keyword.fragment: return Keyword.atFragmentDefinition
      default: return Keyword.atQuery
      }
    }
    guard case .selections = level.frame else { return Keyword.atVariableDefinition }
    if level.isSpread { return Keyword.atFragmentSpread }
    return level.isFragment ? Keyword.atInlineFragment : Keyword.atField
  }

  /// The field or directive whose arguments enclose the cursor.
  struct Call {
    var field: FieldID
    var directive: DirectiveID
    var first: UInt32
    var count: UInt32
    /// The arguments given, including those after the cursor.
    var given: [NameID]
    /// The argument at the cursor, or 0.
    var current: NameID
  }

  /// The innermost argument list around the cursor; nil outside of one and in a comment.
  var call: Call? {
    if case .unknown = place, isStringOrComment, previous != .colon { return nil }
    for (number, level) in levels.enumerated().reversed() {
      switch level.frame {
      case .object, .list: continue
      case .selections, .variables: return nil
      case .arguments(let first, let count):
        var current: NameID = 0
        let isInnermost = number == levels.count - 1
        let isValue = !isInnermost || previous == .colon || previous == .dollar
        if isValue, level.input != 0 {
          current = schema.inputValues[Int(level.input)].name
        } else if !name.isEmpty {
          current = schema.names.find(source.text(name.lowerBound, name.upperBound))
        }
        return Call(
          field: level.field, directive: level.directive, first: first, count: count,
          given: level.given + (isInnermost ? namesBehind(level.frame) : []), current: current)
      }
    }
    return nil
  }

  /// The fields or arguments after the cursor within the enclosing brackets.
  func namesBehind(_ frame: Frame) -> [NameID] {
    var isSelection = false
    switch frame {
    case .selections: isSelection = true
    case .arguments, .object: break
    default: return []
    }
    var scanner = TokenScanner(source, schema.names, start: name.upperBound, end: source.count)
    var found: [NameID] = []
    var depth = 0
    var last: TokenScanner.Token?
    while let token = scanner.next() {
      if startsDefinition(token) { return found }
      switch token.kind {
      case .braceLeft, .parenLeft, .bracketLeft: depth += 1
      case .braceRight, .parenRight, .bracketRight:
        depth -= 1
        if depth < 0 { return found }
      case .colon where depth == 0 && !isSelection: if let name = last?.name, name != 0 { found.append(name) }
      case .name where depth == 0 && isSelection:
        let isField = last.map { $0.kind != .spread && $0.kind != .at && $0.name != Keyword.on } ?? true
        if isField { found.append(token.name) }
      default: break
      }
      last = token
    }
    return found
  }
}
