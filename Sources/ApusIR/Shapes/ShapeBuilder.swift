import ApusDocuments
import ApusSchema
import ApusSyntax

/// Interns shapes: one for each distinct set of selection sets, however many places of a response have it.
struct ShapeBuilder {
  private(set) var shapes: [Shape] = []
  private(set) var context: FieldCollectionContext
  // Stored: computed properties would copy the whole struct in an unoptimized build.
  private let documents: DocumentIndex
  private let tree: SyntaxTree
  private let schema: Schema
  private let typeSets: TypeSetTable
  /// Shapes whose fields are still to be found.
  private var pending: [(shape: Shape, source: Source)] = []
  /// By selection set, for a place that has no other, the number of its shape plus 1: nearly all places.
  private let shapesOfSets: NumberTable
  private var byInput: [Input: Shape] = [:]
  /// By selection set, for objects that nothing else applies to, the number of the shape plus 1.
  private let structuresOfSets: NumberTable
  private var byContent: [[Int]: Shape] = [:]
  private var groups: FieldGroups
  /// The response keys of the selection set at hand.
  private var keys: ScratchNumbers
  /// The fragments in which variables have a say, and those that spread them.
  var variableFragments: Set<NodeID> = []
  /// How many selections were followed for all shapes.
  private(set) var work: Int
  /// Shapes that went deeper than fragments may be nested.
  private(set) var tooDeep: [NodeID] = []

  private struct Input: Hashable {
    var contributions: [Contribution]
    var types: Int
  }

  /// Where a shape's fields stand.
  private enum Source {
    /// In one selection set, which holds nothing else.
    case selectionSet(NodeID)
    /// In those sets of an collection.
    case collection(FieldCollection, applied: [TypeCases.Applied])
  }

  /// What `@apus` says of the documents' places.
  private(set) var directives: ApusDirectives

  init(_ documents: DocumentIndex, _ addedSelections: AddedSelections, _ guards: GuardTable) {
    work = 0
    context = FieldCollectionContext(documents, addedSelections, guards)
    directives = ApusDirectives(documents)
    self.documents = documents
    tree = documents.tree
    schema = documents.schema
    typeSets = context.typeSets
    shapesOfSets = NumberTable(count: documents.tree.count)
    structuresOfSets = NumberTable(count: documents.tree.count)
    groups = FieldGroups(nameCount: documents.tree.names.count)
    keys = ScratchNumbers(count: documents.tree.names.count)
  }

  /// The shape of a selection set, with the shapes of all places within it.
  ///
  /// - Throws: when the limits are reached; the rest is left out.
  mutating func shape(ofRoot selectionSet: NodeID, _ limits: ShapeLimits) throws(ShapeLimits.Excess) -> Shape
  {
    let first = shapes.count
    let root = shape(of: selectionSet)
    while let (shape, source) = pending.popLast() {
      if let excess = limits.excess(shapeCount: shapes.count - first, work: work) {
        pending = []
        throw excess
      }
      switch source {
      case .selectionSet(let set): findFields(of: shape, in: set)
      case .collection(let collection, let applied): findFields(of: shape, in: collection, applied)
      }
    }
    return root
  }

  mutating func forgetTooDeep() { tooDeep = [] }

  // MARK: - Interning

  /// The shape of a place that one selection set opens.
  private mutating func shape(of set: NodeID) -> Shape {
    let known = shapesOfSets.values[set]
    if known != 0 { return shapes[Int(known) - 1] }
    let shape =
      holdsOnlyFields(set)
      ? structure(of: set)
      : expandedShape(of: [Contribution(selectionSet: set, condition: .always)], types(of: set))
    shapesOfSets.values[set] = UInt32(truncatingIfNeeded: shape.id + 1)
    return shape
  }

  /// The shape of a place that several selection sets open.
  private mutating func shape(of contributions: [Contribution], _ types: TypeSet) -> Shape {
    if contributions.count == 1, contributions[0].condition == .always {
      return shape(of: contributions[0].selectionSet)
    }
    let input = Input(contributions: contributions, types: types.number)
    if let known = byInput[input] { return known }
    let shape = expandedShape(of: contributions, types)
    byInput[input] = shape
    return shape
  }

  private mutating func expandedShape(of contributions: [Contribution], _ types: TypeSet) -> Shape {
    let collection = FieldCollection(contributions, types, &context)
    work += collection.size
    if collection.isTooDeep, let set = contributions.first?.selectionSet { tooDeep.append(set) }
    var applied: [TypeCases.Applied] = []
    for (index, set) in collection.sets.enumerated() where set.applies != .never && !set.occurrences.isEmpty {
      if context.guards.asksTypes(set.applies) { return enumeration(collection, types) }
      applied.append(TypeCases.Applied(set: index, condition: set.applies))
    }
    return structure(collection, applied, in: nil)
  }

