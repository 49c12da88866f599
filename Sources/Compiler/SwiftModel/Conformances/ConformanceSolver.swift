import ApusSchema
import ApusSyntax
import ApusShapes

/// Decides which types conform to the protocols of which fragments, and of the places within them. Nothing decides that again.
///
/// A protocol's getter answers what the fragment selects. Where something else selects the same field without the fragment's
/// condition, or of another type, the type's property says something else, here or at any depth. The type then has a property of the
/// fragment's own type instead.
struct ConformanceSolver {
  private(set) var conformances: FragmentConformances
  private let guards: GuardTable
  private var names: MemberNames
  /// By shape whether it or one within it has a field that conditions decide on, or that its parents declare differently.
  private var isUneven: [Bool]
  private var known: [Pair: Bool] = [:]
  /// By pair whether a type that stands for several cases conforms as far as the shape, one of its cases, decides.
  private var shared: [Pair: Bool] = [:]
  /// By pair that agrees the pairs within on which that rests.
  private var parts: [Pair: [Pair]] = [:]
  /// The pairs whose conformance is declared.
  private var declared: Set<Pair> = []
  /// The module whose shapes are asked: those below have declared all that they ever will.
  private var module = 0
  private let hasModules: Bool
  private var lookups: [ShapeID: CaseLookup] = [:]

  private struct Pair: Hashable {
    var shape: ShapeID
    var fragment: ShapeID
  }

  /// - Parameters:
  ///   - shapes: all shapes.
  ///   - spreads: by shape the fragments that are spread at its places.
  ///   - fragments: the shape of each fragment.
  ///   - order: the fragments, each after those that it spreads.
  ///   - names: the names of all members.
  init(
    _ shapes: [Shape], _ spreads: ShapeSpreads, _ fragments: [NodeID: Shape], order: [NodeID],
    _ guards: GuardTable, _ names: MemberNames
  ) {
    conformances = FragmentConformances(spreads, fragments, shapes)
    self.guards = guards
    self.names = names
    isUneven = [Bool](repeating: false, count: shapes.count)
    for shape in shapes {
      let fields = shape.fields
      isUneven[shape.id] =
        !shape.fragmentFields.isEmpty
        || fields.contains { $0.condition != .always || $0.hasSeveralTypes }
    }
    hasModules = shapes.contains { $0.module > 0 }
    // Nearly all documents.
    if !hasModules, !isUneven.contains(true) { return }
    var ranks: [NodeID: Int] = [:]
    for (rank, fragment) in order.enumerated() { ranks[fragment] = rank }
    var shapesInOrder = Shape.inOrder(shapes)
    // A module's shapes hold those of modules below, never of those above.
    if hasModules { shapesInOrder = ConformanceSolver.modulesInOrder(shapesInOrder) }
    for shape in shapesInOrder {
      noteInner(of: shape)
      module = shape.module
      for fragment in spreads[shape.id].fragments.sorted(by: { ranks[$0] ?? 0 < ranks[$1] ?? 0 }) {
        guard let own = fragments[fragment], own !== shape else { continue }
        if conforms(shape, to: own) {
          // The enumeration conforms for the types of its cases.
          if hasModules, conformances.answeredFragments(of: shape).contains(fragment) { continue }
          declare(Pair(shape: shape.id, fragment: own.id))
          continue
        }
        conformances.removeConformance(to: fragment, of: shape)
        if case .structure = shape.form { isUneven[shape.id] = true }
      }
      // Decided in the module of the shape: a module above would only see what this one has declared.
      if hasModules { _ = conforms(shape, to: shape) }
    }
  }

  private static func modulesInOrder(_ shapes: [Shape]) -> [Shape] {
    var result: [[Shape]] = []
    for shape in shapes {
      while result.count <= shape.module { result.append([]) }
      result[shape.module].append(shape)
    }
    return result.flatMap { $0 }
  }

  private mutating func declare(_ pair: Pair) {
    if !hasModules { return }
    var pending = [pair]
    while let next = pending.popLast() {
      if declared.insert(next).inserted { pending += parts[next] ?? [] }
    }
  }

  private mutating func noteInner(of shape: Shape) {
    if !isUneven[shape.id], shape.inner.contains(where: { isUneven[$0.id] }) { isUneven[shape.id] = true }
  }

  // MARK: - Pairs

