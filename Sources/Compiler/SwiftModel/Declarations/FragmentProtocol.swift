import ApusSchema
import ApusSyntax
import ApusShapes

/// The protocol of a fragment, or of a nested place of one: what every type has whose selection includes it.
package final class FragmentProtocol {
  /// `AlbumCardFragment`, or `AlbumCardFragment_Artist` for a nested place.
  package let name: String
  /// The name of the fragment's own protocol.
  let fragmentName: String
  /// The names of the types on the way to a nested place; empty for the fragment's own protocol.
  let places: [String]
  /// The protocols of the fragments that are spread here. For a nested place, also the protocols that spread fragments have for that place.
  package private(set) var parents: [FragmentProtocol] = []
  /// The requirements that no parent has.
  package private(set) var requirements: [Requirement] = []
  /// The requirements of parents whose associated types are bounded more tightly here.
  package private(set) var refinements: [Requirement] = []
  /// Where type conditions narrow the fragment's selection.
  package internal(set) var choice: Choice?
  /// Fragments that are properties here, where no parent has them.
  package private(set) var fragmentProperties: [FragmentProperty] = []
  /// The protocols that `@apus` names for the fragment: this one inherits them, and so does what conforms to it.
  package internal(set) var directiveConformances: [String] = []
  /// The concrete type of the place within the fragment's own.
  package let data: ResponseType
  let shape: Shape

  /// The requirements of this protocol and its parents by response key, with the tightest bound that is known.
  private(set) var allRequirements: [NameID: Requirement] = [:]
  /// This protocol's and all parents' fragments that are properties.
  private(set) var allFragmentProperties: [FragmentProperty] = []
  /// The protocols that this one inherits, and itself. Stored, because fragments may inherit one another in many ways.
  private var lineage: Set<ObjectIdentifier> = []

  /// A getter that each conforming type has.
  package struct Requirement {
    /// The property in the fragment's own type.
    package var property: Property
    /// For a property that holds an object, the associated type's name and its bound.
    package var associatedType: String?
    package var bound: FragmentProtocol?
  }

  /// The generic enum by which a fragment with type conditions is switched over.
  package struct Choice {
    package struct Case {
      package var swiftName: String
      package var bound: FragmentProtocol
      /// The case of the fragment's own type.
      package var own: TypeCase
    }
    /// `AnimalNameFragmentCase`
    package var enumName: String
    /// That enum's generic parameter.
    package static let parameter = "Types"
    /// The protocol with an associated type for each case: `AnimalNameFragmentCases`.
    package var casesName: String
    /// The bound of the associated type of the fragment's protocol: `AnimalNameFragmentChoice`. Its one associated type is all that Swift
    /// repeats in every protocol that inherits the fragment's: type checking sixty cases under six fragments takes a quarter less.
    package var choiceName: String
    /// The associated type of `choiceName`: `Cases`, or with underscores where a case has this name.
    package var casesMember: String
    /// The generic type that conforms to both: `AnimalNameFragmentFamily`.
    package var familyName: String
    /// The names that are declared for it outside all others.
    package var globalNames: [String] { [enumName, casesName, choiceName, familyName] }
    /// The prefix of names within conforming types: `AnimalNameFragment`, followed by the place for a nested one.
    var stem: String
    /// The one associated type of the fragment's protocol: `AnimalNameFragmentTypes`. One for each case would multiply the rules by
    /// which Swift checks every protocol that inherits this one, of which it allows 4,000.
    package var typesName: String
    /// The alias that an enumeration has for the family of its payloads: `AnimalNameFragmentShared`.
    package var sharedName: String
    /// The getter's name: `animalNameCase`.
    package var getterName: String
    package var cases: [Case]
    /// Whether the last case is "everything else", which has parts that others lack. Otherwise that is a case without a value.
    package var hasRest: Bool
    /// Tells which case a type is.
    var lookup: CaseLookup

    /// The name of the union that stands for a case where several cases of a type are that one. It does not end as ``typesName`` and
    /// ``sharedName`` do, whatever the case is called: Swift finds all three in the type.
    func unionName(of value: Case) -> String {
      let name = stem + value.own.typeName
      var ending = name[...]
      while ending.hasSuffix("_") { ending.removeLast() }
      return ending.hasSuffix("Types") || ending.hasSuffix("Shared") ? name + "Union" : name
    }

    /// Whether Swift may be unable to check the choice.
    ///
    /// Swift allows 4,000 rules for protocols that depend on each other; over that it says "cannot build rewrite system for protocol; rule
    /// count limit exceeded". Found by bisecting `-requirement-machine-max-rule-count` for 10 to 30 type conditions under 0 to 10 fragments:
    /// each case adds five rules, two for each protocol of its lineage, and for each of its objects one for each protocol that it inherits.
    /// The limit is less than Swift's, since objects within objects add rules that are left out here.
    var isTooLarge: Bool {
      let count = cases.reduce(0) { sum, value in
        let lineage = value.bound.lineageCount
        return sum + 5 + 2 * lineage + value.bound.associatedTypes.count * (lineage - 1)
      }
      return count > 3_600
    }

    /// The case that a type is; nil for "everything else" without a value.
    func index(of shape: Shape, _ types: [TypeID]) -> Int? {
      lookup.index(of: shape, types) ?? (hasRest ? cases.count - 1 : nil)
    }
  }

  /// - Parameters:
  ///   - shape: the shape of `data`.
  ///   - place: for the protocol of a place within another, that protocol and the name of the place's type.
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

  /// The name of a place's protocol: `AlbumCardFragment_Artist_Label`. It has the fragment and the types on the way to the place. Where that is
  /// too long, the first of those are left out.
  ///
  /// - Parameter ending: what follows the name.
  static func name(_ fragment: String, _ places: [String], ending: String = "") -> String {
    let length = maximumNameLength - ending.utf8.count
    for first in places.indices {
      let name = ([fragment] + places[first...]).joined(separator: "_")
      if name.utf8.count <= length { return name + ending }
    }
    guard let place = places.last else { return fragment + ending }
    // The length to which a fragment's name may be cut.
    let shortest = 20
    let last = place.prefix(length - shortest - 1)
    return "\(fragment.prefix(max(shortest, length - 1 - last.utf8.count)))_\(last)\(ending)"
  }

  /// How many protocols this one inherits, itself among them.
  var lineageCount: Int { lineage.count }

  /// Whether this protocol or a parent has a getter for a response key.
  package func requires(_ key: NameID) -> Bool { allRequirements[key] != nil }

  /// The name of the getter for a response key, as the protocol that requires it has it.
  package func getterName(_ key: NameID) -> String? { allRequirements[key]?.property.swiftName }

  /// Whether `other` is this protocol or inherited by it.
  package func inherits(_ other: FragmentProtocol) -> Bool { lineage.contains(ObjectIdentifier(other)) }

  /// The names of the associated types for fields, the parents' and this protocol's own.
  package var associatedTypes: [String] { allRequirements.values.compactMap(\.associatedType) }

  /// The associated types that the protocol itself declares.
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

  /// Bounds the associated type of an inherited requirement more tightly.
  func refine(_ requirement: Requirement, to bound: FragmentProtocol) {
    if requirement.associatedType == nil { return }
    var refined = requirement
    refined.bound = bound
    refinements.append(refined)
    allRequirements[requirement.property.field.key]?.bound = bound
  }

  /// Inherits `parent`, and leaves to it what it requires already. Nothing may have inherited this protocol yet.
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
      // In another module the associated type may have another name.
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

/// That a type conforms to a fragment's protocol.
package struct Conformance {
  package var fragment: FragmentProtocol
  /// For each case of the protocol's choice its type, as a path; empty without a choice.
  package var types: [String] = []
  /// The path of the alias for the family of these types, where the enclosing enum has one.
  package internal(set) var family: String?
  /// The one case of a struct, or that of each case of an enum or union; empty without a choice.
  package var cases: [Case] = []

  /// A case of the type, and the choice's case that it is.
  package struct Case {
    /// The cases of the conforming enum and of those within it, from outside in; empty for a struct.
    package var outer: [String]
    /// The choice's case; nil for `other`.
    package var inner: String?
    /// The case of the union that is the case's type; nil where the payload itself is.
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
  /// The associated types that a response type has by its conformances, which name the protocols that others inherit as well.
  package func associatedTypes(of type: ResponseType) -> [AssociatedType] {
    conformances[type].flatMap { $0.fragment.ownAssociatedTypes }
  }
}
