import ApusSchema
import ApusSyntax

/// Fills the arrays of a ``DocumentIndex``: first the definitions by name, then every node in source order.
///
/// It uses pointers and `while` loops because it visits every node in unoptimized builds. The parser limits nesting, so
/// the recursion is bounded.
struct DocumentIndexBuilder {
  let tree: SyntaxTree
  let nodes: UnsafeMutablePointer<Node>
  let schema: Schema
  let resolved: UnsafeMutablePointer<UInt32>
  let valueTypes: UnsafeMutablePointer<TypeReference>
  let parents: UnsafeMutablePointer<UInt32>
  let definitions: UnsafeMutablePointer<ExecutableDefinition>
  var definitionCount = 1
  let spreads: UnsafeMutablePointer<UInt32>
  let spreadDepths: UnsafeMutablePointer<UInt16>
  var spreadCount = 0
  /// The number of selection sets around the current node, and the maximum in the current definition.
  private var depth = 0
  private var maximumDepth = 0
  let variableUses: UnsafeMutablePointer<UInt32>
  var variableUseCount = 0
  let definitionOfName: UnsafeMutablePointer<UInt32>
  let nameCount: Int
  var directives: [NodeID] = []
  var fragmentVariables: [NodeID: FragmentVariable] = [:]
  var hasFragmentArguments = false
  var hasTypeSystemDefinitions = false
  let missingScalars: [TypeID]
  var clientDirectives: [NameID: ClientDirective] = [:]

  init(_ tree: SyntaxTree, _ schema: Schema) {
    self.tree = tree
    nodes = tree.nodes
    self.schema = schema
    let count = max(1, tree.count)
    resolved = .allocate(capacity: count)
    valueTypes = .allocate(capacity: count)
    parents = .allocate(capacity: count)
    spreads = .allocate(capacity: count)
    spreadDepths = .allocate(capacity: count)
    variableUses = .allocate(capacity: count)
    nameCount = tree.names.count
    definitionOfName = .allocate(capacity: nameCount)
    definitionOfName.initialize(repeating: 0, count: nameCount)
    var node = 0
    while node < count {
      resolved[node] = 0
      parents[node] = DocumentIndex.noParent
      node = node &+ 1
    }
    var topLevel = 1
    node = 0
    while node < tree.count {
      topLevel = topLevel &+ 1
      node = Int(nodes[node].next)
    }
    definitions = .allocate(capacity: topLevel)
    definitions.initialize(to: ExecutableDefinition(node: 0, selectionSet: 0))
    missingScalars = [Keyword.intType, Keyword.floatType, Keyword.idType].map(schema.type(named:))
      .compactMap { $0 }
      .filter {
        schema[$0].isBuiltIn && !schema.listedTypes.contains(schema.name($0))
          && !DocumentIndexBuilder.isUsed($0, schema)
      }
  }

  private static func isUsed(_ type: TypeID, _ schema: Schema) -> Bool {
    for field in schema.allFields where schema[field].type.named == type { return true }
    for value in schema.allInputValues where schema[value].type.named == type { return true }
    return false
  }

  // MARK: - Definitions

  mutating func addDefinitions() {
    var node = 0
    while node < tree.count {
      switch nodes[node].kind {
      case .operation, .fragmentDefinition:
        (definitions + definitionCount).initialize(
          to: ExecutableDefinition(node: node, selectionSet: selectionSet(of: node)))
        if case .fragmentDefinition = nodes[node].kind {
          definitionOfName[Int(nodes[node].name)] = UInt32(
            truncatingIfNeeded: definitionCount)
        }
        definitionCount = definitionCount &+ 1
      default: hasTypeSystemDefinitions = true
      }
      node = Int(nodes[node].next)
    }
  }

  /// The selection set is the last child of an operation or fragment.
  private func selectionSet(of node: NodeID) -> NodeID {
    var child = node &+ 1
    let end = Int(nodes[node].next)
    while child < end {
      let next = Int(nodes[child].next)
      if next == end { return child }
      child = next
    }
    return node
  }

  mutating func resolveDefinitions() {
    var definition = 1
    var node = 0
    while node < tree.count {
      switch nodes[node].kind {
      case .operation, .fragmentDefinition:
        definitions[definition].firstSpread = spreadCount
        definitions[definition].firstVariableUse = variableUseCount
        maximumDepth = 0
        resolveDefinition(node)
        definitions[definition].depth = maximumDepth
        definitions[definition].spreadEnd = spreadCount
        definitions[definition].variableUseEnd = variableUseCount
        if case .fragmentDefinition = nodes[node].kind { resolveFragmentVariables(definition) }
        definition = definition &+ 1
      default: resolveTypeSystemNode(node)
      }
      node = Int(nodes[node].next)
    }
  }

