import ApusDiagnostics
import ApusSchema
import ApusSyntax

/// Interns shapes: one for each distinct set of selection sets, however many places of a response have it.
struct ShapeTable {
  private(set) var shapes: [Shape] = []
  private(set) var context: ExpansionContext
  // Stored: computed properties would copy the whole struct in an unoptimized build.
  private let documents: DocumentIndex
  private let tree: SyntaxTree
  private let schema: Schema
  /// Shapes whose fields are still to be found.
  private var pending: [Shape] = []
  private var byInput: [Input: Shape] = [:]
  private var byContent: [[Int]: Shape] = [:]
  private var typeSetNumbers: [TypeSet: Int] = [:]
  /// How many of ``shapes`` have been through ``shareFields()``.
  private var sharedCount = 0
  private var guardNumbers: [TypeGuard: Int] = [:]
  /// Shapes that went deeper than fragments may be nested.
  private(set) var tooDeep: [NodeID] = []

  private struct Input: Hashable {
    var contributions: [Contribution]
    var types: Int
  }

  /// What `@apus` says of the documents' places.
  private(set) var directives: PlaceDirectives

  init(_ documents: DocumentIndex, _ additions: Additions) {
    context = ExpansionContext(documents, additions)
    directives = PlaceDirectives(documents)
    self.documents = documents
    tree = documents.tree
    schema = documents.schema
  }

  /// The shape of a selection set that selects from `type`, with the shapes of all places within it.
  ///
  /// - Parameter limit: when more shapes than this come to be, the rest is left out and nil is returned.
  mutating func shape(ofRoot selectionSet: NodeID, on type: TypeID, limit: Int) -> Shape? {
    let first = shapes.count
    let root = shape(of: [Contribution(selectionSet: selectionSet, condition: 0)], context.types(type))
    while let next = pending.popLast() {
      if shapes.count - first > limit {
        pending = []
        return nil
      }
      findFields(of: next)
    }
    return root
  }

  mutating func forgetTooDeep() { tooDeep = [] }

  // MARK: - Interning

  private mutating func shape(of contributions: [Contribution], _ types: TypeSet) -> Shape {
    let input = Input(contributions: contributions, types: number(types))
    if let known = byInput[input] { return known }
    let expansion = Expansion(contributions, types, &context)
    if expansion.isTooDeep, let set = contributions.first?.selectionSet { tooDeep.append(set) }
    let isNarrowed = expansion.sets.contains { !$0.isEmpty && $0.typeGuard.types != nil }
    let shape =
      isNarrowed
      ? enumeration(expansion, types) : structure(expansion, applied: Array(expansion.sets.indices))
    byInput[input] = shape
    return shape
  }

  private mutating func number(_ types: TypeSet) -> Int {
    if let known = typeSetNumbers[types] { return known }
    typeSetNumbers[types] = typeSetNumbers.count
    return typeSetNumbers.count - 1
  }

  private mutating func number(_ typeGuard: TypeGuard) -> Int {
    if typeGuard.types == nil { return 0 }
    if let known = guardNumbers[typeGuard] { return known }
    guardNumbers[typeGuard] = guardNumbers.count + 1
    return guardNumbers.count
  }

  private mutating func structure(_ expansion: Expansion, applied: [Int]) -> Shape {
    var key: [Int] = [-1]
    var contributions: [Contribution] = []
    for index in applied where !expansion.sets[index].isEmpty {
      contributions.append(expansion.sets[index].contribution)
    }
    if contributions.count > 1 { contributions.sort() }
    for contribution in contributions {
      key.append(contribution.selectionSet)
      key.append(contribution.condition)
    }
    if let known = byContent[key] { return known }
    return add(key, .structure, expansion, applied)
  }

  private mutating func enumeration(_ expansion: Expansion, _ types: TypeSet) -> Shape {
    var key: [Int] = [-2, number(types)]
    let sets = expansion.sets.filter { !$0.isEmpty }.sorted { $0.contribution < $1.contribution }
    for set in sets {
      key.append(set.contribution.selectionSet)
      key.append(set.contribution.condition)
      key.append(number(set.typeGuard))
    }
    if let known = byContent[key] { return known }
    let always = expansion.sets.indices.filter { expansion.sets[$0].typeGuard.types == nil }
    let result = add(key, .enumeration([]), expansion, always)
    let partition = Partition(expansion, types, context)
    result.form = .enumeration(
      partition.classes.map { group in
        Case(
          conditions: group.conditions, isAlternative: group.isAlternative, types: group.types,
          markers: group.markers, acceptsUnknown: group.acceptsUnknown,
          shape: structure(expansion, applied: group.applied))
      })
    return result
  }