  /// Whether a selection set holds fields only, of different response keys and without directives.
  private mutating func holdsOnlyFields(_ set: NodeID) -> Bool {
    keys.forgetAll()
    var child = set &+ 1
    let end = Int(tree.nodes[set].next)
    while child < end {
      guard case .field = tree.nodes[child].kind, tree.child(child, .directive) == nil else { return false }
      guard keys.insert(Int(tree.responseKey(child))) else { return false }
      child = Int(tree.nodes[child].next)
    }
    return true
  }

  private func types(of set: NodeID) -> TypeSet { typeSets.types(documents.parentType(set)) }

  private mutating func structure(of set: NodeID) -> Shape {
    let known = structuresOfSets.values[set]
    if known != 0 { return shapes[Int(known) - 1] }
    let shape = Shape(
      id: shapes.count, form: .structure,
      contributions: [Contribution(selectionSet: set, condition: .always)])
    noteObjectType(of: set, in: shape)
    shapes.append(shape)
    pending.append((shape, .selectionSet(set)))
    structuresOfSets.values[set] = UInt32(truncatingIfNeeded: shape.id + 1)
    return shape
  }

  /// - Parameter group: the case that the shape is of, if it is of one.
  private mutating func structure(
    _ collection: FieldCollection, _ applied: [TypeCases.Applied], in group: (TypeCases, TypeCases.Group)?
  ) -> Shape {
    let contributions = contributions(collection, applied)
    let properties = fragmentProperties(collection, group)
    let markers = markers(collection, group)
    let own = applied.compactMap {
      context.addedSelections.typeMarker(in: collection.sets[$0.set].selectionSet)
    }
    let others = markers.filter { !own.contains($0) }
    let fragments = fragments(collection, group)
    let apart = apart(fragments)
    for fragment in apart {
      guard let own = ownShape(of: fragment), case .structure = own.form, own.contributions == contributions,
        own.fragmentProperties == properties, own.markers == markers,
        own.apart == apart.filter({ $0 != fragment })
      else { continue }
      return own.spreading(fragments)
    }
    // A single set under no condition may be known from a place where it stands alone.
    if contributions.count == 1, contributions[0].condition == .always, properties.isEmpty, others.isEmpty,
      apart.isEmpty
    {
      let set = contributions[0].selectionSet
      let known = structuresOfSets.values[set]
      if known != 0 { return shapes[Int(known) - 1].spreading(fragments) }
      let shape = makeShape(.structure, contributions, collection, applied, group)
      pending.append((shape, .collection(collection, applied: applied)))
      structuresOfSets.values[set] = UInt32(truncatingIfNeeded: shape.id + 1)
      return shape
    }
    var key: [Int] = [-1]
    for contribution in contributions {
      key.append(contribution.selectionSet)
      key.append(Int(contribution.condition.number))
    }
    for property in properties {
      key.append(-2 - property.fragment)
      key.append(Int(property.condition.number))
    }
    if !others.isEmpty { key.append(-1) }
    for marker in others { key.append(Int(marker)) }
    if !apart.isEmpty { key.append(-1) }
    key += apart
    if let known = byContent[key] { return known.spreading(fragments) }
    let shape = makeShape(.structure, contributions, collection, applied, group)
    shape.fragmentProperties = properties
    shape.apart = apart
    pending.append((shape, .collection(collection, applied: applied)))
    byContent[key] = shape
    return shape
  }

  private mutating func enumeration(_ collection: FieldCollection, _ types: TypeSet) -> Shape {
    var key: [Int] = [-2, types.number]
    let sets = collection.sets.filter { !$0.occurrences.isEmpty && $0.applies != .never }
    for set in sets.sorted(by: { $0.selectionSet < $1.selectionSet }) {
      key.append(set.selectionSet)
      key.append(Int(set.applies.number))
    }
    for spread in collection.spreads where spread.certain != spread.applies {
      key.append(-2 - spread.fragment)
      key.append(Int(spread.applies.number))
    }
    let fragments = fragments(collection, nil)
    let apart = apart(fragments)
    let identity = key
    for fragment in apart {
      guard let own = ownShape(of: fragment), own.identity == identity,
        own.apart == apart.filter({ $0 != fragment })
      else { continue }
      return own.spreading(fragments)
    }
    if !apart.isEmpty { key.append(-1) }
    key += apart
    if let known = byContent[key] { return known.spreading(fragments) }
    var common: [TypeCases.Applied] = []
    for (index, set) in collection.sets.enumerated()
    where set.applies != .never && !set.occurrences.isEmpty && !context.guards.asksTypes(set.applies) {
      common.append(TypeCases.Applied(set: index, condition: set.applies))
    }
    let result = makeShape(.enumeration([]), contributions(collection, common), collection, common, nil)
    byContent[key] = result
    result.identity = identity
    result.apart = apart
    let typeCases = TypeCases(collection, types, context)
    work += typeCases.size
    result.form = .enumeration(
      typeCases.groups.map { group in
        Case(
          conditions: group.conditions, held: group.held, isAlternative: group.isAlternative,
          types: group.types, markers: group.markers, acceptsUnknown: group.acceptsUnknown,
          shape: structure(collection, group.applied, in: (typeCases, group)))
      })
    return result
  }