  /// Whether the type of a shape that has all that a place of a fragment selects conforms to the protocol of that place.
  ///
  /// A shape need not agree with itself: where a field's conditions differ by case, a protocol has no getter for what all cases
  /// share, and nothing can conform to it.
  mutating func conforms(_ shape: Shape, to fragment: Shape) -> Bool {
    // Where the limits were exceeded there are no shapes.
    if isUneven.isEmpty { return false }
    if !hasModules, !isUneven[shape.id], !isUneven[fragment.id] { return true }
    let pair = Pair(shape: shape.id, fragment: fragment.id)
    if shape !== fragment, shape.module < module { return declared.contains(pair) }
    if let result = known[pair] { return result }
    known[pair] = true
    var inner: [Pair] = []
    // Cases of the fragment that a type never is are its own.
    let result = (shape === fragment || conforms(fragment, to: fragment)) && find(shape, fragment, &inner)
    known[pair] = result
    if hasModules, result { parts[pair] = inner }
    return result
  }

  /// - Parameters:
  ///   - inner: gets the pairs that were found to agree.
  ///   - isCase: whether a type that stands for several cases, of which the shape is one, is asked to conform.
  private mutating func find(
    _ shape: Shape, _ fragment: Shape, _ inner: inout [Pair], isCase: Bool = false
  ) -> Bool {
    for required in fragment.fields {
      guard let field = shape.field(required.key), field.canAnswer(required) else { return false }
      guard names.name(of: field, in: shape) == names.name(of: required, in: fragment) else { return false }
      guard let place = required.shape, let own = field.shape else { continue }
      if field.caseShapes.isEmpty {
        if !(isCase ? canShare(own, place) : conforms(own, to: place)) { return false }
        inner.append(Pair(shape: own.id, fragment: place.id))
      }
      for one in field.caseShapes where !canShare(one, place) { return false }
      for one in required.caseShapes where !canShare(one, place) { return false }
    }
    if !hasProperties(of: fragment, shape, isCase: isCase) { return false }
    // The fragment agrees with those that it spreads, so what agrees with it does as well.
    for parent in conformances.fragments(of: fragment) {
      guard let parent = conformances.shapes[parent] else { continue }
      inner.append(Pair(shape: shape.id, fragment: parent.id))
    }
    guard case .enumeration(let cases) = fragment.form else { return true }
    let lookup =
      lookups[fragment.id]
      ?? CaseLookup(Array(cases.dropLast()), rest: cases.last?.shape, guards)
    lookups[fragment.id] = lookup
    for (one, types) in conformances.enclosing.structuresWithTypes(of: shape) {
      let index = lookup.index(of: one, types) ?? cases.count - 1
      if !conforms(one, to: cases[index].shape) { return false }
      // No protocol asks for a type of a rest that has nothing of its own.
      if index == cases.count - 1, !conformances.hasOwnRest(fragment) { continue }
      inner.append(Pair(shape: one.id, fragment: cases[index].shape.id))
    }
    return true
  }

  /// Whether a shape has the fragments that are properties of another.
  ///
  /// A type that stands for several cases makes the fragment's type from the value of a case that conforms to the fragment
  /// (``ObjectType/makes(_:)``).
  private func hasProperties(of fragment: Shape, _ shape: Shape, isCase: Bool) -> Bool {
    var wanted = conformances.sharedProperties(of: fragment)
    if isCase, !wanted.isEmpty {
      let made = Set(conformances.fragments(of: shape)).subtracting(conformances.answeredFragments(of: shape))
      wanted.removeAll { $0.deferredBy.isEmpty && made.contains($0.fragment) }
    }
    if wanted.isEmpty { return true }
    let properties = conformances.sharedProperties(of: shape)
    let source = fragment.structures.last ?? fragment
    for required in wanted {
      // Deferred and also under a variable, a fragment is two properties, of which one has another name.
      let count = properties.filter { $0.fragment == required.fragment }.count
      guard count == wanted.filter({ $0.fragment == required.fragment }).count else { return false }
      guard let own = properties.first(where: { $0.isSame(as: required) }),
        own.condition.answers(required.condition)
      else { return false }
      let name = names.name(of: required, in: source)
      guard shape.structures.allSatisfy({ names.name(of: own, in: $0) == name }) else { return false }
    }
    return true
  }

  /// Whether what a type of one case selects is what a type that stands for all cases can show as the fragment's.
  private mutating func canShare(_ shape: Shape, _ place: Shape) -> Bool {
    // That type is declared where the cases are, whoever declares theirs.
    if shape.module == module || shape === place, conforms(shape, to: place) { return true }
    if shape === place { return false }
    let pair = Pair(shape: shape.id, fragment: place.id)
    if let result = shared[pair] { return result }
    shared[pair] = true
    var inner: [Pair] = []
    let result = find(shape, place, &inner, isCase: true)
    shared[pair] = result
    return result
  }
}
