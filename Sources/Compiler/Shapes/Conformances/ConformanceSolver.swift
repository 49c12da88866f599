import ApusSchema
import ApusSyntax

/// Decides which types conform to the protocols of fragments and of objects nested in fragments. Later passes only look this up.
///
/// A protocol's getter returns what the fragment selects. If another selection contains the same field without the fragment's condition, or on
/// another parent type, the type's own property can have another type, here or at any depth. Then the type does not conform, and it gets a property
/// with the fragment's type.
package struct ConformanceSolver {
  package private(set) var conformances: FragmentConformances
  private let guards: GuardTable
  private let names: any PropertyNames
  /// For each shape, whether it or a nested one has a field with a condition, or a field that its parent types declare differently.
  private var isUneven: [Bool]
  private var known: [Pair: Bool] = [:]
  /// For each pair, whether a type that represents several cases can conform as far as this case is concerned.
  private var shared: [Pair: Bool] = [:]
  /// For each pair that conforms, the nested pairs that this depends on.
  private var parts: [Pair: [Pair]] = [:]
  /// The pairs whose conformance is declared.
  private var declared: Set<Pair> = []
  /// The module whose shapes are being decided. Those of lower modules only have the conformances that they declare.
  private var module = 0
  private let hasModules: Bool
  private var lookups: [ShapeID: CaseLookup] = [:]

  private struct Pair: Hashable {
    var shape: ShapeID
    var fragment: ShapeID
  }

  /// Decides the conformances of all shapes, and names the fragments that become properties.
  ///
  /// - Parameters:
  ///   - spreads: the fragments that definitions spread.
  ///   - names: the names of fields.
  package static func solve(
    _ shapes: ShapePass, _ spreads: FragmentSpreads, _ guards: GuardTable, naming names: any PropertyNames
  ) -> ConformanceSolver {
    // If the limits were exceeded, shapes lack fields.
    let all = shapes.isComplete ? shapes.all : []
    func solver() -> ConformanceSolver {
      ConformanceSolver(all, shapes.spreads, shapes.ofFragments, order: spreads.order, guards, names)
    }
    var result = solver()
    // A fragment that a type does not conform to becomes a property, which needs a name. If names of modules below collide, another type may lose a
    // conformance because of that, and then has one more property.
    while names.nameFragments(all, result.conformances) { result = solver() }
    return result
  }

  /// - Parameters:
  ///   - shapes: all shapes.
  ///   - spreads: the fragments that each shape spreads.
  ///   - fragments: the shape of each fragment.
  ///   - order: the fragments, each after those that it spreads.
  ///   - names: the names of all members.
  private init(
    _ shapes: [Shape], _ spreads: [SpreadFragments], _ fragments: [NodeID: Shape], order: [NodeID],
    _ guards: GuardTable, _ names: any PropertyNames
  ) {
    conformances = FragmentConformances(spreads, fragments, shapes)
    self.guards = guards
    self.names = names
    isUneven = [Bool](repeating: false, count: shapes.count)
    for shape in shapes {
      let fields = shape.fields
      var isUneven = !shape.fragmentFields.isEmpty
      for index in fields.indices where fields[index].condition != .always || fields[index].hasSeveralTypes {
        isUneven = true
      }
      self.isUneven[shape.id] = isUneven
    }
    hasModules = shapes.contains { $0.module > 0 }
    // This is so for nearly all documents.
    if !hasModules, !isUneven.contains(true) { return }
    var ranks: [NodeID: Int] = [:]
    for (rank, fragment) in order.enumerated() { ranks[fragment] = rank }
    var shapesInOrder = Shape.inOrder(shapes)
    // Shapes can contain shapes of lower modules, but not of higher ones.
    if hasModules { shapesInOrder = ConformanceSolver.modulesInOrder(shapesInOrder) }
    for shape in shapesInOrder {
      noteInner(of: shape)
      module = shape.module
      for fragment in spreads[shape.id].fragments.sorted(by: { ranks[$0] ?? 0 < ranks[$1] ?? 0 }) {
        guard let own = fragments[fragment], own !== shape else { continue }
        if conforms(shape, to: own) {
          // The enumeration conforms on behalf of its cases.
          if hasModules, conformances.inheritedFromEnum(shape).contains(fragment) { continue }
          declare(Pair(shape: shape.id, fragment: own.id))
          continue
        }
        conformances.removeConformance(to: fragment, of: shape)
        guard case .enumeration = shape.form else {
          isUneven[shape.id] = true
          continue
        }
        // Cases that left the fragment to the enumeration conform by themselves.
        for one in shape.structures
        where hasModules && conformances[one].shows(FragmentField(fragment: fragment, condition: .always)) {
          if conforms(one, to: own) { declare(Pair(shape: one.id, fragment: own.id)) }
        }
      }
      // This must be decided in the shape's own module: higher modules only know declared conformances.
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

  /// Whether the type of a shape conforms to the protocol of a fragment, or of an object nested in one. The shape contains all that the other one
  /// selects.
  ///
  /// A shape may not conform to its own protocol: if a field's conditions differ between cases, a protocol cannot have a getter that all cases share,
  /// so nothing conforms to it.
  package mutating func conforms(_ shape: Shape, to fragment: Shape) -> Bool {
    // There are no shapes if the limits were exceeded.
    if isUneven.isEmpty { return false }
    if !hasModules, !isUneven[shape.id], !isUneven[fragment.id] { return true }
    let pair = Pair(shape: shape.id, fragment: fragment.id)
    if shape !== fragment, shape.module < module { return declared.contains(pair) }
    if let result = known[pair] { return result }
    known[pair] = true
    var inner: [Pair] = []
    // For a case of the fragment that the type can never be, it uses the fragment's own type, so the fragment must conform to its own protocol.
    let result = (shape === fragment || conforms(fragment, to: fragment)) && find(shape, fragment, &inner)
    known[pair] = result
    if hasModules, result { parts[pair] = inner }
    return result
  }

  /// - Parameters:
  ///   - inner: collects the nested pairs that must conform.
  ///   - isCase: whether the shape is one of several cases that a single type represents, and that type is to conform.
  private mutating func find(
    _ shape: Shape, _ fragment: Shape, _ inner: inout [Pair], isCase: Bool = false
  ) -> Bool {
    for required in fragment.fields {
      guard let field = shape.field(required.key), field.canSatisfy(required) else { return false }
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
    // The fragment conforms to those that it spreads, so whatever conforms to the fragment conforms to those too.
    for parent in conformances.fragments(of: fragment) {
      guard let parent = conformances.shapes[parent] else { continue }
      inner.append(Pair(shape: shape.id, fragment: parent.id))
    }
    guard case .enumeration(let cases) = fragment.form else { return true }
    let lookup =
      lookups[fragment.id]
      ?? CaseLookup(Array(cases.dropLast()), rest: cases.last?.shape, guards)
    lookups[fragment.id] = lookup
    for (one, types) in conformances.structuresWithTypes(of: shape) {
      let index = lookup.index(of: one, types) ?? cases.count - 1
      if !conforms(one, to: cases[index].shape) { return false }
      // The protocol only requires a type for "everything else" if that has more than the shared fields.
      if index == cases.count - 1, !conformances.hasOwnRest(fragment) { continue }
      inner.append(Pair(shape: one.id, fragment: cases[index].shape.id))
    }
    return true
  }

  /// Whether a shape has the fragments that are properties of another shape.
  ///
  /// A type that represents several cases creates the fragment's type from the value of a case that conforms to the fragment
  /// (``SpreadFragments/shows(_:)``).
  private func hasProperties(of fragment: Shape, _ shape: Shape, isCase: Bool) -> Bool {
    var wanted = conformances.sharedProperties(of: fragment)
    if isCase, !wanted.isEmpty {
      wanted.removeAll(where: conformances[shape].shows)
    }
    if wanted.isEmpty { return true }
    let properties = conformances.sharedProperties(of: shape)
    let source = fragment.structures.last ?? fragment
    for required in wanted {
      // A fragment that is spread both deferred and under a variable is two properties, one of them under another name.
      let count = properties.filter { $0.fragment == required.fragment }.count
      guard count == wanted.filter({ $0.fragment == required.fragment }).count else { return false }
      guard let own = properties.first(where: { $0.isSame(as: required) }),
        own.condition.satisfies(required.condition)
      else { return false }
      let name = names.name(of: required, in: source)
      guard shape.structures.allSatisfy({ names.name(of: own, in: $0) == name }) else { return false }
    }
    return true
  }

  /// Whether the type for all cases can return this nested object of one case as the fragment's type.
  private mutating func canShare(_ shape: Shape, _ place: Shape) -> Bool {
    // The type for all cases is declared in this module, even if a case's type is not.
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
