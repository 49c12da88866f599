import ApusDocuments
import ApusSource
import ApusSchema
import ApusShapeChoices
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
  /// Decides the forms of values, if every shape is wanted.
  var run: ShapeRun?
  /// The errors of fields that failed.
  private(set) var errors: [JSONOutput] = []

  init(
    _ schema: MockSchema, _ index: DocumentIndex, _ inventor: ValueGenerator, listLength: Int,
    variables: [NameID: JSONOutput], run: ShapeRun? = nil
  ) {
    self.run = run
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
    // Events of every shape differ by their shapes alone.
    if tree.operationKind(operation) == .subscription, run == nil { start = start.element(event) }
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
  /// - Parameter typename: the object's type, if the schema does not have it.
  private mutating func object(
    _ type: TypeID, _ sets: [NodeID], given: JSONOutput?, _ place: Place, typename: String? = nil
  ) -> JSONOutput {
    var members: [(name: String, value: JSONOutput)] = []
    for (key, nodes) in fields(sets, of: type) {
      let node = nodes[0]
      let name = tree.name(node)
      let key = schema.names.string(key)
      if tree.nodes[node].name == Keyword.typename {
        members.append((key, .string(typename ?? schema.schema.name(type))))
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
      let isFree = value == nil
      if isFree, let named = reference.named, schema.schema[named].isComposite, !reference.isList {
        value = identity(node, named)
      }
      members.append((key, complete(reference, nodes, given: value, place.field(key, name), isFree: isFree)))
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

  /// - Parameter isFree: whether the value may have any form; by default, if it is not given.
  private mutating func complete(
    _ type: TypeReference, _ nodes: [NodeID], given: JSONOutput?, _ place: Place, isFree: Bool? = nil
  ) -> JSONOutput {
    guard let named = type.named else { return .null }
    if case .null = given { return .null }
    budget -= 1
    let isFree = isFree ?? (given == nil)
    if isFree, !type.isNonNull, isNull(place) { return .null }
    if type.isList {
      var values: [JSONOutput?] = Array(repeating: nil, count: listLength)
      if case .array(let elements) = given {
        values = elements
      } else if budget <= 0 {
        values = []
      } else if !type.element.isList {
        values = Array(repeating: nil, count: max(listLength, choices(named, nodes).count))
      }
      if given == nil, budget > 0, let count = count(place) {
        // More than one, whatever the length of other lists is.
        values = Array(repeating: nil, count: count < 2 ? count : max(values.count, 2))
      }
      var list: [JSONOutput] = []
      for (index, value) in values.enumerated() {
        list.append(complete(type.element, nodes, given: value, place.element(index)))
      }
      return .array(list)
    }
    guard schema.schema[named].isComposite else {
      return given ?? enumValue(named, place) ?? inventor.leaf(named, at: place)
    }
    let sets = nodes.compactMap { tree.child($0, .selectionSet) }
    if isFree, let (other, typename) = chosenType(named, nodes, place) {
      return self.object(other, sets, given: given, place, typename: typename)
    }
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

  // MARK: - Shapes

  /// Whether every shape is wanted and a nullable value is null here, perhaps with an error.
  private mutating func isNull(_ place: Place) -> Bool {
    let forms = [ShapeForm.present, ShapeForm.null, ShapeForm.error]
    guard let form = run?.choose(ShapePoint(place.shape, .null), at: place.text, among: forms) else {
      return false
    }
    if form == ShapeForm.error {
      errors.append(["message": .string("The field \(place.shape) failed."), "path": .array(place.path)])
    }
    return form != ShapeForm.present
  }

  /// The number of a list's elements if every shape is wanted; 2 stands for several.
  private mutating func count(_ place: Place) -> Int? {
    let counts = [2, 1, 0]
    let forms = counts.map(ShapeForm.count)
    let form = run?.choose(ShapePoint(place.shape, .count), at: place.text, among: forms)
    return counts.first { ShapeForm.count($0) == form }
  }

  /// The value of an enum if every shape is wanted; one of the shapes is a value that the schema lacks.
  private mutating func enumValue(_ type: TypeID, _ place: Place) -> JSONOutput? {
    guard schema.schema[type].kind == .enum, run != nil else { return nil }
    let values = schema.values(of: type)
    let forms = values.map(ShapeForm.value) + [ShapeForm.unknownValue]
    let form = run?.choose(ShapePoint(place.shape, .value), at: place.text, among: forms)
    let index = form.flatMap(forms.firstIndex) ?? 0
    if values.indices.contains(index) { return .string(values[index]) }
    return .string(unused("UNKNOWN", among: values))
  }

  /// The type of an object if every shape is wanted: a type for each type condition, and one to which no condition applies.
  ///
  /// - Returns: the type, and its name if the schema does not have it. Its fields are then those of the interface.
  private mutating func chosenType(
    _ type: TypeID, _ nodes: [NodeID], _ place: Place
  ) -> (TypeID, String?)? {
    let all = schema.schema.objectTypes(of: type)
    let conditions = conditions(nodes.compactMap { tree.child($0, .selectionSet) }).filter { condition in
      !schema.schema.isSubset(type, of: condition)
    }
    guard run != nil, schema.schema[type].kind != .object, !conditions.isEmpty else { return nil }
    let met = choices(type, nodes)
    let forms = met.map { ShapeForm.type(schema.schema.name($0)) } + [ShapeForm.otherType]
    let form = run?.choose(ShapePoint(place.shape, .type), at: place.text, among: forms)
    let index = form.flatMap(forms.firstIndex) ?? 0
    if met.indices.contains(index) { return (met[index], nil) }
    let other = all.first { object in !conditions.contains { schema.schema.isSubset(object, of: $0) } }
    if let other { return (other, nil) }
    return (type, unused("AnotherType", among: all.map { schema.schema.name($0) }))
  }

  private func unused(_ name: String, among names: [String]) -> String {
    names.contains(name) ? unused(name + "_", among: names) : name
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
