import ApusSchema
import ApusSyntax

/// Decides which types conform to the protocols of fragments, and of objects nested in fragments. Later passes only look this up.
///
/// A getter must have exactly the type that the protocol requires. With `fragment Card on Album { title @include(if: $x) }`, `Card` requires an
/// optional `title`, but in `{ album { title ...Card } }`, the type of `album` always has one. So it does not conform to `Card`, and gets a property
/// `card` of the fragment's own type instead. Types can also differ because fields have different parent types, in this object or a nested one.
package struct ConformanceSolver {
  package private(set) var conformances: FragmentConformances
  private let guards: GuardTable
  private let names: any PropertyNames
  /// For each shape, whether it or a nested one has fragments that are properties, fields with conditions, or fields with ``Field/hasSeveralTypes``.
  /// All other types conform to all fragments that they spread.
  private var isUneven: [Bool]
  /// The results of ``conforms(_:to:)``.
  private var known: [Pair: Bool] = [:]
  /// The results of ``canShare(_:_:)``.
  private var shared: [Pair: Bool] = [:]
  /// For each pair that conforms, the pairs that must conform, too: those of nested objects, of cases, and of the fragments that the fragment
  /// spreads.
  private var parts: [Pair: [Pair]] = [:]
  /// The conformances that are emitted. Only needed if there are modules below.
  private var declared: Set<Pair> = []
  /// The module whose shapes are being decided. The types of modules below only have the conformances in ``declared``.
  private var module = 0
  private let hasModules: Bool
  private var lookups: [ShapeID: CaseLookup] = [:]

  /// A shape, and the shape of a fragment, or of an object nested in one, to whose protocol it may conform.
  private struct Pair: Hashable {
    var shape: ShapeID
    var fragment: ShapeID
  }

  /// Decides the conformances of all shapes, and names the fragments that become properties.
  ///
  /// - Parameters:
  ///   - spreads: the fragments that definitions spread.
  ///   - names: the names of properties.
  package static func solve(
    _ shapes: ShapePass, _ spreads: FragmentSpreads, _ guards: GuardTable, naming names: any PropertyNames
  ) -> ConformanceSolver {
    // If the limits were exceeded, shapes lack fields.
    let all = shapes.isComplete ? shapes.all : []
    func solver() -> ConformanceSolver {
      ConformanceSolver(all, shapes.spreads, shapes.ofFragments, order: spreads.order, guards, names)
    }
    var result = solver()
    // A fragment to which a type does not conform becomes a property, which needs a name. If that name collides with one of a module below, a type
    // with the property may have another name for it than a protocol requires. Then that conformance is lost as well, and all are decided again.
    while names.nameFragments(all, result.conformances) { result = solver() }
    return result
  }

  /// - Parameters:
  ///   - shapes: all shapes.
  ///   - spreads: for each shape, the fragments that are spread where it occurs.
  ///   - fragments: the shape of each fragment.
  ///   - order: the fragments, each after those that it spreads.
  ///   - names: the names of properties.
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
    // In nearly all documents, all types conform to all fragments that they spread.
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
          // The enumeration conforms instead of its cases, so no conformance of this case is emitted.
          if hasModules, conformances.inheritedFromEnum(shape).contains(fragment) { continue }
          declare(Pair(shape: shape.id, fragment: own.id))
          continue
        }
        conformances.removeConformance(to: fragment, of: shape)
        if !shape.isEnumeration {
          isUneven[shape.id] = true
          continue
        }
        // The enumeration does not conform after all, so its cases conform themselves, if they can.
        for one in shape.structures
        where hasModules && conformances[one].shows(FragmentField(fragment: fragment, condition: .always)) {
          if conforms(one, to: own) { declare(Pair(shape: one.id, fragment: own.id)) }
        }
      }
      // Whether a shape conforms to its own protocol must be decided here, because modules above only know declared conformances.
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

  /// Whether the type of a shape conforms to the protocol of a fragment, or of an object nested in one. The shape must contain everything that the
  /// fragment selects there.
  ///
  /// Even a fragment's own type may not conform to the fragment's protocol, for example if a field of a nested object has different conditions in
  /// different cases, so that these cannot share a getter. Then no type conforms.
  package mutating func conforms(_ shape: Shape, to fragment: Shape) -> Bool {
    // If limits were exceeded, there are no shapes.
    if isUneven.isEmpty { return false }
    if !hasModules, !isUneven[shape.id], !isUneven[fragment.id] { return true }
    let pair = Pair(shape: shape.id, fragment: fragment.id)
    if shape !== fragment, shape.module < module { return declared.contains(pair) }
    if let result = known[pair] { return result }
    known[pair] = true
    var inner: [Pair] = []
    // If no object of this type belongs to a certain case of the fragment, the conformance uses the payload of that case in the fragment's own type,
    // such as `CardData`. So the fragment's own type must conform, too.
    let result = (shape === fragment || conforms(fragment, to: fragment)) && find(shape, fragment, &inner)
    known[pair] = result
    if hasModules, result { parts[pair] = inner }
    return result
  }

  /// Whether a shape has what a fragment's protocol requires: fields, properties for fragments, and cases.
  ///
  /// - Parameters:
  ///   - inner: collects the nested pairs that must conform.
  ///   - isCase: whether the shape is one case of a union (``canShare(_:_:)``), which is to conform instead of the case.
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
    // The fragment's protocol inherits the protocols to which the fragment's type conforms, so a type that conforms to it conforms to those, too.
    for parent in conformances.fragments(of: fragment) {
      guard let parent = conformances.shapes[parent] else { continue }
      inner.append(Pair(shape: shape.id, fragment: parent.id))
    }
    let cases = fragment.cases
    if cases.isEmpty { return true }
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

  /// Whether a shape has the same properties for fragments as a fragment's own shape.
  ///
  /// If the shape is one case of a union (`isCase`), it can conform to such a fragment instead of having the property, because the property's value
  /// can be made from it (``SpreadFragments/shows(_:)``).
  private func hasProperties(of fragment: Shape, _ shape: Shape, isCase: Bool) -> Bool {
    var wanted = conformances.sharedProperties(of: fragment)
    if isCase, !wanted.isEmpty {
      wanted.removeAll(where: conformances[shape].shows)
    }
    if wanted.isEmpty { return true }
    let properties = conformances.sharedProperties(of: shape)
    let source = fragment.structures.last ?? fragment
    for required in wanted {
      // An object that spreads a fragment twice, and defers only one of the spreads, has two properties for it, one of which has another name.
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

  /// Whether a union can conform to the protocol of `place` if `shape` is one of its cases. Such a union is the type of a nested object whose shape
  /// differs between the cases of the enclosing enum.
  private mutating func canShare(_ shape: Shape, _ place: Shape) -> Bool {
    // The union is declared in this module, even if this case's type is not.
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
