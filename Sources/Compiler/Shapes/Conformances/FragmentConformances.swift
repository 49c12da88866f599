import ApusSchema
import ApusSyntax

/// The fragments to whose protocols the types of shapes conform, and those that they have as properties instead.
package struct FragmentConformances {
  /// For each shape, the fragments to which its type conforms. ``removeConformance(to:of:)`` removes those to which it cannot conform.
  private var spreads: [SpreadFragments]
  /// For each shape, the enumerations that have it as a case, and the object types of that case.
  private var enumerations: [ShapeID: [(enumeration: ShapeID, types: [TypeID])]] = [:]
  /// For each structure, the fragments that it spreads without conforming to them, so that they become properties.
  private var storedInstead: [ShapeID: [FragmentField]] = [:]
  /// The shapes of fragments and of separate inline fragments.
  let shapes: [NodeID: Shape]

  /// - Parameters:
  ///   - spreads: for each shape, the fragments that are spread where it occurs. At first, its type conforms to all of them.
  ///   - shapes: the shapes of fragments and of separate inline fragments.
  ///   - all: all shapes.
  init(_ spreads: [SpreadFragments], _ shapes: [NodeID: Shape], _ all: [Shape]) {
    self.spreads = spreads
    self.shapes = shapes
    for shape in all {
      for value in shape.cases { enumerations[value.shape.id, default: []].append((shape.id, value.types)) }
    }
  }

  package func fragments(of shape: Shape) -> [NodeID] { spreads[shape.id].fragments }

  /// The object types of a structure: the type that its selection sets name, or those of the enum cases in which it occurs. Empty if they are
  /// unknown.
  package func objectTypes(of shape: Shape) -> [TypeID] {
    shape.objectType.map { [$0] } ?? enumerations[shape.id]?.flatMap(\.types) ?? []
  }

  /// The structures of a shape, with their object types: those of its cases, or the shape itself.
  func structuresWithTypes(of shape: Shape) -> [(structure: Shape, types: [TypeID])] {
    if shape.isEnumeration { return shape.cases.map { ($0.shape, $0.types) } }
    return [(shape, objectTypes(of: shape))]
  }

  /// The fragments that a shape's type conforms to, and those among them to which its enumerations conform instead.
  package subscript(shape: Shape) -> SpreadFragments {
    SpreadFragments(fragments: fragments(of: shape), inheritedFromEnum: inheritedFromEnum(shape))
  }

  /// The fragments to which a case's type does not conform, because each enumeration that has this case conforms instead. Such a fragment has
  /// type conditions and is spread next to the case, not in it: `{ pet { ...Card ... on Dog { barks } } }`.
  func inheritedFromEnum(_ shape: Shape) -> Set<NodeID> {
    let inherited = spreads[shape.id].inheritedFromEnum
    if inherited.isEmpty { return inherited }
    let enumerations = enumerations[shape.id] ?? []
    return inherited.filter { fragment in
      guard shapes[fragment]?.isEnumeration == true else { return false }
      return enumerations.allSatisfy { spreads[$0.enumeration].fragments.contains(fragment) }
    }
  }

  /// All fragments that are properties of a shape.
  package func properties(of shape: Shape) -> [FragmentField] {
    if storedInstead.isEmpty { return shape.fragmentFields }
    return shape.fragmentFields + (storedInstead[shape.id] ?? [])
  }

  /// The shapes of a shape's fragment properties. All of them are read from the same object.
  func propertyShapes(of shape: Shape) -> [Shape] {
    properties(of: shape).compactMap { shapes[$0.fragment] }
  }

  /// The fragments that are properties of all structures of a shape, in the order of the last structure.
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

  /// Whether "everything else" has more than the properties that all cases share, such as a field whose type differs by case. If so, a protocol
  /// requires a type for it as for other cases.
  package func hasOwnRest(_ enumeration: Shape) -> Bool {
    guard let rest = enumeration.cases.last, rest.conditions.isEmpty else { return false }
    let shared = sharedProperties(of: enumeration)
    return !rest.shape.fields.allSatisfy { enumeration.field($0.key) != nil }
      || !properties(of: rest.shape).allSatisfy { own in shared.contains { $0.isSame(as: own) } }
  }

  /// Removes a conformance. A structure gets the fragment as a property instead. For an enumeration, the caller decides about each case separately.
  mutating func removeConformance(to fragment: NodeID, of shape: Shape) {
    spreads[shape.id].fragments.removeAll { $0 == fragment }
    let property = FragmentField(fragment: fragment, condition: .always)
    guard !shape.isEnumeration, !shape.fragmentFields.contains(where: { $0.isSame(as: property) })
    else { return }
    storedInstead[shape.id, default: []].append(property)
  }
}