  private mutating func makeShape(
    _ form: Shape.Form, _ contributions: [Contribution], _ collection: FieldCollection,
    _ applied: [TypeCases.Applied], _ group: (TypeCases, TypeCases.Group)?
  ) -> Shape {
    let shape = Shape(id: shapes.count, form: form, contributions: contributions)
    for value in applied { noteObjectType(of: collection.sets[value.set].selectionSet, in: shape) }
    shape.fragments = fragments(collection, group)
    shape.markers = markers(collection, group)
    shapes.append(shape)
    return shape
  }

  private func fragments(_ collection: FieldCollection, _ group: (TypeCases, TypeCases.Group)?) -> [NodeID] {
    var result: [NodeID] = []
    for spread in collection.spreads
    where spread.certain != .never && condition(spread.certain, group) == .always {
      result.append(spread.fragment)
    }
    return result
  }

  /// Those of some fragments that variables have a say in: a type may have to hold them as properties, which another type of
  /// the same fields does not.
  private func apart(_ fragments: [NodeID]) -> [NodeID] {
    variableFragments.isEmpty ? [] : fragments.filter(variableFragments.contains).sorted()
  }

  /// The shape of a fragment, which is found before those of all that spread it.
  private func ownShape(of fragment: NodeID) -> Shape? {
    guard let set = documents.selectionSet(fragment) else { return nil }
    let number = Int(shapesOfSets.values[set])
    return number > 0 ? shapes[number - 1] : nil
  }

  private func markers(_ collection: FieldCollection, _ group: (TypeCases, TypeCases.Group)?) -> [TypeID] {
    var result: [TypeID] = []
    for marker in collection.markers
    where condition(context.guards.possible(marker.applies), group) == .always {
      if !result.contains(marker.type) { result.append(marker.type) }
    }
    return result
  }

  private func condition(_ applies: Guard, _ group: (TypeCases, TypeCases.Group)?) -> Guard {
    if let (typeCases, group) = group { return typeCases.condition(applies, in: group) }
    return applies
  }

  private func fragmentProperties(_ collection: FieldCollection, _ group: (TypeCases, TypeCases.Group)?)
    -> [FragmentProperty]
  {
    var result: [FragmentProperty] = []
    for spread in collection.spreads where spread.certain != spread.applies {
      let condition = condition(spread.applies, group)
      if condition == .always || condition == .never { continue }
      result.append(FragmentProperty(fragment: spread.fragment, condition: condition))
    }
    return result
  }

  /// Those with fields of their own, in order.
  private func contributions(_ collection: FieldCollection, _ applied: [TypeCases.Applied]) -> [Contribution]
  {
    applied.map { value in
      Contribution(selectionSet: collection.sets[value.set].selectionSet, condition: value.condition)
    }.sorted()
  }

  private func noteObjectType(of set: NodeID, in shape: Shape) {
    let parent = documents.parentType(set)
    if case .object = schema.types[Int(parent)].kind { shape.objectType = parent }
  }

  // MARK: - Fields

  private mutating func findFields(of shape: Shape, in set: NodeID) {
    var fields: [Field] = []
    if context.addedSelections.addsTypename(to: set) { fields.append(addedTypename(.always)) }
    if let type = context.addedSelections.typeMarker(in: set) { shape.markers = [type] }
    var child = set &+ 1
    let end = Int(tree.nodes[set].next)
    while child < end {
      fields.append(field(child, .always))
      child = Int(tree.nodes[child].next)
    }
    work += fields.count
    shape.fields = fields
  }

