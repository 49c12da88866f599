import ApusDocuments
import ApusSchema
import ApusSyntax

/// Tells which fragments under `@include` or `@skip` cannot be read apart from what else a place selects.
///
/// A fragment's type reads its fields from the object that it is spread on, and one under a condition when the object has
/// it. Where something else selects that field too, it may be there without what the fragment selects in it; and the other way
/// round, a field that the place has under a condition may be there for the fragment alone.
struct SpreadReading {
  /// The shape of each fragment.
  private let fragments: [NodeID: Shape]
  private var fieldNumbers: [ShapeID: [NameID: Int]] = [:]
  /// What was found of two shapes; false while it is being looked for.
  private var misreadings: [Pair: Bool] = [:]
  private var provisions: [Pair: Bool] = [:]

  private struct Pair: Hashable {
    var own: ShapeID
    var other: ShapeID
  }

  private init(_ fragments: [NodeID: Shape]) { self.fragments = fragments }

  /// The spreads of conditional fragments for which reading an object of one of `shapes` could fail, each with the shape.
  ///
  /// - Parameter fragments: the shape of each fragment.
  static func misreadSpreads(in shapes: [Shape], _ fragments: [NodeID: Shape], _ documents: DocumentIndex)
    -> [(spread: NodeID, shape: ShapeID)]
  {
    var reading = SpreadReading(fragments)
    var result: [(spread: NodeID, shape: ShapeID)] = []
    for shape in shapes where !shape.conditionalFragments.isEmpty {
      for fragment in reading.misreadFragments(of: shape) {
        for contribution in shape.contributions {
          for spread in documents.tree.children(contribution.selectionSet, .fragmentSpread)
          where documents.fragment(ofSpread: spread) == fragment { result.append((spread, shape.id)) }
        }
      }
    }
    return result
  }

  /// The shapes of everything within some, and those themselves.
  static func shapes(within roots: [Shape]) -> Set<ShapeID> {
    var found: Set<ShapeID> = []
    var pending = roots
    while let shape = pending.popLast() {
      guard found.insert(shape.id).inserted else { continue }
      if case .enumeration(let cases) = shape.form { pending += cases.map(\.shape) }
      pending += shape.fields.compactMap(\.shape)
    }
    return found
  }

  private mutating func misreadFragments(of shape: Shape) -> [NodeID] {
    var result: [NodeID] = []
    for fragment in shape.conditionalFragments {
      guard let own = fragments[fragment] else { continue }
      // What the place itself selects under a condition may be there for the fragment's sake as well.
      if misreadsFields(shape, own) {
        result.append(fragment)
        continue
      }
      let others = shape.conditionalFragments.filter { $0 != fragment }.compactMap { fragments[$0] }
      for other in [shape] + others where misreads(own, other) {
        result.append(fragment)
        break
      }
    }
    return result
  }

  /// Whether a field that `own` has under a condition may be there for the sake of `other` alone, without what `own`
  /// has in it; at any depth.
  private mutating func misreads(_ own: Shape, _ other: Shape) -> Bool {
    if own === other { return false }
    let pair = Pair(own: own.id, other: other.id)
    if let known = misreadings[pair] { return known }
    misreadings[pair] = false
    let result = findMisreading(own, other)
    misreadings[pair] = result
    return result
  }

  private mutating func findMisreading(_ own: Shape, _ other: Shape) -> Bool {
    if misreadsFields(own, other) { return true }
    for one in SpreadReading.structures(own) {
      for two in SpreadReading.structures(other) {
        for fragment in one.conditionalFragments {
          if let inner = fragments[fragment], misreads(inner, two) { return true }
        }
        for fragment in two.conditionalFragments {
          if let inner = fragments[fragment], misreads(one, inner) { return true }
        }
      }
    }
    return false
  }

  /// The same without the conditional fragments that both have.
  private mutating func misreadsFields(_ own: Shape, _ other: Shape) -> Bool {
    for one in SpreadReading.structures(own) {
      for two in SpreadReading.structures(other) {
        for field in one.fields {
          guard let inner = field.shape, let otherInner = self.field(field.key, of: two)?.shape else {
            continue
          }
          if field.isConditional, !provides(otherInner, inner) { return true }
          if misreads(inner, otherInner) { return true }
        }
      }
    }
    return false
  }

  /// Whether every object that `other` selects has what `own` needs.
  private mutating func provides(_ other: Shape, _ own: Shape) -> Bool {
    if own === other { return true }
    let pair = Pair(own: own.id, other: other.id)
    if let known = provisions[pair] { return known }
    var result = true
    search: for one in SpreadReading.structures(own) {
      for two in SpreadReading.structures(other) {
        for field in one.fields where !field.isConditional {
          guard let provided = self.field(field.key, of: two), !provided.isConditional else {
            result = false
            break search
          }
          if let inner = field.shape, let otherInner = provided.shape, !provides(otherInner, inner) {
            result = false
            break search
          }
        }
      }
    }
    provisions[pair] = result
    return result
  }

  private mutating func field(_ key: NameID, of shape: Shape) -> Field? {
    if fieldNumbers[shape.id] == nil {
      fieldNumbers[shape.id] = Dictionary(
        uniqueKeysWithValues: shape.fields.indices.map { (shape.fields[$0].key, $0) })
    }
    return fieldNumbers[shape.id]?[key].map { shape.fields[$0] }
  }

  private static func structures(_ shape: Shape) -> [Shape] {
    if case .enumeration(let cases) = shape.form { return cases.map(\.shape) }
    return [shape]
  }
}
