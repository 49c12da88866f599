import ApusDocuments
import ApusSchema
import ApusSyntax

/// Interns shapes: one for each distinct set of selection sets, however many places of a response have it.
struct ShapeBuilder {
  private(set) var shapes: [Shape] = []
  private var context: FieldCollectionContext
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
  private var guardNumbers: [TypeGuard: Int] = [:]
  private var groups: FieldGroups
  /// The response keys of the selection set at hand.
  private var keys: ScratchNumbers
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
    case collection(FieldCollection, applied: [Int])
  }

  /// What `@apus` says of the documents' places.
  private(set) var directives: ApusDirectives

  /// - Parameter work: what was followed before.
  init(_ documents: DocumentIndex, _ addedSelections: AddedSelections, work: Int = 0) {
    self.work = work
    context = FieldCollectionContext(documents, addedSelections)
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
      : expandedShape(of: [Contribution(selectionSet: set, condition: 0)], types(of: set))
    shapesOfSets.values[set] = UInt32(truncatingIfNeeded: shape.id + 1)
    return shape
  }

  /// The shape of a place that several selection sets open.
  private mutating func shape(of contributions: [Contribution], _ types: TypeSet) -> Shape {
    if contributions.count == 1, contributions[0].condition == 0 {
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
    for set in collection.sets where !set.isEmpty && set.typeGuard != nil {
      return enumeration(collection, types)
    }
    return structure(collection, applied: Array(collection.sets.indices))
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

  private mutating func number(_ typeGuard: TypeGuard?) -> Int {
    guard let typeGuard else { return 0 }
    if let known = guardNumbers[typeGuard] { return known }
    guardNumbers[typeGuard] = guardNumbers.count + 1
    return guardNumbers.count
  }

  private mutating func structure(of set: NodeID) -> Shape {
    let known = structuresOfSets.values[set]
    if known != 0 { return shapes[Int(known) - 1] }
    let shape = Shape(
      id: shapes.count, form: .structure,
      contributions: [Contribution(selectionSet: set, condition: 0)])
    noteObjectType(of: set, in: shape)
    shapes.append(shape)
    pending.append((shape, .selectionSet(set)))
    structuresOfSets.values[set] = UInt32(truncatingIfNeeded: shape.id + 1)
    return shape
  }

  private mutating func structure(_ collection: FieldCollection, applied: [Int]) -> Shape {
    let contributions = contributions(collection, applied)
    // A single set under no condition may be known from a place where it stands alone.
    if contributions.count == 1, contributions[0].condition == 0 {
      let set = contributions[0].selectionSet
      let known = structuresOfSets.values[set]
      if known != 0 { return shapes[Int(known) - 1] }
      let shape = makeShape(.structure, contributions, collection, applied)
      pending.append((shape, .collection(collection, applied: applied)))
      structuresOfSets.values[set] = UInt32(truncatingIfNeeded: shape.id + 1)
      return shape
    }
    var key: [Int] = [-1]
    for contribution in contributions {
      key.append(contribution.selectionSet)
      key.append(contribution.condition)
    }
    if let known = byContent[key] { return known }
    let shape = makeShape(.structure, contributions, collection, applied)
    pending.append((shape, .collection(collection, applied: applied)))
    byContent[key] = shape
    return shape
  }

  private mutating func enumeration(_ collection: FieldCollection, _ types: TypeSet) -> Shape {
    var key: [Int] = [-2, types.number]
    let sets = collection.sets.filter { !$0.isEmpty }.sorted { $0.contribution < $1.contribution }
    for set in sets {
      key.append(set.contribution.selectionSet)
      key.append(set.contribution.condition)
      key.append(number(set.typeGuard))
    }
    if let known = byContent[key] { return known }
    let always = collection.sets.indices.filter { collection.sets[$0].typeGuard == nil }
    let result = makeShape(.enumeration([]), contributions(collection, always), collection, always)
    byContent[key] = result
    let typeCases = TypeCases(collection, types, context)
    work += typeCases.size
    result.form = .enumeration(
      typeCases.classes.map { group in
        Case(
          conditions: group.conditions, held: group.held, isAlternative: group.isAlternative,
          types: group.types,
          markers: group.markers, acceptsUnknown: group.acceptsUnknown,
          shape: structure(collection, applied: group.applied))
      })
    return result
  }

  private mutating func makeShape(
    _ form: Shape.Form, _ contributions: [Contribution], _ collection: FieldCollection, _ applied: [Int]
  ) -> Shape {
    let shape = Shape(id: shapes.count, form: form, contributions: contributions)
    for index in applied { noteObjectType(of: collection.sets[index].contribution.selectionSet, in: shape) }
    if !collection.inclusions.isEmpty {
      var isApplied = [Bool](repeating: false, count: collection.sets.count)
      for index in applied { isApplied[index] = true }
      for inclusion in collection.inclusions where isApplied[inclusion.set] {
        shape.fragments.append(inclusion.fragment)
      }
    }
    shapes.append(shape)
    return shape
  }

  /// Those with selections of their own, in order; what applies always is left out where it applies under a condition.
  private func contributions(_ collection: FieldCollection, _ applied: [Int]) -> [Contribution] {
    var result: [Contribution] = []
    for index in applied where !collection.sets[index].isEmpty {
      result.append(collection.sets[index].contribution)
    }
    if result.count < 2 { return result }
    var always: NodeID?
    return result.sorted().filter { contribution in
      if contribution.condition == 0 { always = contribution.selectionSet }
      return contribution.condition == 0 || contribution.selectionSet != always
    }
  }

  private func noteObjectType(of set: NodeID, in shape: Shape) {
    let parent = documents.parentType(set)
    if case .object = schema.types[Int(parent)].kind { shape.objectType = parent }
  }

  // MARK: - Fields

  private mutating func findFields(of shape: Shape, in set: NodeID) {
    var fields: [Field] = []
    if context.addedSelections.addsTypename(to: set) { fields.append(addedTypename(isConditional: false)) }
    if let type = context.addedSelections.typeMarker(in: set) { shape.markers = [type] }
    var child = set &+ 1
    let end = Int(tree.nodes[set].next)
    while child < end {
      fields.append(field(child, isConditional: false))
      child = Int(tree.nodes[child].next)
    }
    work += fields.count
    shape.fields = fields
  }

  private mutating func findFields(of shape: Shape, in collection: FieldCollection, _ applied: [Int]) {
    groups.removeAll()
    let occurrences = collection.occurrences(in: applied)
    work += occurrences.count
    for (index, occurrence) in occurrences.enumerated() {
      switch occurrence.content {
      case .field(let node): groups.add(index, tree.responseKey(node))
      case .typename: groups.add(index, Keyword.typename)
      case .marker(let type):
        if !shape.markers.contains(type) { shape.markers.append(type) }
      case .spread(let fragment):
        if !shape.conditionalFragments.contains(fragment) { shape.conditionalFragments.append(fragment) }
      }
    }
    var fields: [Field] = []
    fields.reserveCapacity(groups.count)
    var group = 0
    while group < groups.count {
      let index = groups.first(of: group)
      if groups.hasOne(group), case .field(let node) = occurrences[index].content {
        fields.append(field(node, isConditional: occurrences[index].condition != 0))
      } else {
        fields.append(field(groups.members(of: group).map { occurrences[$0] }))
      }
      group += 1
    }
    shape.fields = fields
  }

  /// The `__typename` that nobody selected.
  private func addedTypename(isConditional: Bool) -> Field {
    let definition = schema.typenameField
    return Field(
      key: Keyword.typename, node: nil, definition: definition, type: schema.fields[Int(definition)].type,
      isConditional: isConditional)
  }

  /// A field that is selected once, as nearly all are.
  private mutating func field(_ node: NodeID, isConditional: Bool) -> Field {
    let definition = documents.field(node)
    var field = Field(
      key: tree.responseKey(node), node: node, definition: definition,
      type: schema.fields[Int(definition)].type, isConditional: isConditional)
    if !directives.places.isEmpty { field.directive = directives.places[node] }
    if let set = documents.selectionSet(node) { field.shape = shape(of: set) }
    return field
  }

  /// A field of several occurrences, or the `__typename` that was added.
  private mutating func field(_ occurrences: [FieldCollection.Occurrence]) -> Field {
    var nodes: [(node: NodeID, condition: ConditionID)] = []
    var isConditional = true
    for occurrence in occurrences {
      if case .field(let node) = occurrence.content { nodes.append((node, occurrence.condition)) }
      if occurrence.condition == 0 { isConditional = false }
    }
    guard let first = nodes.first else { return addedTypename(isConditional: isConditional) }
    let definition = documents.field(first.node)
    var field = Field(
      key: tree.responseKey(first.node), node: first.node, definition: definition,
      type: schema.fields[Int(definition)].type, isConditional: isConditional)
    if !directives.places.isEmpty { field.directive = directives.merged(nodes.map(\.node)) }
    if documents.selectionSet(first.node) == nil { return field }
    var selections: [Contribution] = []
    var types: TypeSet?
    for (node, condition) in nodes {
      guard let set = documents.selectionSet(node) else { continue }
      selections.append(Contribution(selectionSet: set, condition: condition))
      let declared = self.types(of: set)
      let narrowed = types.map { typeSets.intersection($0, declared) } ?? declared
      if types == nil || !narrowed.isEmpty { types = narrowed }
    }
    let merged = MergedSelections(selections, &context.conditions)
    work += merged.cost
    if let types { field.shape = shape(of: merged.contributions, types) }
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
          if others[number].isConditional { fields[index].isConditional = true }
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
