import ApusSchema
import ApusSyntax

/// Fragments' types to fragments' protocols.
///
/// A protocol mirrors the fragment's own type: a getter for each property, an associated type for each object, bounded
/// by the protocol of that place. A place that is exactly one fragment uses that fragment's protocol.
struct ProtocolBuilder {
  private let tree: SyntaxTree
  /// The protocol of each shape that stands in a fragment.
  private(set) var protocols: [ShapeID: FragmentProtocol] = [:]
  /// The protocol of each fragment definition.
  private(set) var fragments: [NodeID: FragmentProtocol] = [:]
  /// Protocols of nested places and payloads, by the fragment that they are emitted with, in order.
  private(set) var nested: [NodeID: [FragmentProtocol]] = [:]
  private var current: NodeID = 0
  private var names: NameScope

  init(_ tree: SyntaxTree, taken: Set<String>) {
    self.tree = tree
    names = NameScope(taken: taken)
  }

  /// Builds the protocol of a fragment; those that it spreads are there.
  mutating func build(_ fragment: Fragment) {
    current = fragment.node
    let data = fragment.data.type
    // A fragment that only spreads another is that one by another name.
    if let known = protocols[data.shape.id] {
      fragments[fragment.node] = known
      return
    }
    let result = FragmentProtocol(name: fragment.protocolName, data: data)
    protocols[data.shape.id] = result
    fragments[fragment.node] = result
    fill(result, excluding: fragment.node)
  }

  private mutating func nestedProtocol(_ data: PlacedType, name: String) -> FragmentProtocol {
    if let known = protocols[data.shape.id] { return known }
    let result = FragmentProtocol(name: names.claim(name, suffix: "_"), data: data)
    protocols[data.shape.id] = result
    nested[current, default: []].append(result)
    fill(result, excluding: nil)
    return result
  }

  // MARK: - Parts

  private mutating func fill(_ result: FragmentProtocol, excluding own: NodeID?) {
    let data = result.data
    for fragment in data.shape.fragments where fragment != own {
      guard let parent = fragments[fragment], parent !== result, isCompatible(parent, data) else { continue }
      addParent(parent, to: result)
    }
    let inherited = result.parents.flatMap(\.allRequirements)
    let inheritedFragments = result.parents.flatMap(\.allConditionalFragments).map(\.name)
    result.conditionalFragments = data.conditionalFragments.filter { !inheritedFragments.contains($0.name) }
    for property in data.properties {
      guard property.object != nil else {
        if !inherited.contains(where: { $0.property.field.key == property.field.key }) {
          result.requirements.append(FragmentProtocol.Requirement(property: property))
        }
        continue
      }
      guard let type = ProtocolBuilder.commonType(of: property, in: data) else { continue }
      let associatedType = ProtocolBuilder.associatedType(tree.names.string(property.field.key))
      let bound = nestedProtocol(type, name: "\(result.name)_\(type.name)")
      if let known = inherited.first(where: { $0.property.field.key == property.field.key }) {
        if let parentBound = known.bound, !parentBound.inherits(bound) {
          result.refinements.append((associatedType, bound))
        }
      } else {
        result.requirements.append(
          FragmentProtocol.Requirement(property: property, associatedType: associatedType, bound: bound))
      }
    }
    addNestedParents(result)
    if case .enumeration = data.shape.form { addChoice(result) }
  }

  /// The type whose protocol bounds a property's associated type: where the cases' types differ that of "everything
  /// else", whose selection all others include.
  private static func commonType(of property: Property, in data: PlacedType) -> PlacedType? {
    if case .placed(let type)? = property.object { return type }
    let rest = data.cases.last?.payload.properties.first { $0.field.key == property.field.key }
    if case .placed(let type)? = rest?.object { return type }
    return nil
  }

  private func addParent(_ parent: FragmentProtocol, to result: FragmentProtocol) {
    if result.parents.contains(where: { $0.inherits(parent) }) { return }
    result.parents.removeAll { parent.inherits($0) }
    result.parents.append(parent)
  }

  /// A place that refines the same place of a parent inherits its protocol.
  private func addNestedParents(_ result: FragmentProtocol) {
    if result.parents.isEmpty { return }
    for requirement in result.data.properties {
      let key = requirement.field.key
      guard let bound = result.bound(of: key) else { continue }
      for parent in result.parents {
        guard let outer = parent.bound(of: key), outer !== bound, !outer.inherits(bound) else { continue }
        if isCompatible(outer, bound.data) { inherit(outer, in: bound) }
      }
    }
  }

  /// Makes `result` inherit `parent`, leaving out what it then need not require itself.
  private func inherit(_ parent: FragmentProtocol, in result: FragmentProtocol) {
    addParent(parent, to: result)
    let inherited = parent.allRequirements
    result.requirements.removeAll { own in
      guard let known = inherited.first(where: { $0.property.field.key == own.property.field.key }) else {
        return false
      }
      if let bound = own.bound, let associatedType = own.associatedType, let parentBound = known.bound,
        !parentBound.inherits(bound)
      {
        result.refinements.append((associatedType, bound))
        if isCompatible(parentBound, bound.data) { inherit(parentBound, in: bound) }
      }
      return true
    }
  }

  /// Whether a type has every property that a protocol requires, with the same wrapping.
  private func isCompatible(_ parent: FragmentProtocol, _ data: PlacedType) -> Bool {
    parent.allRequirements.allSatisfy { requirement in
      data.properties.contains { ConformanceFinder.matches($0, requirement.property) }
    }
      && parent.allConditionalFragments.allSatisfy { fragment in
        data.conditionalFragments.contains { $0.name == fragment.name && $0.swiftName == fragment.swiftName }
      } && parent.choice == nil
  }

  /// The associated type for a response key: the key with a capital letter, so written that no two keys share one.
  static func associatedType(_ key: String) -> String {
    let name = SwiftNames.capitalized(key)
    return name == key || SwiftNames.reservedTypes.contains(name) ? name + "_" : name
  }

  // MARK: - Type conditions

  private mutating func addChoice(_ result: FragmentProtocol) {
    // Unique to the protocol: a type can conform to several that have a choice.
    let parts = result.name.split(separator: "_")
    let stem = parts.map { $0.hasSuffix("Fragment") ? $0.dropLast("Fragment".count) : $0 }.joined()
    var cases: [FragmentProtocol.Choice.Case] = []
    for value in result.data.cases where !value.value.conditions.isEmpty {
      let bound = nestedProtocol(
        value.payload, name: "\(result.name)_\(SwiftNames.capitalized(value.swiftName))")
      cases.append(
        FragmentProtocol.Choice.Case(
          swiftName: value.swiftName,
          associatedType: "\(stem)\(SwiftNames.capitalized(value.swiftName))", bound: bound, own: value))
    }
    let getter = SwiftNames.lowercasedFirst(result.name.filter { $0 != "_" })
    result.choice = FragmentProtocol.Choice(
      enumName: names.claim(result.name + "Case", suffix: "_"), getterName: getter, cases: cases)
  }
}