  private mutating func findFields(
    of shape: Shape, in collection: FieldCollection, _ applied: [TypeCases.Applied]
  ) {
    var occurrences: [Occurrence] = []
    for value in applied {
      for index in collection.sets[value.set].occurrences {
        let occurrence = collection.occurrences[index]
        let condition = context.guards.and(value.condition, occurrence.condition)
        if condition == .never { continue }
        occurrences.append(Occurrence(index: index, content: occurrence.content, condition: condition))
      }
    }
    if applied.count > 1 { occurrences.sort { $0.index < $1.index } }
    groups.removeAll()
    work += occurrences.count
    for (index, occurrence) in occurrences.enumerated() {
      switch occurrence.content {
      case .field(let node): groups.add(index, tree.responseKey(node))
      case .typename: groups.add(index, Keyword.typename)
      }
    }
    var fields: [Field] = []
    fields.reserveCapacity(groups.count)
    var group = 0
    while group < groups.count {
      let index = groups.first(of: group)
      if groups.hasOne(group), case .field(let node) = occurrences[index].content {
        fields.append(field(node, occurrences[index].condition))
      } else {
        fields.append(field(groups.members(of: group).map { occurrences[$0] }))
      }
      group += 1
    }
    shape.fields = fields
  }

  /// What puts a field into an object, and when.
  private struct Occurrence {
    var index: Int
    var content: FieldCollection.Content
    var condition: Guard
  }

  /// The `__typename` that nobody selected.
  private func addedTypename(_ condition: Guard) -> Field {
    let definition = schema.typenameField
    return Field(
      key: Keyword.typename, node: nil, definition: definition, type: schema.fields[Int(definition)].type,
      condition: condition)
  }

  /// A field that is selected once, as nearly all are.
  private mutating func field(_ node: NodeID, _ condition: Guard) -> Field {
    let definition = documents.field(node)
    var field = Field(
      key: tree.responseKey(node), node: node, definition: definition,
      type: schema.fields[Int(definition)].type, condition: condition)
    if !directives.places.isEmpty { field.directive = directives.places[node] }
    if let set = documents.selectionSet(node) { field.shape = shape(of: set) }
    return field
  }

  /// A field of several occurrences, or the `__typename` that was added.
  private mutating func field(_ occurrences: [Occurrence]) -> Field {
    let guards = context.guards
    var nodes: [(node: NodeID, condition: Guard)] = []
    var presence = Guard.never
    for occurrence in occurrences {
      if case .field(let node) = occurrence.content { nodes.append((node, occurrence.condition)) }
      presence = guards.or(presence, occurrence.condition)
    }
    guard let first = nodes.first else { return addedTypename(presence) }
    let definition = documents.field(first.node)
    var field = Field(
      key: tree.responseKey(first.node), node: first.node, definition: definition,
      type: schema.fields[Int(definition)].type, condition: presence)
    if !directives.places.isEmpty { field.directive = directives.merged(nodes.map(\.node)) }
    for (node, _) in nodes where schema.fields[Int(documents.field(node))].type != field.type {
      field.hasSeveralTypes = true
    }
    if documents.selectionSet(first.node) == nil { return field }
    var conditions: [NodeID: Guard] = [:]
    var types: TypeSet?
    for (node, condition) in nodes {
      guard let set = documents.selectionSet(node) else { continue }
      conditions[set] = guards.or(conditions[set] ?? .never, guards.given(presence, condition))
      let declared = self.types(of: set)
      let narrowed = types.map { typeSets.intersection($0, declared) } ?? declared
      if types == nil || !narrowed.isEmpty { types = narrowed }
    }
    let merged = conditions.map { Contribution(selectionSet: $0.key, condition: $0.value) }.sorted()
    if let types { field.shape = shape(of: merged, types) }
    return field
  }

  // MARK: - Fields that all cases share

  /// Gives each enumeration the fields that all of its cases have: those of "everything else", which has no others.
  mutating func shareFields() {
    for shape in shapes {
      guard case .enumeration(let cases) = shape.form, let rest = cases.last else { continue }
      var fields = rest.shape.fields
      var caseShapes = [[Shape]](repeating: [], count: fields.count)
      for value in cases {
        let others = value.shape.fields
        keys.forgetAll()
        for index in others.indices { keys.set(Int(others[index].key), to: index) }
        for index in fields.indices {
          let number = keys.number(of: Int(fields[index].key))
          if number < 0 { continue }
          if others[number].condition != fields[index].condition { fields[index].condition = .mixed }
          if let inner = others[number].shape { caseShapes[index].append(inner) }
        }
      }
      for index in fields.indices {
        guard let own = fields[index].shape else { continue }
        if caseShapes[index].contains(where: { $0 !== own }) { fields[index].caseShapes = caseShapes[index] }
      }
      shape.fields = fields
    }
  }
}
