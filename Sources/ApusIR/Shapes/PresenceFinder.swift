import ApusSchema
import ApusSyntax

/// Decides how readers tell that an object has a property (``Presence``).
///
/// What one type reads an object by, a fragment's type may read it by as well, each what it selects itself. Then a member that
/// is there says nothing of whose it is: wherever two types of one object have a field, its guard decides.
struct PresenceFinder {
  private let fragments: [NodeID: Shape]
  private var seen: Set<Pair> = []
  private var pending: [(Shape, Shape)] = []
  /// The shapes in which a guard decides on a field, or within which.
  private var asking: Set<ShapeID> = []

  private struct Pair: Hashable {
    var first: ShapeID
    var second: ShapeID
  }

  /// - Parameters:
  ///   - fragments: the shape of each fragment.
  ///   - shared: fragments that documents of other modules may spread: what those select beside is not known.
  static func decide(_ shapes: [Shape], _ fragments: [NodeID: Shape], shared: [NodeID]) {
    var isAnyConditional = false
    for shape in shapes {
      for index in shape.fields.indices where shape.fields[index].condition != .always {
        shape.fields[index].presence = .byKey
        isAnyConditional = true
      }
    }
    if !isAnyConditional { return }
    var finder = PresenceFinder(fragments)
    for shape in shapes {
      for structure in shape.structures {
        finder.decideLaterKeys(of: structure, structure)
        if !structure.fragmentProperties.isEmpty { finder.readApart(structure) }
      }
      finder.compareCases(shape)
    }
    finder.compareAll()
    finder.decideAll(within: shared.compactMap { fragments[$0] })
    finder.heedConformances(of: shapes)
  }

  private init(_ fragments: [NodeID: Shape]) { self.fragments = fragments }

  /// A type and the fragments that are its properties read one object.
  private mutating func readApart(_ shape: Shape) {
    let others = shape.fragmentProperties.compactMap { fragments[$0.fragment] }
    for (index, other) in others.enumerated() {
      add(shape, other)
      for next in others[(index + 1)...] { add(other, next) }
    }
  }

  private mutating func add(_ first: Shape, _ second: Shape) {
    if first === second { return }
    let pair = Pair(first: min(first.id, second.id), second: max(first.id, second.id))
    if seen.insert(pair).inserted { pending.append((first, second)) }
  }

  private mutating func compareAll() {
    while let (first, second) = pending.popLast() {
      for one in first.structures {
        for two in second.structures { compare(one, two) }
      }
    }
  }

  private mutating func compare(_ one: Shape, _ two: Shape) {
    for property in one.fragmentProperties {
      if let fragment = fragments[property.fragment] { add(fragment, two) }
    }
    for property in two.fragmentProperties {
      if let fragment = fragments[property.fragment] { add(one, fragment) }
    }
    let places = places(of: two)
    for index in one.fields.indices {
      guard let other = places[one.fields[index].key] else { continue }
      decide(index, of: one)
      decide(other, of: two)
      if let inner = one.fields[index].shape, let otherInner = two.fields[other].shape {
        add(inner, otherInner)
      }
    }
    decideLaterKeys(of: one, two)
    decideLaterKeys(of: two, one)
  }

  /// Where a shape's fields stand, by their keys.
  private func places(of shape: Shape) -> [NameID: Int] {
    var places: [NameID: Int] = [:]
    for index in shape.fields.indices { places[shape.fields[index].key] = index }
    return places
  }

  /// What no type of today has, one of later may bring: by whatever another type selects, which has no field for it.
  private mutating func decideLaterKeys(of other: Shape, _ shape: Shape) {
    if other.keysOfLaterTypes.isEmpty { return }
    for index in shape.fields.indices where other.keysOfLaterTypes.contains(shape.fields[index].key) {
      decide(index, of: shape)
      decideAll(within: [shape.fields[index].shape].compactMap(\.self) + shape.fields[index].caseShapes)
    }
  }

  /// A type that the schema gains later may meet the conditions of several cases, and is read as one of them.
  private mutating func compareCases(_ shape: Shape) {
    guard case .enumeration(let cases) = shape.form else { return }
    let ofLaterTypes = cases.filter { $0.acceptsUnknown && !$0.markers.isEmpty }
    for value in cases where value.acceptsUnknown || value.conditions.isEmpty {
      for other in ofLaterTypes where other.shape !== value.shape {
        for index in value.shape.fields.indices {
          let field = value.shape.fields[index]
          guard let same = other.shape.field(field.key) else { continue }
          if same.condition != field.condition { decide(index, of: value.shape) }
          if let inner = field.shape, let otherInner = same.shape { add(inner, otherInner) }
        }
      }
    }
  }

  /// A fragment's own type reads what is written by types that conform to the fragment's protocol: where their guard decides, its own
  /// does, for the member may be there for another's sake.
  private mutating func heedConformances(of shapes: [Shape]) {
    seen.removeAll()
    for shape in Shape.inOrder(shapes) {
      let isShown = shape.structures.contains { $0.fields.contains { $0.isShownByVariables } }
      if isShown || shape.inner.contains(where: { asking.contains($0.id) }) { asking.insert(shape.id) }
    }
    for shape in shapes where asking.contains(shape.id) {
      for fragment in shape.fragments {
        if let own = fragments[fragment] { heed(shape, by: own) }
      }
    }
    while let (shape, fragment) = pending.popLast() {
      for one in shape.structures {
        for two in fragment.structures { heed(one, byFieldsOf: two) }
      }
    }
  }

  private mutating func heed(_ shape: Shape, by fragment: Shape) {
    if shape === fragment || !asking.contains(shape.id) { return }
    if seen.insert(Pair(first: shape.id, second: fragment.id)).inserted { pending.append((shape, fragment)) }
  }

  private mutating func heed(_ shape: Shape, byFieldsOf fragment: Shape) {
    let places = places(of: shape)
    for index in fragment.fields.indices {
      guard let place = places[fragment.fields[index].key] else { continue }
      let field = shape.fields[place]
      if field.isShownByVariables { decide(index, of: fragment) }
      if let inner = field.shape, let other = fragment.fields[index].shape { heed(inner, by: other) }
    }
  }

  private mutating func decideAll(within roots: [Shape]) {
    var pending = roots
    var met: Set<ShapeID> = []
    while let shape = pending.popLast() {
      guard met.insert(shape.id).inserted else { continue }
      for index in shape.fields.indices { decide(index, of: shape) }
      pending += shape.inner
    }
  }

  private func decide(_ index: Int, of shape: Shape) {
    let condition = shape.fields[index].condition
    if condition != .always, condition != .mixed { shape.fields[index].presence = .when(condition) }
  }
}
