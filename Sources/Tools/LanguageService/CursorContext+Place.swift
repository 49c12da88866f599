import ApusSchema
import ApusSource
import ApusSyntax

/// Determines what is valid after the tokens before the cursor.
extension CursorContext {
  var placeAtEnd: Place {
    guard let scope = scopes.last else { return .keyword }
    let node = scope.node
    let outer = scopes.dropLast().last
    let isUnnamed = tree.nodes[node].name == 0
    switch tree.kind(node) {
    case .operation where tree.child(node, .description).map({ Int(tree.nodes[$0].end) }) == syntax.tokenEnd:
      return .keyword
    case .operation, .fragmentDefinition:
      let keyword = keyword
      let end = definitionStart.map { $0 + tree.names.bytes(keyword).count }
      return isUnnamed && keyword != 0 && end == syntax.tokenEnd ? .definitionName : .unknown
    case .selectionSet, .fragmentSpread: return .selection(scope.type)
    case .field: return .selection(outer?.type)
    case .inlineFragment:
      return last == UInt8(ascii: ".") ? .spread(scope.type) : .selection(outer?.type)
    case .namedType:
      guard let outer, isUnnamed else { return .unknown }
      switch tree.kind(outer.node) {
      case .inlineFragment: return .condition(scopes.dropLast(2).last?.type)
      case .fragmentDefinition: return .condition(nil)
      default: return .variableType
      }
    case .directive:
      let definition = syntax.path.first.map(tree.kind) ?? .operation
      let location = outer.map { tree.directiveLocation(of: $0.node, in: definition) } ?? 0
      return isUnnamed ? .directive(location: location) : .unknown
    case .argument: return place(inArgument: scope, outer)
    case .objectField:
      return last == UInt8(ascii: ":")
        ? .value(scope.value, isConstant: scope.isConstant) : .inputField(outer?.value.named)
    case .listValue: return .value(scope.value, isConstant: scope.isConstant)
    case .variable:
      if last != UInt8(ascii: "$") { return .unknown }
      guard let outer, tree.kind(outer.node) != .variableDefinition else { return .variableDefinition }
      return .variable(scope.value)
    case .variableDefinition:
      return last == UInt8(ascii: "=") ? .value(scope.value, isConstant: true) : .unknown
    default: return .unknown
    }
  }

  private func place(inArgument scope: Scope, _ owner: Scope?) -> Place {
    let isValue = last == UInt8(ascii: ":")
    if let owner, tree.kind(owner.node) == .fragmentSpread {
      let fragment = tree.nodes[owner.node].name
      return isValue
        ? .fragmentValue(fragment, argument: tree.nodes[scope.node].name) : .fragmentArgument(fragment)
    }
    return isValue ? .value(scope.value, isConstant: false) : .argument(scope.arguments)
  }

  // MARK: - Present names

  /// The names in the innermost list of selections, arguments, input fields or directives.
  var namesInList: [NameID] {
    for (scope, outer) in zip(scopes, [nil] + scopes.map(Optional.some)).reversed() {
      switch tree.kind(scope.node) {
      case .selectionSet: return names(in: scope.node, .field)
      case .directive where scope.node == scopes.last?.node:
        return outer.map { tree.children($0.node, .directive).map { tree.nodes[$0].name } } ?? []
      case .argument: return outer.map { names(in: $0.node, .argument) } ?? []
      case .objectField: return outer.map { names(in: $0.node, .objectField) } ?? []
      case .listValue, .variableDefinition: return []
      default: continue
      }
    }
    return []
  }

  /// The names of a list's elements, before the cursor and after it.
  private func names(in list: NodeID, _ kind: NodeKind) -> [NameID] {
    let whole = SyntaxTree(names: schema.names)
    _ = Parser.parse(source, into: whole, options: .tolerant)
    let entry = tree.nodes[list]
    let same = (0..<whole.count).first {
      whole.nodes[$0].start == entry.start && whole.kind($0) == entry.kind
    }
    let before = tree.children(list, kind).map { tree.nodes[$0].name }
    let after = same.map { whole.children($0, kind) } ?? []
    let names =
      before
      + after.filter { whole.nameRange(of: $0).start >= name.upperBound }.map { whole.nodes[$0].name }
    return names.filter { $0 != 0 }
  }

  // MARK: - Calls

  /// The field or directive whose arguments enclose the cursor.
  struct Call {
    var field: FieldID?
    var directive: DirectiveID?
    var arguments: TableIDs<InputValueDefinition>
    /// The names of the present arguments, including those after the cursor.
    var presentNames: [NameID]
    /// The argument at the cursor, or 0.
    var current: NameID
  }

  /// The innermost argument list around the cursor; nil outside of one and in a comment.
  var call: Call? {
    if syntax.isWithinToken, last != UInt8(ascii: ":") { return nil }
    var index = scopes.count - 1
    while index > 0, tree.kind(scopes[index].node) != .argument {
      if tree.kind(scopes[index].node) == .selectionSet { return nil }
      index -= 1
    }
    guard index > 0 else { return nil }
    let (argument, owner) = (scopes[index], scopes[index - 1])
    let entry = tree.nodes[owner.node]
    let isValue = index < scopes.count - 1 || last == UInt8(ascii: ":")
    var current: NameID = 0
    if isValue, argument.input != nil {
      current = tree.nodes[argument.node].name
    } else if !name.isEmpty {
      current = schema.names.find(source.text(name.lowerBound, name.upperBound))
    }
    let parent = entry.kind == .field && index > 1 ? scopes[index - 2].type : nil
    return Call(
      field: parent.flatMap { schema.field(entry.name, of: $0) },
      directive: entry.kind == .directive ? schema.directive(named: entry.name) : nil,
      arguments: owner.arguments, presentNames: names(in: owner.node, .argument), current: current)
  }
}
