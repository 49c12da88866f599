import ApusSchema
import ApusSyntax
import ApusShapes

/// The protocol of a fragment, or of an object nested in one. It requires what all types have whose selections include it.
package final class FragmentProtocol {
  /// `AlbumCardFragment`, or `AlbumCardFragment_Artist` for a nested object.
  package let name: String
  /// The name of the fragment's own protocol.
  let fragmentName: String
  /// The names of the types that lead to a nested object; empty for the fragment's own protocol.
  let places: [String]
  /// The protocols of the fragments that this one spreads. For a nested object, also the protocols that these fragments have for it.
  package private(set) var parents: [FragmentProtocol] = []
  /// The requirements that no parent has.
  package private(set) var requirements: [Requirement] = []
  /// The requirements of parents whose associated types have tighter bounds here.
  package private(set) var refinements: [Requirement] = []
  /// The choice between the cases of a fragment with type conditions; nil without type conditions.
  package internal(set) var choice: Choice?
  /// The fragments that are properties here but not in a parent.
  package private(set) var fragmentProperties: [FragmentProperty] = []
  /// The protocols that `@apus` adds to the fragment. This protocol inherits them, so all conforming types conform to them.
  package internal(set) var directiveConformances: [String] = []
  /// The concrete type of the fragment, or of the object nested in it.
  package let data: ResponseType
  let shape: Shape

  /// The requirements of this protocol and its parents by response key, each with the tightest known bound.
  private(set) var allRequirements: [NameID: Requirement] = [:]
  /// The fragments that are properties in this protocol or a parent.
  private(set) var allFragmentProperties: [FragmentProperty] = []
  /// This protocol and those that it inherits. It is stored, because fragments may inherit one another in many ways.
  private var lineage: Set<ObjectIdentifier> = []

  /// A getter that all conforming types have.
  package struct Requirement {
    /// The property of the fragment's own type.
    package var property: Property
    /// For a property that holds an object: the name and the bound of the associated type.
    package var associatedType: String?
    package var bound: FragmentProtocol?
  }

  /// The generic enum for switching over a fragment with type conditions.
  package struct Choice {
    package struct Case {
      package var bound: FragmentProtocol
      /// The case in the fragment's own type.
      package var own: TypeCase

      package var swiftName: String { own.swiftName }
    }
    /// `AnimalNameFragmentCase`
    package var enumName: String
    /// That enum's generic parameter.
    package static let parameter = "Types"
    /// The protocol with an associated type for each case: `AnimalNameFragmentCases`.
    package var casesName: String
    /// The bound of the associated type in the fragment's protocol: `AnimalNameFragmentChoice`. Swift repeats only its single associated type in
    /// every protocol that inherits the fragment's. This reduces the time to type check sixty cases under six fragments by a quarter.
    package var choiceName: String
    /// The associated type of `choiceName`: `Cases`, or with underscores if a case has this name.
    package var casesMember: String
    /// The generic enum that conforms to both protocols, `casesName` and `choiceName`: `AnimalNameFragmentFamily`.
    package var familyName: String
    /// The names of its global declarations.
    var globalNames: [String] { [enumName, casesName, choiceName, familyName] }
    /// The prefix of names in conforming types: `AnimalNameFragment`, followed by the names of types for a nested object.
    var stem: String
    /// The only associated type of the fragment's protocol: `AnimalNameFragmentTypes`. Swift limits the rules with which it checks a protocol to
    /// 4,000. One associated type for each case would multiply them in every protocol that inherits this one.
    package var typesName: String
    /// The alias in an enumeration for the family of its payloads: `AnimalNameFragmentShared`.
    package var sharedName: String
    /// The getter's name: `animalNameCase`.
    package var getterName: String
    package var cases: [Case]
    /// Whether the last case is "everything else" with properties that other cases lack. Otherwise that case has no payload.
    package var hasRest: Bool
    /// Finds the case of a type.
    var lookup: CaseLookup

    /// The name of the union for a case that represents several cases of a type. It never ends like ``typesName`` and ``sharedName``, whatever the
    /// case is called, because Swift looks up all three in the same type.
    func unionName(of value: Case) -> String {
      let name = stem + value.own.typeName
      var ending = name[...]
      while ending.hasSuffix("_") { ending.removeLast() }
      return ending.hasSuffix("Types") || ending.hasSuffix("Shared") ? name + "Union" : name
    }

    /// Whether the choice may be too large for Swift.
    ///
    /// Swift limits the rules of protocols that depend on each other to 4,000. Above that, it reports "cannot build rewrite system for protocol; rule
    /// count limit exceeded". Bisecting `-requirement-machine-max-rule-count` for 10 to 30 type conditions under 0 to 10 fragments showed that each
    /// case adds five rules, two for each protocol of its lineage, and for each of its objects one for each inherited protocol. This limit is lower
    /// than Swift's, because nested objects add rules that are not counted here.
    var isTooLarge: Bool {
      let count = cases.reduce(0) { sum, value in
        let lineage = value.bound.lineageCount
        return sum + 5 + 2 * lineage + value.bound.associatedTypes.count * (lineage - 1)
      }
      return count > 3_600
    }

    /// The index of the case that a type is; nil for "everything else" without a payload.
    func index(of shape: Shape, _ types: [TypeID]) -> Int? {
      lookup.index(of: shape, types) ?? (hasRest ? cases.count - 1 : nil)
    }
  }

  /// - Parameters:
  ///   - shape: the shape of `data`.
  ///   - place: for a nested object, the protocol that contains it and the name of its type.
  init(
    name: String, data: ResponseType, _ shape: Shape,
    at place: (parent: FragmentProtocol, type: String)? = nil
  ) {
    self.name = name
    fragmentName = place?.parent.fragmentName ?? name
    places = place.map { $0.parent.places + [$0.type] } ?? []
    self.data = data
    self.shape = shape
    lineage = [ObjectIdentifier(self)]
  }

  /// The maximum length of a name.
  static let maximumNameLength = 60

  /// The name of a nested object's protocol, such as `AlbumCardFragment_Artist_Label`: the fragment and the types that lead to the object. If it is
  /// too long, the first of these types are left out.
  ///
  /// - Parameter ending: the text to append.
  static func name(_ fragment: String, _ places: [String], ending: String = "") -> String {
    let length = maximumNameLength - ending.utf8.count
    for first in places.indices {
      let name = ([fragment] + places[first...]).joined(separator: "_")
      if name.utf8.count <= length { return name + ending }
    }
    guard let place = places.last else { return fragment + ending }
    // The minimum length to which a fragment's name is cut.
    let shortest = 20
    let last = place.prefix(length - shortest - 1)
    return "\(fragment.prefix(max(shortest, length - 1 - last.utf8.count)))_\(last)\(ending)"
  }

  /// The number of protocols that this one inherits, including itself.
  var lineageCount: Int { lineage.count }

  /// Whether this protocol or a parent has a getter for a response key.
  package func requires(_ key: NameID) -> Bool { allRequirements[key] != nil }

  /// The name of the getter for a response key, as declared by the protocol that requires it.
  package func getterName(_ key: NameID) -> String? { allRequirements[key]?.property.swiftName }

  /// Whether this protocol is or inherits `other`.
  package func inherits(_ other: FragmentProtocol) -> Bool { lineage.contains(ObjectIdentifier(other)) }

  /// The names of the associated types for fields, including inherited ones.
  package var associatedTypes: [String] { allRequirements.values.compactMap(\.associatedType) }

  /// The associated types that the protocol declares.
  fileprivate var ownAssociatedTypes: [AssociatedType] {
    var result = requirements.compactMap { requirement in
      requirement.associatedType.map {
        AssociatedType(name: $0, key: requirement.property.field.key, module: shape.module)
      }
    }
    if let choice { result.append(AssociatedType(name: choice.typesName, key: 0, module: shape.module)) }
    return result
  }

  /// The associated types that the protocol declares or inherits.
  var declaredAssociatedTypes: [AssociatedType] {
    var result: [AssociatedType] = []
    var seen: Set<ObjectIdentifier> = []
    var pending = [self]
    while let next = pending.popLast() {
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      result += next.ownAssociatedTypes
      pending += next.parents
    }
    return result
  }

  // MARK: - Building

  func require(_ requirement: Requirement) {
    requirements.append(requirement)
    allRequirements[requirement.property.field.key] = requirement
  }

  func require(_ fragment: FragmentProperty) {
    if allFragmentProperties.contains(where: { $0.field.isSame(as: fragment.field) }) { return }
    fragmentProperties.append(fragment)
    allFragmentProperties.append(fragment)
  }

  /// Tightens the bound of an inherited requirement's associated type.
  func refine(_ requirement: Requirement, to bound: FragmentProtocol) {
    if requirement.associatedType == nil { return }
    var refined = requirement
    refined.bound = bound
    refinements.append(refined)
    allRequirements[requirement.property.field.key]?.bound = bound
  }

  /// Inherits `parent` and drops the requirements that it already has. Nothing may inherit this protocol yet.
  func inherit(_ parent: FragmentProtocol) {
    if inherits(parent) { return }
    parents.removeAll { parent.inherits($0) }
    parents.append(parent)
    lineage.formUnion(parent.lineage)
    allRequirements.merge(parent.allRequirements) { own, _ in own }
    let own = requirements
    requirements.removeAll { parent.requires($0.property.field.key) }
    for requirement in own {
      let key = requirement.property.field.key
      guard let known = parent.allRequirements[key] else { continue }
      // The associated type may have a different name in another module.
      allRequirements[key] = known
      guard let bound = requirement.bound, let parentBound = known.bound, !parentBound.inherits(bound) else {
        continue
      }
      refine(known, to: bound)
    }
    for fragment in parent.allFragmentProperties {
      if !allFragmentProperties.contains(where: { $0.field.isSame(as: fragment.field) }) {
        allFragmentProperties.append(fragment)
      }
      fragmentProperties.removeAll { $0.field.isSame(as: fragment.field) }
    }
  }
}

/// The conformance of a type to a fragment's protocol.
package struct Conformance {
  package var fragment: FragmentProtocol
  /// The type of each case of the protocol's choice, as a path; empty without a choice.
  package var types: [String] = []
  /// The path of the alias for the family of these types, if the enclosing enum has one.
  package internal(set) var family: String?
  /// The case that a struct is, or the case that each case of an enum or union is; empty without a choice.
  package var cases: [Case] = []

  /// A case of the type with the corresponding case of the choice.
  package struct Case {
    /// The cases that lead to it, from the conforming enum to enums nested in it; empty for a struct.
    package var outer: [String]
    /// The case of the choice; nil for `other`.
    package var inner: String?
    /// The union's case that holds the payload, if a union represents the choice's case; nil if the payload itself does.
    package var union: String?
  }
}

/// An associated type of a fragment's protocol.
package struct AssociatedType {
  package var name: String
  /// The response key; 0 for the types of a choice.
  var key: NameID
  /// The number of the module that declares it.
  var module: Int
}

extension Program {
  /// The associated types that a response type has because of its conformances, including those of inherited protocols.
  package func associatedTypes(of type: ResponseType) -> [AssociatedType] {
    conformances[type].flatMap { $0.fragment.ownAssociatedTypes }
  }
}
