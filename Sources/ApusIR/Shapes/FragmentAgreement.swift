import ApusSchema
import ApusSyntax

/// Finds the fragments that a type spreads and cannot conform to, and makes each a property of the fragment's own type.
///
/// A protocol's getter answers what the fragment selects. Where something else selects the same field without the fragment's
/// condition, or of another type, the type's property says something else, here or at any depth.
struct FragmentAgreement {
  private let fragments: [NodeID: Shape]
  private let guards: GuardTable
  /// By shape whether it or one within it has a field that conditions decide on, or that its parents declare differently.
  private var isUneven: [Bool]
  private var known: [Pair: Bool] = [:]
  private var lookups: [ShapeID: CaseLookup] = [:]

  private struct Pair: Hashable {
    var shape: ShapeID
    var fragment: ShapeID
  }

  /// - Parameters:
  ///   - fragments: the shape of each fragment.
  ///   - order: the fragments, each behind those that it spreads.
  static func settle(
    _ shapes: [Shape], _ fragments: [NodeID: Shape], order: [NodeID], _ guards: GuardTable
  ) {
    var isUneven = [Bool](repeating: false, count: shapes.count)
    for shape in shapes {
      let fields = shape.fields
      isUneven[shape.id] =
        !shape.fragmentProperties.isEmpty
        || fields.contains { $0.condition != .always || $0.hasSeveralTypes }
    }
    // Nearly all documents.
    if !isUneven.contains(true) { return }
    var ranks: [NodeID: Int] = [:]
    for (rank, fragment) in order.enumerated() { ranks[fragment] = rank }
    var agreement = FragmentAgreement(fragments, guards, isUneven)
    for shape in Shape.inOrder(shapes) {
      agreement.noteInner(of: shape)
      for fragment in shape.fragments.sorted(by: { ranks[$0] ?? 0 < ranks[$1] ?? 0 }) {
        guard let own = fragments[fragment], own !== shape, !agreement.agrees(shape, own) else { continue }
        shape.fragments.removeAll { $0 == fragment }
        if case .structure = shape.form {
          shape.fragmentProperties.append(FragmentProperty(fragment: fragment, condition: .always))
          agreement.isUneven[shape.id] = true
        }
      }
    }
  }

  private mutating func noteInner(of shape: Shape) {
    if !isUneven[shape.id], shape.inner.contains(where: { isUneven[$0.id] }) { isUneven[shape.id] = true }
  }

  private init(_ fragments: [NodeID: Shape], _ guards: GuardTable, _ isUneven: [Bool]) {
    self.fragments = fragments
    self.isUneven = isUneven
    self.guards = guards
  }

  /// Whether what a fragment selects is what the shape has, and under the same conditions.
  ///
  /// A shape need not agree with itself: where a field's conditions differ by case, a protocol has no getter for what all cases
  /// share, and nothing can conform to it.
  private mutating func agrees(_ shape: Shape, _ fragment: Shape) -> Bool {
    if !isUneven[shape.id], !isUneven[fragment.id] { return true }
    let pair = Pair(shape: shape.id, fragment: fragment.id)
    if let result = known[pair] { return result }
    known[pair] = true
    let result = find(shape, fragment)
    known[pair] = result
    return result
  }

  private mutating func find(_ shape: Shape, _ fragment: Shape) -> Bool {
    for required in fragment.fields {
      guard let field = shape.field(required.key), field.condition.answers(required.condition),
        field.directive?.type == required.directive?.type,
        (field.shape == nil) == (required.shape == nil)
      else { return false }
      guard let inner = required.shape, let own = field.shape else {
        if field.type != required.type { return false }
        continue
      }
      if !field.type.hasSameWrappers(as: required.type) { return false }
      for one in field.caseShapes.isEmpty ? [own] : field.caseShapes where !agrees(one, inner) {
        return false
      }
      for one in required.caseShapes where !agrees(one, inner) { return false }
    }
    let properties = shape.sharedFragmentProperties
    for required in fragment.sharedFragmentProperties {
      guard let own = properties.first(where: { $0.fragment == required.fragment }),
        own.condition.answers(required.condition)
      else { return false }
    }
    for parent in fragment.fragments {
      if let parent = fragments[parent], !agrees(shape, parent) { return false }
    }
    guard case .enumeration(let cases) = fragment.form else { return true }
    let lookup =
      lookups[fragment.id]
      ?? CaseLookup(cases.dropLast().map(\.shape), rest: cases.last?.shape, guards)
    lookups[fragment.id] = lookup
    for one in shape.structures {
      let index = lookup.index(of: one) ?? cases.count - 1
      if !agrees(one, cases[index].shape) { return false }
    }
    return true
  }
}
