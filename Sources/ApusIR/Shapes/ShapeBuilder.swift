import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Interns shapes: one for each distinct set of selection sets, however many places of a response have it.
struct ShapeBuilder {
  private(set) var shapes: [Shape] = []
  private(set) var context: FieldCollectionContext
  // Stored: computed properties would copy the whole struct in an unoptimized build.
  let documents: DocumentIndex
  let tree: SyntaxTree
  let schema: Schema
  let typeSets: TypeSetTable
  /// Shapes whose fields are still to be found.
  private var pending: [(shape: Shape, source: Source)] = []
  /// By selection set, for a place that has no other, the number of its shape plus 1: nearly all places.
  private let shapesOfSets: NumberTable
  var byInput: [Input: Shape] = [:]
  /// By selection set, for objects that nothing else applies to, the number of the shape plus 1.
  private let structuresOfSets: NumberTable
  var byContent: [ShapeKey: Shape] = [:]
  var groups: FieldGroups
  /// The response keys of the selection set at hand.
  var keys: GenerationMap
  /// Fragments that tell shapes of the same fields apart.
  var distinguishing = DistinguishingFragments()
  /// The number of the module at hand, those below first.
  var module = 0
  /// How many selections were followed for all shapes.
  var work: Int
  /// Shapes that went deeper than fragments may be nested.
  private(set) var tooDeep: [NodeID] = []

  struct Input: Hashable {
    var contributions: [Contribution]
    var types: Int
  }

  /// A case of an enumeration.
  typealias Group = (cases: TypeCases, group: TypeCases.Group)

  /// Where a shape's fields stand.
  private enum Source {
    /// In one selection set, which holds nothing else.
    case selectionSet(NodeID)
    /// In those sets of an collection.
    case collection(FieldCollection, applied: [TypeCases.Applied])
  }

  /// What `@apus` says of the documents' places.
  var directives: ApusDirectives
  /// What directives say of null.
  var nullability: FieldNullability
  /// What single fields are instead of what their scalars are.
  let fieldBindings: FieldBindings
  let hasFieldBindings: Bool
  /// Where selections of one field meet that are different types.
  var typeConflicts: [NodeID: Diagnostic] = [:]

