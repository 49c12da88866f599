import ApusDocuments
import ApusSource
import ApusSchema
import ApusSyntax

/// Executes one operation (ExecuteSelectionSet, section 6.3) with generated values.
struct Execution {
  let schema: MockSchema
  let index: DocumentIndex
  let inventor: ValueGenerator
  /// The default length of lists.
  let listLength: Int
  /// The variables' values by name, from the request or by default.
  let variables: [NameID: JSONOutput]
  /// The number of values that may still be generated, because nested lists multiply. When it is used up, lists are empty.
  private var budget = 100_000

  init(
    _ schema: MockSchema, _ index: DocumentIndex, _ inventor: ValueGenerator, listLength: Int,
    variables: [NameID: JSONOutput]
  ) {
    self.schema = schema
    self.index = index
    self.inventor = inventor
    self.listLength = listLength
    self.variables = variables
  }

  private var tree: SyntaxTree { index.tree }

  /// Returns the data of a valid operation.
  ///
  /// - Parameter event: the index of a subscription's event; 0 for other operations.
  mutating func data(_ operation: NodeID, event: Int) -> JSONOutput {
    guard let type = schema.schema.rootType(tree.operationKind(operation)),
      let set = tree.child(operation, .selectionSet)
    else { return .null }
    var start = Place("\(event)")
    if tree.operationKind(operation) == .subscription { start = start.element(event) }
    return object(type, [set], given: nil, start)
  }

  // MARK: - Selections

  /// The fields of an object by response key (CollectFields).
  func fields(_ sets: [NodeID], of type: TypeID) -> [(key: NameID, nodes: [NodeID])] {
    var result: [(key: NameID, nodes: [NodeID])] = []
    var indexOfKey: [NameID: Int] = [:]
    var visited: Set<NodeID> = []
    for set in sets {
      visit(set, &visited) { selection in
        applies(selection, to: type)
      } field: { node in
        let key = tree.responseKey(node)
        if let known = indexOfKey[key] {
          result[known].nodes.append(node)
        } else {
          indexOfKey[key] = result.count
          result.append((key, [node]))
        }
      }
    }
    return result
  }

  private func visit(
    _ set: NodeID, _ visited: inout Set<NodeID>, where applies: (NodeID) -> Bool, field: (NodeID) -> Void
  ) {
    for selection in tree.children(set) where isIncluded(selection) {
      var inner: NodeID?
      switch tree.kind(selection) {
      case .field: field(selection)
      case .inlineFragment: if applies(selection) { inner = tree.child(selection, .selectionSet) }
      case .fragmentSpread:
        if let fragment = index.fragment(ofSpread: selection), applies(fragment),
          visited.insert(fragment).inserted
        {
          inner = tree.child(fragment, .selectionSet)
        }
      default: continue
      }
      if let inner { visit(inner, &visited, where: applies, field: field) }
    }
  }

  /// Whether a fragment's type condition matches an object of a type.
  private func applies(_ fragment: NodeID, to type: TypeID) -> Bool {
    if tree.child(fragment, .namedType) == nil { return true }
    return condition(fragment).map { schema.schema.isSubset(type, of: $0) } ?? false
  }

  private func condition(_ fragment: NodeID) -> TypeID? {
    tree.child(fragment, .namedType).flatMap { schema.schema.type(named: tree.nodes[$0].name) }
  }

  private func isIncluded(_ selection: NodeID) -> Bool {
    for directive in tree.children(selection, .directive) {
      let name = tree.nodes[directive].name
      guard name == Keyword.skip || name == Keyword.include,
        let value = tree.argument(Keyword.if, of: directive)
      else { continue }
      if isTrue(value) == (name == Keyword.skip) { return false }
    }
    return true
  }

  private func isTrue(_ value: NodeID) -> Bool {
    if let literal = tree.boolean(value) { return literal }
    if case .boolean(let isTrue) = variables[tree.nodes[value].name] { return isTrue }
    return false
  }

  /// A field's argument as JSON, from a variable or a plain literal.
  func argument(_ name: String, of field: NodeID) -> JSONOutput? {
    guard let value = tree.argument(name, of: field) else { return nil }
    switch tree.kind(value) {
    case .variable: return variables[tree.nodes[value].name]
    case .stringValue: return .string(tree.stringValue(value))
    case .intValue, .floatValue: return .literal(tree.text(of: value))
    case .booleanValue: return .boolean(tree.has(NodeFlag.isTrue, value))
    case .enumValue: return .string(tree.name(value))
    default: return nil
    }
  }

  // MARK: - Values