  private mutating func resolveDefinition(_ node: NodeID) {
    var type: TypeID?
    if case .operation = nodes[node].kind {
      type = schema.rootType(tree.operationKind(node))
      if schema[type]?.kind != .object { type = nil }
    }
    var child = node &+ 1
    let end = Int(nodes[node].next)
    while child < end {
      parents[child] = UInt32(truncatingIfNeeded: node)
      switch nodes[child].kind {
      case .variableDefinition: resolveVariableDefinition(child)
      case .namedType: type = compositeOnly(resolveNamedType(child))
      case .directive: resolveDirective(child)
      case .selectionSet:
        resolved[node] = TypeID.stored(type)
        resolveSelectionSet(child, type)
      default: break
      }
      child = Int(nodes[child].next)
    }
  }

  private mutating func resolveVariableDefinition(_ node: NodeID) {
    valueTypes[node] = TypeReference(nil)
    var child = node &+ 1
    let end = Int(nodes[node].next)
    while child < end {
      parents[child] = UInt32(truncatingIfNeeded: node)
      switch nodes[child].kind {
      case .namedType, .listType: valueTypes[node] = resolveType(child)
      case .directive: resolveDirective(child)
      case .variable, .description: break
      default: resolveValue(child, inputOnly(valueTypes[node]))
      }
      child = Int(nodes[child].next)
    }
  }

  /// A fragment's own variables hide those of operations.
  private mutating func resolveFragmentVariables(_ definition: Int) {
    let node = definitions[definition].node
    let variables = tree.children(node, .variableDefinition)
    if variables.isEmpty { return }
    hasFragmentArguments = true
    for use in definitions[definition].firstVariableUse..<definitions[definition].variableUseEnd {
      let use = NodeID(variableUses[use])
      guard let variable = variables.last(where: { nodes[$0].name == nodes[use].name }) else { continue }
      let name = tree.names.intern("\(tree.name(node)).\(tree.name(variable))")
      fragmentVariables[use] = FragmentVariable(definition: variable, name: name)
    }
  }

  /// A document may not define or extend types, but the directives and types in such definitions are still resolved, so
  /// that one run reports all errors.
  private mutating func resolveTypeSystemNode(_ node: NodeID) {
    var child = node &+ 1
    let end = Int(nodes[node].next)
    while child < end {
      parents[child] = UInt32(truncatingIfNeeded: node)
      switch nodes[child].kind {
      case .namedType: _ = resolveNamedType(child)
      case .directive: resolveDirective(child)
      case .intValue, .floatValue, .stringValue, .booleanValue, .nullValue, .enumValue, .listValue,
        .objectValue:
        resolveValue(child, TypeReference(nil))
      default: resolveTypeSystemNode(child)
      }
      child = Int(nodes[child].next)
    }
  }

  // MARK: - Selections

  private mutating func resolveSelectionSet(_ node: NodeID, _ type: TypeID?) {
    resolved[node] = TypeID.stored(type)
    depth = depth &+ 1
    if depth > maximumDepth { maximumDepth = depth }
    var child = node &+ 1
    let end = Int(nodes[node].next)
    while child < end {
      parents[child] = UInt32(truncatingIfNeeded: node)
      let next = Int(nodes[child].next)
      switch nodes[child].kind {
      case .field:
        var field: FieldID?
        if let type { field = schema.field(nodes[child].name, of: type) }
        resolved[child] = FieldID.stored(field)
        if next != child &+ 1 { resolveParts(ofField: child, field) }
      case .fragmentSpread:
        resolved[child] = definitionOfName[Int(nodes[child].name)]
        spreads[spreadCount] = UInt32(truncatingIfNeeded: child)
        spreadDepths[spreadCount] = UInt16(truncatingIfNeeded: depth)
        spreadCount = spreadCount &+ 1
        if next != child &+ 1 { resolveParts(ofFragment: child, nil) }
      default: resolveParts(ofFragment: child, type)
      }
      child = next
    }
    depth = depth &- 1
  }

  private mutating func resolveParts(ofField node: NodeID, _ field: FieldID?) {
    var child = node &+ 1
    let end = Int(nodes[node].next)
    while child < end {
      parents[child] = UInt32(truncatingIfNeeded: node)
      switch nodes[child].kind {
      case .argument:
        resolveInput(child, field.flatMap { schema.argument(nodes[child].name, of: $0) })
      case .directive: resolveDirective(child)
      default:
        resolveSelectionSet(child, field.flatMap { compositeOnly(schema[$0].type.named) })
      }
      child = Int(nodes[child].next)
    }
  }