  private mutating func add(_ key: [Int], _ form: Shape.Form, _ expansion: Expansion, _ applied: [Int])
    -> Shape
  {
    let shape = Shape(id: shapes.count, form: form, expansion: expansion, applied: applied)
    var isApplied = [Bool](repeating: false, count: expansion.sets.count)
    for index in applied {
      isApplied[index] = true
      let parent = documents.parentType(expansion.sets[index].contribution.selectionSet)
      if schema.types[Int(parent)].kind == .object { shape.objectType = parent }
    }
    for inclusion in expansion.inclusions where isApplied[inclusion.set] {
      shape.fragments.append(inclusion.fragment)
    }
    shapes.append(shape)
    byContent[key] = shape
    pending.append(shape)
    return shape
  }

  // MARK: - Fields

  private mutating func findFields(of shape: Shape) {
    guard case .structure = shape.form else { return }
    var groups: [NameID: Int] = [:]
    var order: [[Expansion.Occurrence]] = []
    for occurrence in shape.expansion.occurrences(in: shape.applied) {
      let key: NameID
      switch occurrence.content {
      case .field(let node): key = tree.responseKey(node)
      case .typename: key = Keyword.typename
      case .marker(let type):
        if !shape.markers.contains(type) { shape.markers.append(type) }
        continue
      case .spread(let fragment):
        if !shape.conditionalFragments.contains(fragment) { shape.conditionalFragments.append(fragment) }
        continue
      }
      if let known = groups[key] {
        order[known].append(occurrence)
      } else {
        groups[key] = order.count
        order.append([occurrence])
      }
    }
    if !shape.conditionalFragments.isEmpty {
      shape.conditionalFragments.removeAll { shape.fragments.contains($0) }
    }
    var fields: [Field] = []
    fields.reserveCapacity(order.count)
    for occurrences in order {
      if occurrences.count == 1, case .field(let node) = occurrences[0].content {
        fields.append(field(node, isConditional: occurrences[0].condition != 0))
      } else {
        fields.append(field(occurrences))
      }
    }
    shape.fields = fields
  }

  /// A field that is selected once, as nearly all are.
  private mutating func field(_ node: NodeID, isConditional: Bool) -> Field {
    let definition = documents.field(node)
    var field = Field(
      key: tree.responseKey(node), node: node, definition: definition,
      type: schema.fields[Int(definition)].type, isConditional: isConditional)
    if !directives.places.isEmpty { field.directive = directives.places[node] }
    if let set = documents.selectionSet(node) {
      let types = context.types(documents.parentType(set))
      field.shape = shape(of: [Contribution(selectionSet: set, condition: 0)], types)
    }
    return field
  }

  /// A field of several occurrences, or the `__typename` that was added.
  private mutating func field(_ occurrences: [Expansion.Occurrence]) -> Field {
    var nodes: [(node: NodeID, condition: ConditionID)] = []
    for occurrence in occurrences {
      if case .field(let node) = occurrence.content { nodes.append((node, occurrence.condition)) }
    }
    let isConditional = occurrences.allSatisfy { $0.condition != 0 }
    guard let first = nodes.first else {
      let definition = schema.typenameField
      return Field(
        key: Keyword.typename, node: nil, definition: definition, type: schema.fields[Int(definition)].type,
        isConditional: false)
    }
    let definition = documents.field(first.node)
    var field = Field(
      key: tree.responseKey(first.node), node: first.node, definition: definition,
      type: schema.fields[Int(definition)].type, isConditional: isConditional)
    if !directives.places.isEmpty { field.directive = directives.merged(nodes.map(\.node)) }
    // What all have in common decides whether the object is there; what differs, what is in it.
    let sharesCondition = nodes.allSatisfy { $0.condition == first.condition }
    var contributions: Set<Contribution> = []
    var types: TypeSet?
    for (node, condition) in nodes {
      guard let set = documents.selectionSet(node) else { continue }
      contributions.insert(Contribution(selectionSet: set, condition: sharesCondition ? 0 : condition))
      let declared = context.types(documents.parentType(set))
      let narrowed = types?.intersection(declared) ?? declared
      if types == nil || !narrowed.isEmpty { types = narrowed }
    }
    if let types {
      let always = contributions.filter { $0.condition == 0 }
      let needed = contributions.filter { set in
        set.condition == 0 || !always.contains { $0.selectionSet == set.selectionSet }
      }
      field.shape = shape(of: needed.sorted(), types)
    }
    return field
  }

  // MARK: - Fields that all cases share

  /// Gives each enumeration the fields that all of its cases have: those of "everything else", which has no others.
  mutating func shareFields() {
    let new = shapes[sharedCount...]
    sharedCount = shapes.count
    for shape in new {
      guard case .enumeration(let cases) = shape.form, let rest = cases.last else { continue }
      shape.fields = rest.shape.fields.map { field in
        let each = cases.compactMap { $0.shape.fields.first { $0.key == field.key } }
        var shared = field
        shared.isConditional = each.contains { $0.isConditional }
        if let shape = field.shape, each.contains(where: { $0.shape?.id != shape.id }) {
          shared.caseShapes = each.compactMap(\.shape)
        }
        return shared
      }
    }
  }
}
