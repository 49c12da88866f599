import ApusSchema
import ApusSyntax

/// Which types conform to which fragments' protocols.
///
/// A type conforms when its selection spreads the fragment whatever the variables and the object's type are; the types of
/// its fields then conform to the protocols of the nested places. Every claim is checked property by property: what the
/// compiler would refuse is not emitted.
struct ConformanceFinder {
  private let builder: ProtocolBuilder
  private var known: [Pair: Bool] = [:]

  private struct Pair: Hashable {
    var type: ObjectIdentifier
    var fragment: ObjectIdentifier
  }

  init(_ builder: ProtocolBuilder) { self.builder = builder }

  /// Finds the conformances of a declared type and all types within it.
  ///
  /// - Parameter outer: for a case's payload the fragments that the enumeration itself includes. Those with type
  ///   conditions are the enumeration's to answer: a payload is one of their cases.
  mutating func visit(_ type: PlacedType, outer: [NodeID] = []) {
    if let own = builder.protocols[type.shape.id] { _ = conform(.placed(type), to: own) }
    for fragment in type.shape.fragments {
      guard let result = builder.fragments[fragment] else { continue }
      if result.choice == nil || !outer.contains(fragment) { _ = conform(.placed(type), to: result) }
    }
    for member in type.members {
      guard case .type(let inner) = member else { continue }
      let isPayload = type.cases.contains { $0.payload === inner }
      visit(inner, outer: isPayload ? type.shape.fragments : [])
    }
  }

  /// Makes a type conform, with the types of its fields, if it can.
  private mutating func conform(_ type: ObjectType, to fragment: FragmentProtocol) -> Bool {
    let pair = Pair(type: type.id, fragment: ObjectIdentifier(fragment))
    if let result = known[pair] { return result }
    // Selections are finite, so a type never asks for itself on the way.
    let result = check(type, fragment)
    known[pair] = result
    return result
  }

  private mutating func check(_ type: ObjectType, _ fragment: FragmentProtocol) -> Bool {
    for parent in fragment.parents where !conform(type, to: parent) { return false }
    // By response key: an object may have thousands of fields.
    var properties: [NameID: Property] = [:]
    for property in type.properties { properties[property.field.key] = property }
    for requirement in fragment.requirements {
      guard let property = properties[requirement.property.field.key],
        ConformanceFinder.matches(property, requirement.property)
      else { return false }
      guard let bound = requirement.bound else { continue }
      guard let object = property.object, conform(object, to: bound) else { return false }
    }
    for required in fragment.conditionalFragments {
      guard case .placed(let placed) = type,
        placed.conditionalFragments.contains(where: {
          $0.name == required.name && $0.swiftName == required.swiftName
        })
      else { return false }
    }
    for (associatedType, bound) in fragment.refinements {
      let key = fragment.parents.flatMap(\.allRequirements).first { $0.associatedType == associatedType }?
        .property.field.key
      guard let key, let object = properties[key]?.object, conform(object, to: bound) else {
        return false
      }
    }
    var conformance = Conformance(fragment: fragment)
    if let choice = fragment.choice {
      guard let witness = witness(type, choice) else { return false }
      conformance.choice = witness
    }
    switch type {
    case .placed(let placed): placed.conformances.append(conformance)
    case .union(let union): union.conformances.append(conformance)
    }
    return true
  }

  /// Whether a property can be the witness of a requirement: same name, wrapping and leaf type.
  static func matches(_ property: Property, _ required: Property) -> Bool {
    property.field.key == required.field.key && property.swiftName == required.swiftName
      && property.field.isConditional == required.field.isConditional
      && (property.object == nil) == (required.object == nil)
      && (property.object == nil
        ? property.field.type == required.field.type
        : property.field.type.hasSameWrapping(as: required.field.type))
  }

  // MARK: - Choices

  private mutating func witness(_ type: ObjectType, _ choice: FragmentProtocol.Choice) -> ChoiceWitness? {
    guard case .placed(let placed) = type else { return nil }
    let payloads: [(outer: String?, type: PlacedType)] =
      placed.cases.isEmpty ? [(nil, placed)] : placed.cases.map { ($0.swiftName, $0.payload) }
    let inner = payloads.map { payload in
      choice.cases.firstIndex { ConformanceFinder.includes(payload.type.shape, $0.own.payload.shape) }
    }
    var types: [String] = []
    var unions: [Int: SharedUnion] = [:]
    for (index, value) in choice.cases.enumerated() {
      let members = payloads.indices.filter { inner[$0] == index }.map { payloads[$0] }
      let object: ObjectType
      if let only = members.first, members.allSatisfy({ $0.type === only.type }) {
        object = .placed(only.type)
      } else if members.isEmpty {
        object = .placed(value.own.payload)
      } else {
        // Several cases of this type are one of the fragment's: a union of their payloads stands for them.
        let union = SharedUnion(
          subject: choice.getterName, name: value.associatedType,
          path: "\(placed.path).\(value.associatedType)",
          members.map { ($0.outer ?? "", .placed($0.type)) })
        placed.unions.append(union)
        unions[index] = union
        object = .union(union)
      }
      guard conform(object, to: value.bound) else { return nil }
      types.append(object.path)
    }
    return ChoiceWitness(
      types: types,
      answers: payloads.indices.map { position in
        let outer = payloads[position].outer
        let union = inner[position].flatMap { unions[$0] }
        return ChoiceWitness.Answer(
          outer: outer, inner: inner[position].map { choice.cases[$0].swiftName },
          union: union.map { $0.caseName(for: outer ?? "") })
      })
  }

  /// Whether all that applies in `inner` applies in `outer`, unconditionally.
  private static func includes(_ outer: Shape, _ inner: Shape) -> Bool {
    inner.appliedSelections.isSubset(of: outer.appliedSelections)
  }
}

extension Shape {
  /// The selection sets that apply whatever the variables are, those without fields of their own left out.
  var appliedSelections: Set<NodeID> {
    Set(
      applied.lazy.map { self.expansion.sets[$0] }.filter { !$0.isEmpty && $0.contribution.condition == 0 }
        .map(\.contribution.selectionSet))
  }
}
