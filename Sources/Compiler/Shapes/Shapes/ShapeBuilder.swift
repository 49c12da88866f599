import ApusDocuments
import ApusSchema
import ApusSyntax

/// Makes the shapes of selection sets and of everything nested in them.
package final class ShapeBuilder {
  var table: ShapeTable
  /// For each shape, the fragments that are spread where it occurs. Places with equal content share a shape, even if they spread different fragments.
  var spreads: [SpreadFragments] = []
  private(set) var context: CollectingContext
  // Stored, because every selection needs them: see "Unoptimized code" in Tests/Benchmarks/RESULTS.md.
  package let documents: DocumentIndex
  package let tree: SyntaxTree
  package let schema: Schema
  let typeSets: TypeSetTable
  let splitting: ShapeSplittingFragments
  package let directives: ApusDirectives
  package let nullability: FieldNullability
  let boundFields: BoundFields
  let hasBoundFields: Bool
  package let fragmentVariables: FragmentVariables
  var conflicts = FieldConflicts()
  /// Shapes whose fields are not collected yet.
  private var pending: [(shape: Shape, source: Source)] = []
  var groups: FieldGroups
  /// The response keys of the selection set or shape that is being visited.
  package var keys: GenerationMap
  /// The number of the module whose shapes are being made (``DocumentModules``).
  package var module = 0
  /// The number of selections that were visited to make all shapes. ``ShapeLimits/selectionCount`` limits it.
  var work = 0
  /// A selection set in which fragments are nested too deeply.
  private(set) var tooDeep: NodeID?

  /// A case of an enumeration that is being made.
  typealias Group = (cases: TypeCases, group: TypeCases.Group)

  /// The selections that make a shape's fields.
  private enum Source {
    /// One selection set that contains only fields.
    case selectionSet(NodeID)
    /// The sets of a collection that apply.
    case collection(CollectedFields, applied: [TypeCases.Applied])
  }

  package init(
    _ context: CollectingContext, _ splitting: ShapeSplittingFragments, _ directives: ApusDirectives,
    _ nullability: FieldNullability, _ boundFields: BoundFields,
    _ fragmentVariables: FragmentVariables
  ) {
    self.context = context
    self.splitting = splitting
    self.directives = directives
    self.nullability = nullability
    self.boundFields = boundFields
    self.fragmentVariables = fragmentVariables
    hasBoundFields = !boundFields.isEmpty
    documents = context.documents
    tree = context.tree
    schema = context.schema
    typeSets = context.typeSets
    table = ShapeTable(nodeCount: context.tree.count)
    groups = FieldGroups(nameCount: context.tree.names.count)
    keys = GenerationMap(count: context.tree.names.count)
  }

  /// Makes the shape of a definition's selection set, and the shapes of everything nested in it.
  ///
  /// - Throws: if a limit is exceeded. The remaining shapes stay incomplete.
  func shape(ofRoot selectionSet: NodeID, _ limits: ShapeLimits) throws(ShapeLimits.Excess) -> Shape {
    tooDeep = nil
    let first = table.shapes.count
    let root = shape(of: selectionSet)
    while let (shape, source) = pending.popLast() {
      let excess = limits.excess(shapeCount: table.shapes.count - first, work: work) ?? context.guards.excess
      if let excess {
        pending = []
        throw excess
      }
      switch source {
      case .selectionSet(let set): shape.fields = fields(in: set)
      case .collection(let collection, let applied): shape.fields = fields(in: collection, applied)
      }
    }
    if let excess = context.guards.excess { throw excess }
    return root
  }

  /// The shape of a place with a single selection set, like the objects of `album` in `{ album { title ...Card } }`.
  package func shape(of set: NodeID) -> Shape {
    if let known = table.shape(ofPlace: set) { return known }
    let shape =
      shapeOfOnlySpread(set)
      ?? (holdsOnlyFields(set)
        ? structure(of: set)
        : expandedShape(of: [Contribution(selectionSet: set, condition: .always)], types(of: set)))
    table.setShape(ofPlace: set, to: shape)
    return shape
  }

  /// The shape of a place with several selection sets, like the objects of `album` in `{ album { title } album { id } }`.
  func shape(of contributions: [Contribution], _ types: TypeSet) -> Shape {
    if contributions.count == 1, contributions[0].condition == .always {
      return shape(of: contributions[0].selectionSet)
    }
    let input = ShapeKey(types: types.number, contributions: contributions)
    if let known = table.byInput[input] { return known }
    let shape = expandedShape(of: contributions, types)
    table.byInput[input] = shape
    return shape
  }

  private func expandedShape(of contributions: [Contribution], _ types: TypeSet) -> Shape {
    let collection = CollectedFields(contributions, types, context)
    work += collection.size
    if collection.isTooDeep { tooDeep = tooDeep ?? contributions.first?.selectionSet }
    if !collection.guardsWithoutFields.isEmpty { return enumeration(collection) }
    var applied: [TypeCases.Applied] = []
    for (index, set) in collection.sets.enumerated() where set.applies != .never && !set.occurrences.isEmpty {
      if context.guards.asksTypes(set.applies) { return enumeration(collection) }
      applied.append((index, set.applies))
    }
    return structure(collection, applied, in: nil)
  }

  /// Whether a selection set contains only fields, with distinct response keys and without directives.
  private func holdsOnlyFields(_ set: NodeID) -> Bool {
    keys.forgetAll()
    var child = set &+ 1
    let end = Int(tree.nodes[set].next)
    while child < end {
      let entry = tree.nodes[child]
      if entry.flags & (NodeFlag.marker | NodeFlag.unread) == 0 {
        guard case .field = entry.kind, tree.child(child, .directive) == nil else { return false }
        guard keys.insert(Int(tree.responseKey(child))) else { return false }
      }
      child = Int(entry.next)
    }
    return true
  }

  func types(of set: NodeID) -> TypeSet {
    documents.parentType(set).map(typeSets.types) ?? typeSets.empty()
  }

  private func structure(of set: NodeID) -> Shape {
    if let known = table.structure(of: set) { return known }
    let contributions = [Contribution(selectionSet: set, condition: .always)]
    let shape = Shape(
      id: table.shapes.count, module: module, contributions: contributions,
      markers: documents.marker(in: set).map { [$0] } ?? [],
      objectType: objectType(of: contributions))
    add(shape, SpreadFragments())
    pending.append((shape, .selectionSet(set)))
    table.setStructure(of: set, to: shape)
    return shape
  }

  /// - Parameter group: the case that the shape is for, if any.
  private func structure(
    _ collection: CollectedFields, _ applied: [TypeCases.Applied], in group: Group?
  ) -> Shape {
    let spread = spreadFragments(collection, group)
    let markers = markers(collection, group)
    var key = key(of: collection, applied, spread, markers, group)
    if let own = shapeOfSplitting(key, spread, markers: markers) { return own }
    if let known = knownShape(&key, spread) { return known }
    let separateShapes = separateShapes(of: key)
    let objectType = key.objectType ?? self.objectType(of: key.contributions)
    let shape = Shape(
      id: table.shapes.count, module: module, key: key.isOfOneSet ? nil : key,
      contributions: key.contributions, fieldlessParts: key.fieldlessParts, separateShapes: separateShapes,
      markers: markers, objectType: objectType)
    add(shape, spread)
    pending.append((shape, .collection(collection, applied: applied)))
    table[key] = shape
    return shape
  }

  private func enumeration(_ collection: CollectedFields) -> Shape {
    let spread = spreadFragments(collection, nil)
    var key = enumerationKey(of: collection, spread)
    if let own = shapeOfSplitting(key, spread) { return own }
    if let known = knownShape(&key, spread) { return known }
    let typeCases = TypeCases(collection)
    work += typeCases.size
    let cases = typeCases.groups.map { group in
      Case(
        conditions: group.conditions, held: group.held, isAlternative: group.isAlternative,
        types: group.types, markers: group.markers, acceptsUnknown: group.acceptsUnknown,
        inlineSets: inlineSets(collection, (typeCases, group)),
        shape: structure(collection, group.applied, in: (typeCases, group)))
    }
    let common = contributions(collection, typeCases.common)
    let shape = Shape(
      id: table.shapes.count, module: module, cases: cases, key: key, contributions: common,
      fieldlessParts: fieldlessParts(collection, spread.fragments, nil),
      markers: markers(collection, nil), objectType: objectType(of: common))
    add(shape, spread)
    table[key] = shape
    return shape
  }

  private func add(_ shape: Shape, _ spread: SpreadFragments) {
    table.append(shape)
    spreads.append(spread)
  }

  // MARK: - Known shapes

  /// The shape of one of the ``ShapeSplittingFragments``, if a place contains nothing but a spread of this fragment.
  private func shapeOfSplitting(
    _ key: ShapeKey, _ spread: SpreadFragments, markers: [TypeID]? = nil
  ) -> Shape? {
    for fragment in key.splitting {
      guard let own = ownShape(of: fragment), let set = documents.selectionSet(fragment),
        own.ownKey == key.without(fragment, set), markers.map({ own.markers == $0 }) ?? true,
        let shape = reuse(own, spread)
      else { continue }
      return shape
    }
    return nil
  }

  /// The shape with a key, if there is one. If it is the shape of a module below, whose type does not conform to all fragments spread here, the key
  /// changes: this module needs a separate shape.
  private func knownShape(_ key: inout ShapeKey, _ spread: SpreadFragments) -> Shape? {
    guard let known = table[key] else { return nil }
    if let shape = reuse(known, spread) { return shape }
    key.beyondModule = spread.fragments.sorted()
    return table[key]
  }

  /// Uses a known shape for another place.
  ///
  /// - Returns: nil if a module below declares the shape's type, and it does not conform to all fragments that the place spreads.
  func reuse(_ shape: Shape, _ spread: SpreadFragments) -> Shape? {
    if shape.module == module {
      spreads[shape.id].formUnion(spread)
      return shape
    }
    return isDeclared(shape, with: spread) ? shape : nil
  }

  /// The shape of a fragment's own selection set. It is made before the shapes of all places that spread the fragment.
  func ownShape(of fragment: NodeID) -> Shape? {
    documents.selectionSet(fragment).flatMap(table.shape(ofPlace:))
  }

  /// The shapes of the inline fragments that are properties of a shape with this key.
  private func separateShapes(of key: ShapeKey) -> [NodeID: Shape] {
    var result: [NodeID: Shape] = [:]
    for property in key.properties where tree.kind(property.fragment) == .inlineFragment {
      if let set = documents.selectionSet(property.fragment) { result[property.fragment] = shape(of: set) }
    }
    return result
  }
}