  init(
    _ documents: DocumentIndex, _ addedSelections: AddedSelections, _ guards: GuardTable,
    _ options: GenerationOptions, _ fieldBindings: FieldBindings
  ) {
    work = 0
    self.fieldBindings = fieldBindings
    hasFieldBindings = !fieldBindings.isEmpty
    context = FieldCollectionContext(documents, addedSelections, guards)
    directives = ApusDirectives(documents)
    nullability = FieldNullability(documents, options, apus: directives.nodes)
    self.documents = documents
    tree = documents.tree
    schema = documents.schema
    typeSets = context.typeSets
    shapesOfSets = NumberTable(count: documents.tree.count)
    structuresOfSets = NumberTable(count: documents.tree.count)
    groups = FieldGroups(nameCount: documents.tree.names.count)
    keys = GenerationMap(count: documents.tree.names.count)
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
      if let excess = context.guards.excess {
        pending = []
        throw .conditions(excess)
      }
      switch source {
      case .selectionSet(let set): findFields(of: shape, in: set)
      case .collection(let collection, let applied): findFields(of: shape, in: collection, applied)
      }
    }
    if let excess = context.guards.excess { throw .conditions(excess) }
    return root
  }

  /// What directives of the documents say amiss.
  var diagnostics: [Diagnostic] {
    directives.diagnostics + nullability.diagnostics
      + typeConflicts.sorted { $0.key < $1.key }.map(\.value)
  }

  mutating func forgetTooDeep() { tooDeep = [] }

  // MARK: - Interning

  /// The shape of a place that one selection set opens.
  mutating func shape(of set: NodeID) -> Shape {
    let known = shapesOfSets.values[set]
    if known != 0 { return shapes[Int(known) - 1] }
    let shape =
      shapeOfOnlySpread(set)
      ?? (holdsOnlyFields(set)
        ? structure(of: set)
        : expandedShape(of: [Contribution(selectionSet: set, condition: .always)], types(of: set)))
    shapesOfSets.values[set] = UInt32(truncatingIfNeeded: shape.id + 1)
    return shape
  }

  /// The shape of a place that several selection sets open.
  mutating func shape(of contributions: [Contribution], _ types: TypeSet) -> Shape {
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
    return shape(of: collection, types)
  }

  private mutating func shape(of collection: FieldCollection, _ types: TypeSet) -> Shape {
    if !collection.guardsWithoutFields.isEmpty { return enumeration(collection, types) }
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

  func types(of set: NodeID) -> TypeSet { typeSets.types(documents.parentType(set)) }

  private mutating func structure(of set: NodeID) -> Shape {
    let known = structuresOfSets.values[set]
    if known != 0 { return shapes[Int(known) - 1] }
    let shape = Shape(
      id: shapes.count, form: .structure,
      contributions: [Contribution(selectionSet: set, condition: .always)], module: module)
    noteObjectType(of: set, in: shape)
    shapes.append(shape)
    pending.append((shape, .selectionSet(set)))
    structuresOfSets.values[set] = UInt32(truncatingIfNeeded: shape.id + 1)
    return shape
  }

  /// - Parameter group: the case that the shape is of, if it is of one.
  private mutating func structure(
    _ collection: FieldCollection, _ applied: [TypeCases.Applied], in group: Group?
  ) -> Shape {
    let fragments = fragments(collection, group)
    let answered = group == nil ? [] : Set(self.fragments(collection, nil))
    var key = ShapeKey(
      contributions: contributions(collection, applied), properties: fragmentProperties(collection, group),
      fieldless: fieldless(collection, fragments, group), apart: distinguishing.among(fragments),
      absentSets: absentSets(collection, group))
    key.objectType = objectType(collection, applied, group)
    for fragment in key.apart {
      guard let own = ownShape(of: fragment), let set = documents.selectionSet(fragment),
        own.ownKey == key.without(fragment, set), own.markers == markers(collection, group),
        let shape = spreading(fragments, answered, own)
      else { continue }
      return shape
    }
    if let known = knownShape(&key, fragments, answered) { return known }
    let isPlain = key.isOfOneSet
    let shape = makeShape(.structure, key, collection, applied, fragments, group)
    shape.answeredFragments = answered
    pending.append((shape, .collection(collection, applied: applied)))
    if isPlain {
      structuresOfSets.values[key.contributions[0].selectionSet] = UInt32(truncatingIfNeeded: shape.id + 1)
    } else {
      byContent[key] = shape
    }
    return shape
  }

  /// The shape of a key. Where that is a module's below which spreads less, the key becomes another one.
  private func knownShape(_ key: inout ShapeKey, _ fragments: [NodeID], _ answered: Set<NodeID>) -> Shape? {
    var known = byContent[key]
    // A single set under no condition may be known from a place where it stands alone.
    if key.isOfOneSet {
      let number = structuresOfSets.values[key.contributions[0].selectionSet]
      known = number == 0 ? nil : shapes[Int(number) - 1]
    }
    guard let known else { return nil }
    if let shape = spreading(fragments, answered, known) { return shape }
    key.beyond = fragments.sorted()
    return byContent[key]
  }

  /// The shape, met where more fragments are spread that come to the same; nil where a module below declares it, which conforms to
  /// no more than it did there.
  ///
  /// - Parameter answered: of a case the fragments that its enumeration answers for.
  func spreading(_ fragments: [NodeID], _ answered: Set<NodeID>, _ shape: Shape) -> Shape? {
    if shape.module == module {
      for fragment in fragments where !shape.fragments.contains(fragment) { shape.fragments.append(fragment) }
      shape.answeredFragments.formIntersection(answered)
      return shape
    }
    for fragment in fragments {
      let own = ownShape(of: fragment)
      if own === shape { continue }
      guard shape.fragments.contains(fragment) else { return nil }
      if answered.contains(fragment) || !shape.answeredFragments.contains(fragment) { continue }
      if case .enumeration = own?.form { return nil }
    }
    return shape
  }

  private mutating func enumeration(_ collection: FieldCollection, _ types: TypeSet) -> Shape {
    let fragments = fragments(collection, nil)
    var key = ShapeKey(types: types.number, apart: distinguishing.among(fragments))
    for set in collection.sets where !set.occurrences.isEmpty && set.applies != .never {
      key.contributions.append(Contribution(selectionSet: set.selectionSet, condition: set.applies))
    }
    key.contributions.sort()
    for spread in collection.spreads where spread.certain != spread.applies {
      key.properties.append(FragmentProperty(fragment: spread.fragment, condition: spread.applies))
    }
    key.properties += deferredParts(collection, nil)
    key.fieldless = collection.guardsWithoutFields.map { Int($0.number) }
    for fragment in key.apart {
      guard let own = ownShape(of: fragment), let set = documents.selectionSet(fragment),
        own.ownKey == key.without(fragment, set), let shape = spreading(fragments, [], own)
      else { continue }
      return shape
    }
    if let known = knownShape(&key, fragments, []) { return known }
    var common: [TypeCases.Applied] = []
    for (index, set) in collection.sets.enumerated()
    where set.applies != .never && !set.occurrences.isEmpty && !context.guards.asksTypes(set.applies) {
      common.append(TypeCases.Applied(set: index, condition: set.applies))
    }
    var shared = ShapeKey(contributions: contributions(collection, common))
    shared.fieldless = fieldless(collection, fragments, nil)
    let result = makeShape(.enumeration([]), shared, collection, common, fragments, nil)
    result.key = key
    byContent[key] = result
    let typeCases = TypeCases(collection, types, context)
    work += typeCases.size
    result.form = .enumeration(
      typeCases.groups.map { group in
        Case(
          conditions: group.conditions, held: group.held, isAlternative: group.isAlternative,
          types: group.types, markers: group.markers, acceptsUnknown: group.acceptsUnknown,
          inlineSets: inlineSets(collection, (typeCases, group)),
          shape: structure(collection, group.applied, in: (typeCases, group)))
      })
    return result
  }

  private mutating func makeShape(
    _ form: Shape.Form, _ key: ShapeKey, _ collection: FieldCollection, _ applied: [TypeCases.Applied],
    _ fragments: [NodeID], _ group: Group?
  ) -> Shape {
    let shape = Shape(id: shapes.count, form: form, contributions: key.contributions, module: module)
    for value in applied { noteObjectType(of: collection.sets[value.set].selectionSet, in: shape) }
    if key.objectType != 0 { shape.objectType = key.objectType }
    shape.fragmentProperties = key.properties
    shape.fieldless = key.fieldless
    shape.absentSets = key.absentSets
    if !key.isOfOneSet { shape.key = key }
    shape.fragments = fragments
    shape.markers = markers(collection, group)
    shapes.append(shape)
    for property in key.properties where tree.kind(property.fragment) == .inlineFragment {
      if let set = documents.selectionSet(property.fragment) {
        shape.deferredShapes[property.fragment] = self.shape(of: set)
      }
    }
    return shape
  }

  private func fragments(_ collection: FieldCollection, _ group: Group?) -> [NodeID] {
    var result: [NodeID] = []
    for spread in collection.spreads
    where spread.certain != .never && condition(spread.certain, group) == .always {
      result.append(spread.fragment)
    }
    return result
  }

  /// The shape of a fragment, which is found before those of all that spread it.
  func ownShape(of fragment: NodeID) -> Shape? {
    guard let set = documents.selectionSet(fragment) else { return nil }
    let number = Int(shapesOfSets.values[set])
    return number > 0 ? shapes[number - 1] : nil
  }

  func markers(_ collection: FieldCollection, _ group: Group?) -> [TypeID] {
    var result: [TypeID] = []
    for marker in collection.markers where applies(marker, group) && !result.contains(marker.type) {
      result.append(marker.type)
    }
    return result
  }

  private func applies(_ marker: FieldCollection.Marker, _ group: Group?) -> Bool {
    condition(context.guards.possible(marker.applies), group) == .always
  }

  /// What is here without having fields, in order (``Shape/fieldless``).
  private func fieldless(_ collection: FieldCollection, _ fragments: [NodeID], _ group: Group?) -> [NodeID] {
    if collection.markers.isEmpty, distinguishing.fieldless.isEmpty, collection.deferredParts.isEmpty {
      return []
    }
    var result: [NodeID] = []
    for marker in collection.markers where !marker.isAmongFields && applies(marker, group) {
      result.append(marker.place)
    }
    for fragment in fragments where distinguishing.fieldless.contains(fragment) {
      if let set = documents.selectionSet(fragment) { result.append(set) }
    }
    for part in collection.deferredParts
    where part.isBlock && collection.sets[part.set].occurrences.isEmpty
      && condition(context.guards.possible(part.applies), group) == .always
    {
      if let set = documents.selectionSet(part.fragment) { result.append(set) }
    }
    return result.sorted()
  }

  func condition(_ applies: Guard, _ group: Group?) -> Guard {
    if let group { return group.cases.condition(applies, in: group.group) }
    return applies
  }

  private func fragmentProperties(_ collection: FieldCollection, _ group: Group?) -> [FragmentProperty] {
    var result: [FragmentProperty] = []
    for spread in collection.spreads where spread.certain != spread.applies {
      let condition = condition(spread.applies, group)
      if condition == .always || condition == .never { continue }
      result.append(FragmentProperty(fragment: spread.fragment, condition: condition))
    }
    return result + deferredParts(collection, group)
  }

  /// Those with fields of their own, in order.
  private func contributions(_ collection: FieldCollection, _ applied: [TypeCases.Applied]) -> [Contribution]
  {
    applied.map { value in
      Contribution(selectionSet: collection.sets[value.set].selectionSet, condition: value.condition)
    }.sorted()
  }
}
