import ApusSource
import ApusSyntax

/// Turns definitions into tables: first all types, then the members of each, followed by its extensions' members.
///
/// The builder never fails: it takes the first of two definitions with the same name, and leaves out the
/// unknown name of a reference. Reporting those is up to the SDL rules, which look at the same nodes.
package struct SchemaBuilder {
  private let tree: SyntaxTree
  private var tables: SchemaTables
  /// Linked lists of definitions and extensions: the first node of each type, and for each node the next of the same
  /// type.
  private var nextPart: UnsafeMutablePointer<Int>
  private var parts: [NodeID] = []
  private var firstPart: [Int] = []
  private var lastPart: [Int] = []
  /// For each type, the last type that named it as an interface or member.
  private var relatedOwner: [Int] = []
  /// The names of the specification's types, which user definitions do not change.
  private var standardNames: Set<NameID> = []

  /// Creates a tree for a schema. It contains the specification's own definitions.
  package static func makeTree(names: NameTable) -> SyntaxTree {
    let tree = SyntaxTree(names: names)
    _ = Parser.parse(SourceFile(path: "(built in)", text: BuiltIns.text), into: tree)
    return tree
  }

  /// Builds the schema of all files in `tree`, which ``makeTree(names:)`` created.
  ///
  /// - Parameter hasDefaultRoots: whether types named `Query`, `Mutation` and `Subscription` are the root types if
  ///   there is no schema definition.
  package static func build(_ tree: SyntaxTree, hasDefaultRoots: Bool = true) -> Schema {
    let federation = Federation(tree)
    if federation.isUsed { federation.defineExtendedTypes() }
    var builder = SchemaBuilder(tree)
    defer { builder.nextPart.deallocate() }
    builder.addTypes()
    builder.addMembers()
    builder.findRoots(hasDefaultRoots)
    PossibleTypes.find(&builder.tables)
    let schema = Schema(builder.tables)
    schema.federation = federation
    return schema
  }

  private init(_ tree: SyntaxTree) {
    self.tree = tree
    tables = SchemaTables(tree)
    nextPart = .allocate(capacity: tree.count + 1)
  }

  // MARK: - Types and directives

  private mutating func addTypes() {
    let builtInEnd = tree.files.first?.end ?? 0
    var standard = 0
    while standard < builtInEnd {
      if tree.nodes[standard].kind != .directiveDefinition { standardNames.insert(tree.nodes[standard].name) }
      standard = Int(tree.nodes[standard].next)
    }
    // The user's directive definitions take precedence over the specification's. All types come before extensions.
    for phase in 0..<3 {
      var node = phase == 1 ? 0 : builtInEnd
      let end = phase == 1 ? builtInEnd : tree.count
      while node < end {
        let isExtension = tree.nodes[node].flags & NodeFlag.isExtension != 0
        switch tree.nodes[node].kind {
        case .scalarType: addType(node, .scalar, isExtension, phase)
        case .objectType: addType(node, .object, isExtension, phase)
        case .interfaceType: addType(node, .interface, isExtension, phase)
        case .unionType: addType(node, .union, isExtension, phase)
        case .enumType: addType(node, .enum, isExtension, phase)
        case .inputObjectType: addType(node, .inputObject, isExtension, phase)
        case .directiveDefinition: addDirective(node, isExtension, phase)
        default: break
        }
        node = Int(tree.nodes[node].next)
      }
    }
  }

  private mutating func addType(_ node: NodeID, _ kind: TypeKind, _ isExtension: Bool, _ phase: Int) {
    if isExtension != (phase == 2) { return }
    let name = tree.nodes[node].name
    let known = Int(tables.typeOfName[Int(name)])
    if known != 0 {
      // Ignore a second definition, and an extension of the wrong kind.
      if isExtension, tables.types[known].kind == kind { append(part: node, to: known) }
      return
    }
    if isExtension || (phase == 0 && standardNames.contains(name)) { return }
    let id = tables.typeCount
    (tables.types + id).initialize(
      to: TypeDefinition(kind: kind, isBuiltIn: phase == 1, name: name, node: node))
    if kind == .object {
      tables.types[id].objectIndex = UInt32(tables.objectTypeCount)
      tables.objectTypes[tables.objectTypeCount] = TypeID(number: UInt32(id))
      tables.objectTypeCount += 1
    }
    tables.typeCount = id + 1
    tables.typeOfName[Int(name)] = UInt32(id)
    append(part: node, to: id)
  }

  private mutating func append(part node: NodeID, to type: Int) {
    while firstPart.count <= type {
      firstPart.append(-1)
      lastPart.append(-1)
    }
    nextPart[node] = -1
    if firstPart[type] < 0 { firstPart[type] = node } else { nextPart[lastPart[type]] = node }
    lastPart[type] = node
  }

  private mutating func addDirective(_ node: NodeID, _ isExtension: Bool, _ phase: Int) {
    if isExtension != (phase == 2) { return }
    let name = tree.nodes[node].name
    let known = tables.directiveOfName[Int(name)]
    if isExtension {
      // All that an extension can say is that the directive is deprecated.
      if known != 0, isDeprecated(node) {
        tables.directives[Int(known)].deprecation = node
      }
      return
    }
    if known != 0 { return }
    var definition = DirectiveDefinition(
      name: name, isRepeatable: tree.nodes[node].flags & NodeFlag.repeatable != 0, node: node,
      deprecation: isDeprecated(node) ? node : -1)
    for child in tree.children(node) where tree.nodes[child].kind == .directiveLocation {
      definition.locations |= 1 &<< (tree.nodes[child].name - Keyword.atQuery)
    }
    (tables.directives + tables.directiveCount).initialize(to: definition)
    tables.directiveOfName[Int(name)] = UInt32(tables.directiveCount)
    tables.directiveCount += 1
  }

  // MARK: - Members

  private mutating func addMembers() {
    relatedOwner = Array(repeating: 0, count: tables.typeCount)
    var type = 1
    while type < tables.typeCount {
      let definition = tables.types + type
      definition.pointee.firstRelated = UInt32(tables.relatedCount)
      switch definition.pointee.kind {
      case .object, .interface: definition.pointee.firstMember = UInt32(tables.fieldCount)
      case .inputObject: definition.pointee.firstMember = UInt32(tables.inputValueCount)
      case .enum: definition.pointee.firstMember = UInt32(tables.enumValueCount)
      case .scalar, .union: break
      }
      definition.pointee.firstPart = UInt32(tables.partCount)
      var part = firstPart[type]
      while part >= 0 {
        tables.parts[tables.partCount] = part
        tables.partCount += 1
        addMembers(of: part, to: type)
        part = nextPart[part]
      }
      definition.pointee.partCount = UInt32(tables.partCount) - definition.pointee.firstPart
      definition.pointee.relatedCount = UInt32(tables.relatedCount) - definition.pointee.firstRelated
      switch definition.pointee.kind {
      case .object, .interface:
        definition.pointee.memberCount = UInt32(tables.fieldCount) - definition.pointee.firstMember
        addArguments(definition.pointee.firstMember, definition.pointee.memberCount)
      case .inputObject:
        definition.pointee.memberCount = UInt32(tables.inputValueCount) - definition.pointee.firstMember
      case .enum:
        definition.pointee.memberCount = UInt32(tables.enumValueCount) - definition.pointee.firstMember
      case .scalar, .union: break
      }
      type += 1
    }
    var directive = 1
    while directive < tables.directiveCount {
      let definition = tables.directives + directive
      (definition.pointee.firstArgument, definition.pointee.argumentCount) = addInputValues(
        of: definition.pointee.node)
      directive += 1
    }
  }

  private mutating func addMembers(of part: NodeID, to type: Int) {
    let id = TypeID(number: UInt32(truncatingIfNeeded: type))
    var child = part &+ 1
    let end = Int(tree.nodes[part].next)
    while child < end {
      let node = tree.nodes + child
      switch node.pointee.kind {
      case .fieldDefinition:
        let number = UInt32(truncatingIfNeeded: tables.fieldCount)
        if tables.members.insert(id, node.pointee.name, number) == 0 {
          (tables.fields + tables.fieldCount).initialize(
            to: FieldDefinition(
              name: node.pointee.name, type: typeReference(ofMember: child), parent: id,
              isDeprecated: isDeprecated(child), node: child))
          tables.fieldCount = tables.fieldCount &+ 1
        }
      case .inputValueDefinition:
        let number = UInt32(truncatingIfNeeded: tables.inputValueCount)
        if tables.members.insert(id, node.pointee.name, number) == 0 { addInputValue(child) }
      case .enumValueDefinition:
        let number = UInt32(truncatingIfNeeded: tables.enumValueCount)
        if tables.members.insert(id, node.pointee.name, number) == 0 {
          (tables.enumValues + tables.enumValueCount).initialize(
            to: EnumValueDefinition(
              name: node.pointee.name, isDeprecated: isDeprecated(child), node: child))
          tables.enumValueCount = tables.enumValueCount &+ 1
        }
      case .namedType: addRelated(self.type(named: node.pointee.name), to: type)
      case .directive:
        if node.pointee.name == Keyword.oneOf { tables.types[type].isOneOf = true }
      default: break
      }
      child = Int(node.pointee.next)
    }
  }

  private func type(named name: NameID) -> TypeID? { TypeID(stored: tables.typeOfName[Int(name)]) }

  private mutating func addRelated(_ related: TypeID?, to type: Int) {
    guard let related, relatedOwner[related.index] != type else { return }
    relatedOwner[related.index] = type
    tables.related[tables.relatedCount] = related
    tables.relatedCount += 1
  }

  private mutating func addArguments(_ firstField: UInt32, _ count: UInt32) {
    var field = Int(firstField)
    let end = field + Int(count)
    while field < end {
      let definition = tables.fields + field
      (definition.pointee.firstArgument, definition.pointee.argumentCount) = addInputValues(
        of: definition.pointee.node)
      field = field &+ 1
    }
  }

  /// Adds the arguments among a node's children. The first of two with the same name wins.
  private mutating func addInputValues(of node: NodeID) -> (first: UInt32, count: UInt32) {
    let first = tables.inputValueCount
    var child = node &+ 1
    let end = Int(tree.nodes[node].next)
    while child < end {
      if case .inputValueDefinition = tree.nodes[child].kind {
        var index = first
        while index < tables.inputValueCount, tables.inputValues[index].name != tree.nodes[child].name {
          index = index &+ 1
        }
        if index == tables.inputValueCount { addInputValue(child) }
      }
      child = Int(tree.nodes[child].next)
    }
    return (
      UInt32(truncatingIfNeeded: first), UInt32(truncatingIfNeeded: tables.inputValueCount &- first)
    )
  }

  private mutating func addInputValue(_ node: NodeID) {
    var defaultValue = -1
    if let value = tree.value(node) { defaultValue = value }
    (tables.inputValues + tables.inputValueCount).initialize(
      to: InputValueDefinition(
        name: tree.nodes[node].name, type: typeReference(ofMember: node),
        isDeprecated: isDeprecated(node), node: node, defaultValue: defaultValue))
    tables.inputValueCount = tables.inputValueCount &+ 1
  }

  // MARK: - Parts of members

  private func typeReference(ofMember node: NodeID) -> TypeReference {
    var child = node &+ 1
    let end = Int(tree.nodes[node].next)
    while child < end {
      switch tree.nodes[child].kind {
      case .namedType, .listType: return typeReference(child)
      default: child = Int(tree.nodes[child].next)
      }
    }
    return TypeReference(nil)
  }

  private func typeReference(_ node: NodeID) -> TypeReference {
    let isNonNull = tree.nodes[node].flags & NodeFlag.nonNull != 0
    if case .namedType = tree.nodes[node].kind {
      return TypeReference(type(named: tree.nodes[node].name), isNonNull: isNonNull)
    }
    return typeReference(node &+ 1).list(isNonNull: isNonNull) ?? TypeReference(nil, isNonNull: isNonNull)
  }

  private func isDeprecated(_ node: NodeID) -> Bool { tree.directive(Keyword.deprecated, on: node) != nil }

  // MARK: - Roots

  /// Finds the types that the schema definition names, otherwise those with the default names (section 3.3.1).
  private mutating func findRoots(_ hasDefaultRoots: Bool) {
    var hasDefinition = !hasDefaultRoots
    func set(_ kind: OperationKind, _ name: NameID) {
      let type = type(named: name)
      switch kind {
      case .query: tables.roots.query = tables.roots.query ?? type
      case .mutation: tables.roots.mutation = tables.roots.mutation ?? type
      case .subscription: tables.roots.subscription = tables.roots.subscription ?? type
      }
    }
    for node in tree.definitions where tree.nodes[node].kind == .schemaDefinition {
      if tree.nodes[node].flags & NodeFlag.isExtension == 0 { hasDefinition = true }
      for child in tree.children(node, .operationTypeDefinition) {
        set(tree.operationKind(child), tree.nodes[child + 1].name)
      }
    }
    if !hasDefinition {
      set(.query, Keyword.queryType)
      set(.mutation, Keyword.mutationType)
      set(.subscription, Keyword.subscriptionType)
    }
    let metaName = Int(tree.names.intern(BuiltIns.metaType))
    tables.firstMetaField = tables.types[Int(tables.typeOfName[metaName])].firstMember
    tables.typeOfName[metaName] = 0
  }
}