  /// The value of a fragment's variable. The fragment may be defined later.
  private mutating func resolveArgument(_ node: NodeID, ofSpread spread: NodeID) {
    hasFragmentArguments = true
    var type = TypeReference(nil)
    if let fragment = DefinitionID(stored: resolved[spread]),
      let variable = tree.child(
        definitions[fragment.index].node, .variableDefinition, named: nodes[node].name),
      let written = tree.type(variable)
    {
      type = resolveType(written)
    }
    parents[node &+ 1] = UInt32(truncatingIfNeeded: node)
    resolveValue(node &+ 1, inputOnly(type))
  }

  /// Resolves the type condition and directives of a spread or inline fragment. `parent` is the type of the enclosing
  /// selection set.
  private mutating func resolveParts(ofFragment node: NodeID, _ parent: TypeID?) {
    var type = parent
    var child = node &+ 1
    let end = Int(nodes[node].next)
    while child < end {
      parents[child] = UInt32(truncatingIfNeeded: node)
      switch nodes[child].kind {
      case .namedType: type = compositeOnly(resolveNamedType(child))
      case .directive: resolveDirective(child)
      case .argument: resolveArgument(child, ofSpread: node)
      default:
        resolved[node] = TypeID.stored(type)
        resolveSelectionSet(child, type)
      }
      child = Int(nodes[child].next)
    }
  }

  private mutating func resolveDirective(_ node: NodeID) {
    directives.append(node)
    let directive = schema.directive(named: nodes[node].name)
    resolved[node] = DirectiveID.stored(directive)
    let firstUse = variableUseCount
    var child = node &+ 1
    let end = Int(nodes[node].next)
    while child < end {
      parents[child] = UInt32(truncatingIfNeeded: node)
      resolveInput(child, directive.flatMap { schema.argument(nodes[child].name, of: $0) })
      child = Int(nodes[child].next)
    }
    let name = nodes[node].name
    if name == Keyword.include || name == Keyword.skip || name == Keyword.apus { return }
    guard let known = schema.clientDirectives[tree.names.string(name)] else { return }
    clientDirectives[name] = known
    // Selections that are not sent do not use variables.
    variableUseCount = firstUse
  }

  // MARK: - Values

  /// An argument or object field, and its value.
  private mutating func resolveInput(_ node: NodeID, _ input: InputValueID?) {
    resolved[node] = InputValueID.stored(input)
    parents[node &+ 1] = UInt32(truncatingIfNeeded: node)
    resolveValue(node &+ 1, inputOnly(schema[input]?.type ?? TypeReference(nil)))
  }

  private mutating func resolveValue(_ node: NodeID, _ type: TypeReference) {
    valueTypes[node] = type
    switch nodes[node].kind {
    case .variable:
      variableUses[variableUseCount] = UInt32(truncatingIfNeeded: node)
      variableUseCount = variableUseCount &+ 1
    case .enumValue:
      let value = type.named.flatMap { schema.enumValue(nodes[node].name, of: $0) }
      resolved[node] = EnumValueID.stored(value)
    case .listValue:
      let element = type.isList ? type.element : TypeReference(nil)
      var child = node &+ 1
      let end = Int(nodes[node].next)
      while child < end {
        parents[child] = UInt32(truncatingIfNeeded: node)
        resolveValue(child, element)
        child = Int(nodes[child].next)
      }
    case .objectValue:
      // A single object is accepted for a list of one (section 3.11), so list types around it do not matter.
      var child = node &+ 1
      let end = Int(nodes[node].next)
      while child < end {
        parents[child] = UInt32(truncatingIfNeeded: node)
        resolveInput(child, type.named.flatMap { schema.inputField(nodes[child].name, of: $0) })
        child = Int(nodes[child].next)
      }
    default: break
    }
  }

  // MARK: - Types

  private func resolveNamedType(_ node: NodeID) -> TypeID? {
    var type = schema.type(named: nodes[node].name)
    if !missingScalars.isEmpty, let known = type, missingScalars.contains(known) { type = nil }
    resolved[node] = TypeID.stored(type)
    return type
  }

  private func resolveType(_ node: NodeID) -> TypeReference {
    let isNonNull = nodes[node].flags & NodeFlag.nonNull != 0
    if case .namedType = nodes[node].kind {
      return TypeReference(resolveNamedType(node), isNonNull: isNonNull)
    }
    parents[node &+ 1] = UInt32(truncatingIfNeeded: node)
    return resolveType(node &+ 1).list(isNonNull: isNonNull) ?? TypeReference(nil, isNonNull: isNonNull)
  }

  private func compositeOnly(_ type: TypeID?) -> TypeID? {
    guard let type, schema[type].isComposite else { return nil }
    return type
  }

  private func inputOnly(_ type: TypeReference) -> TypeReference {
    guard let named = type.named, schema[named].isInput else { return TypeReference(nil) }
    return type
  }
}
