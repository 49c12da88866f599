import ApusSchema
import ApusSyntax

/// The fragments that the types of shapes conform to, and those that they have as properties instead.
package struct FragmentConformances {
  /// By shape the fragments whose protocols the type can conform to.
  private var fragments: [[NodeID]]
  private let spreads: ShapeSpreads
  package let enclosing: EnclosingEnumerations
  /// By shape the fragments that it spreads and cannot conform to, where it is a structure.
  private var unanswered: [ShapeID: [FragmentField]] = [:]
  /// The shapes of fragments and of separate inline fragments.
  package let shapes: [NodeID: Shape]

  /// - Parameters:
  ///   - spreads: by shape the fragments that are spread at its places, all of which its type conforms to for now.
  ///   - shapes: the shapes of fragments and of separate inline fragments.
  ///   - all: all shapes.
  package init(_ spreads: ShapeSpreads, _ shapes: [NodeID: Shape], _ all: [Shape]) {
    self.spreads = spreads
    fragments = spreads.fragments
    self.shapes = shapes
    enclosing = EnclosingEnumerations(all)
  }

  package func fragments(of shape: Shape) -> [NodeID] { fragments[shape.id] }

  /// Those with type conditions that are only spread where the shape is a case, and that the enumerations conform to: the type itself
  /// does not conform, it is one of their cases.
  package func answeredFragments(of shape: Shape) -> Set<NodeID> {
    let answered = spreads[shape.id].answered
    if answered.isEmpty { return answered }
    let enumerations = enclosing.enumerations(of: shape)
    return answered.filter { fragment in
      guard case .enumeration? = shapes[fragment]?.form else { return false }
      return enumerations.allSatisfy { fragments[$0].contains(fragment) }
    }
  }

  /// All fragments that are properties.
  package func properties(of shape: Shape) -> [FragmentField] {
    if unanswered.isEmpty { return shape.fragmentFields }
    return shape.fragmentFields + (unanswered[shape.id] ?? [])
  }

  /// The shapes of these properties, each read from the same object.
  func propertyShapes(of shape: Shape) -> [Shape] {
    properties(of: shape).compactMap { shapes[$0.fragment] }
  }

  /// The fragments that are properties of every structure of a shape, in the last one's order.
  package func sharedProperties(of shape: Shape) -> [FragmentField] {
    let structures = shape.structures
    guard let last = structures.last else { return [] }
    return properties(of: last).compactMap { property in
      var shared = property
      for structure in structures {
        guard let own = properties(of: structure).first(where: { $0.isSame(as: property) }) else {
          return nil
        }
        if own.condition != shared.condition { shared.condition = .mixed }
      }
      return shared
    }
  }

  /// Whether "everything else" has more than what all cases of an enumeration share, such as a field whose type differs by case: what they
  /// share does not make it then.
  package func hasOwnRest(_ enumeration: Shape) -> Bool {
    guard case .enumeration(let cases) = enumeration.form, let rest = cases.last, rest.conditions.isEmpty
    else {
      return false
    }
    let shared = sharedProperties(of: enumeration)
    return !rest.shape.fields.allSatisfy { enumeration.field($0.key) != nil }
      || !properties(of: rest.shape).allSatisfy { own in shared.contains { $0.isSame(as: own) } }
  }

  /// Removes a conformance. A structure has the fragment as a property instead; the cases of an enumeration decide for themselves.
  package mutating func removeConformance(to fragment: NodeID, of shape: Shape) {
    fragments[shape.id].removeAll { $0 == fragment }
    let property = FragmentField(fragment: fragment, condition: .always)
    guard case .structure = shape.form, !shape.fragmentFields.contains(where: { $0.isSame(as: property) })
    else { return }
    unanswered[shape.id, default: []].append(property)
  }
}