  /// - Parameter given: the members that an example specifies, by field name.
  private mutating func object(_ type: TypeID, _ sets: [NodeID], given: JSONOutput?, _ place: Place)
    -> JSONOutput
  {
    var members: [(name: String, value: JSONOutput)] = []
    for (key, nodes) in fields(sets, of: type) {
      let node = nodes[0]
      let name = tree.name(node)
      let key = schema.names.string(key)
      if tree.nodes[node].name == Keyword.typename {
        members.append((key, .string(schema.schema.name(type))))
        continue
      }
      if tree.nodes[node].name == Keyword.schemaField || tree.nodes[node].name == Keyword.typeField {
        members.append((key, IntrospectionAnswer(self).root(nodes)))
        continue
      }
      guard let reference = schema.schema[schema.schema.field(tree.nodes[node].name, of: type)]?.type else {
        continue
      }
      var value = given?[name] ?? example(name, of: type)
      if value == nil, let named = reference.named, schema.schema[named].isComposite, !reference.isList {
        value = identity(node, named)
      }
      members.append((key, complete(reference, nodes, given: value, place.field(key, name))))
    }
    return .object(members)
  }

  /// The example for a field of an object type, by its own coordinate or that of an interface.
  private func example(_ name: String, of type: TypeID) -> JSONOutput? {
    let fields = inventor.examples.fields
    if fields.isEmpty { return nil }
    for owner in [type] + schema.interfaces(of: type) {
      if let value = fields["\(schema.schema.name(owner)).\(name)"] { return value }
    }
    return nil
  }

  /// An object requested by `id` gets that `id`.
  private func identity(_ node: NodeID, _ type: TypeID) -> JSONOutput? {
    guard let id = argument("id", of: node) else { return nil }
    let text: String
    switch id {
    case .string(let given): text = given
    case .literal(let given): text = given
    default: return nil
    }
    let objects = schema.schema.objectTypes(of: type)
    let hasIDs = objects.contains { object in
      let field = schema.schema.ownField(schema.names.find("id"), of: object)
      return schema.schema[schema.schema[field]?.type.named]?.name == Keyword.idType
    }
    return hasIDs ? .object([("id", .string(text))]) : nil
  }

  private mutating func complete(
    _ type: TypeReference, _ nodes: [NodeID], given: JSONOutput?, _ place: Place
  ) -> JSONOutput {
    guard let named = type.named else { return .null }
    if case .null = given { return .null }
    budget -= 1
    if type.isList {
      var values: [JSONOutput?] = Array(repeating: nil, count: listLength)
      if case .array(let elements) = given {
        values = elements
      } else if budget <= 0 {
        values = []
      } else if !type.element.isList {
        values = Array(repeating: nil, count: max(listLength, choices(named, nodes).count))
      }
      var list: [JSONOutput] = []
      for (index, value) in values.enumerated() {
        list.append(complete(type.element, nodes, given: value, place.element(index)))
      }
      return .array(list)
    }
    guard schema.schema[named].isComposite else { return given ?? inventor.leaf(named, at: place) }
    let sets = nodes.compactMap { tree.child($0, .selectionSet) }
    guard let object = objectType(named, nodes, given, place) else { return .null }
    return self.object(object, sets, given: given, place)
  }

  /// The type of an object: the specified one, or else the selections' type conditions in turn.
  private func objectType(_ type: TypeID, _ nodes: [NodeID], _ given: JSONOutput?, _ place: Place) -> TypeID?
  {
    if case .string(let name) = given?["__typename"] {
      return schema.schema.objectTypes(of: type).first { schema.schema.name($0) == name }
    }
    let choices = choices(type, nodes)
    if choices.isEmpty { return nil }
    return choices[ValueGenerator.remainder((place.lastIndex ?? 0) &+ inventor.seed, choices.count)]
  }

  /// One object type for each type condition in a field's selections, or any possible type.
  private func choices(_ type: TypeID, _ nodes: [NodeID]) -> [TypeID] {
    let all = schema.schema.objectTypes(of: type)
    if all.count < 2 { return all }
    var found: [TypeID] = []
    for condition in conditions(nodes.compactMap { tree.child($0, .selectionSet) }) where condition != type {
      // An interface needs no separate object if another condition's object implements it.
      let isCovered = found.contains { schema.schema.isSubset($0, of: condition) }
      guard !isCovered, let object = all.first(where: { schema.schema.isSubset($0, of: condition) }) else {
        continue
      }
      found.append(object)
    }
    return found.isEmpty ? Array(all.prefix(1)) : found
  }

  /// The type conditions in a selection set, including those in nested fragments, in source order.
  private func conditions(_ sets: [NodeID]) -> [TypeID] {
    var result: [TypeID] = []
    var visited: Set<NodeID> = []
    for set in sets {
      visit(set, &visited) { fragment in
        if let condition = condition(fragment) { result.append(condition) }
        return true
      } field: { _ in
      }
    }
    return result
  }
}
