import ApusSchema
import ApusSyntax
import ApusShapes

/// The protocol of a fragment, or of an object nested in a fragment. Types whose selections include the fragment conform to it.
///
/// For `fragment AlbumCard on Album { title artist { name } }`:
///
/// ```
/// protocol AlbumCardFragment {
///   associatedtype Artist: AlbumCardFragment_Artist
///   var title: String { get }
///   var artist: Artist { get }
/// }
/// protocol AlbumCardFragment_Artist { var name: String { get } }
/// ```
package final class FragmentProtocol {
  /// `AlbumCardFragment`, or `AlbumCardFragment_Artist` for a nested object.
  package let name: String
  /// The name of the fragment's own protocol, `AlbumCardFragment`, also if this one is for a nested object.
  let fragmentName: String
  /// The path from the fragment to a nested object, by the names of the types: `["Artist"]`. Empty for the fragment's own protocol.
  let places: [String]
  /// The protocols that this one inherits directly: those of the fragments that are spread here, and those that other fragments have for the same
  /// nested object or for the case to which all objects here belong.
  package private(set) var parents: [FragmentProtocol] = []
  /// The requirements that this protocol declares, because it does not inherit them.
  package private(set) var requirements: [Requirement] = []
  /// The inherited requirements whose associated types have a tighter bound here: `where Artist: DetailFragment_Artist`.
  package private(set) var refinements: [Requirement] = []
  /// For a fragment with type conditions, the declarations with which a program switches over its cases; otherwise nil.
  package internal(set) var choice: Choice?
  /// The fragments for which this protocol requires a property, and no parent does.
  package private(set) var fragmentProperties: [FragmentProperty] = []
  /// The protocols that `@apus(conformsTo:)` adds to the fragment. This protocol inherits them, so all conforming types conform to them.
  package internal(set) var directiveConformances: [String] = []
  /// The type that the protocol mirrors: the fragment's own type, `AlbumCardData`, or one nested in it.
  package let data: ResponseType
  /// The shape of ``data``.
  let shape: Shape

  /// All requirements by response key, including those that are inherited, each with the tightest known bound.
  private(set) var allRequirements: [NameID: Requirement] = [:]
  /// The fragments for which this protocol or a parent requires a property.
  private(set) var allFragmentProperties: [FragmentProperty] = []
  /// This protocol and all that it inherits. Stored, because the same protocol may be inherited in many ways, and a search would visit it each time.
  private var lineage: Set<ObjectIdentifier> = []

  /// A property that all conforming types have.
  package struct Requirement {
    /// The property of ``FragmentProtocol/data`` that the requirement mirrors.
    package var property: Property
    /// For an object: the name of the associated type, and the protocol that it must conform to. Both are nil for a scalar or an enum.
    package var associatedType: String?
    package var bound: FragmentProtocol?
  }

  /// The declarations for switching over the cases of a fragment with type conditions.
  ///
  /// For `fragment AnimalName on Animal { name ... on Cat { lives } }`:
  ///
  /// ```
  /// protocol AnimalNameFragment {
  ///   associatedtype AnimalNameFragmentTypes: AnimalNameFragmentChoice
  ///   var name: String { get }
  ///   var animalNameCase: AnimalNameFragmentCase<AnimalNameFragmentTypes> { get }
  /// }
  /// enum AnimalNameFragmentCase<Types: AnimalNameFragmentChoice> { case cat(Types.Cases.Cat), other }
  /// protocol AnimalNameFragmentChoice { associatedtype Cases: AnimalNameFragmentCases }
  /// protocol AnimalNameFragmentCases { associatedtype Cat: AnimalNameFragment_Cat }
  /// enum AnimalNameFragmentFamily<Cat: AnimalNameFragment_Cat>: AnimalNameFragmentCases, AnimalNameFragmentChoice {
  ///   typealias Cases = Self
  /// }
  /// ```
  ///
  /// The getter of a conforming type returns an `AnimalNameFragmentCase<AnimalNameFragmentFamily<Cat>>` with the type's own payload `Cat`.
  package struct Choice {
    package struct Case {
      /// The protocol of the case's payload: `AnimalNameFragment_Cat`.
      package var bound: FragmentProtocol
      /// The case in the fragment's own type.
      package var own: TypeCase

      package var swiftName: String { own.swiftName }
    }
    /// The enum to switch over: `AnimalNameFragmentCase`.
    package var enumName: String
    /// The enum's generic parameter.
    package static let parameter = "Types"
    /// The protocol with an associated type for each case: `AnimalNameFragmentCases`.
    package var casesName: String
    /// The bound of the associated type in the fragment's protocol: `AnimalNameFragmentChoice`. Swift copies the associated types of a bound into
    /// every protocol that inherits the fragment's. That this bound has only one, `Cases`, reduces the time to type check sixty cases under six
    /// fragments by a quarter.
    package var choiceName: String
    /// The associated type of ``choiceName``: `Cases`, with underscores if a case has this name.
    package var casesMember: String
    /// The generic enum without cases that conforms to ``casesName`` and ``choiceName``, and only serves to pass the types:
    /// `AnimalNameFragmentFamily`.
    package var familyName: String
    /// The names of the four global declarations.
    var globalNames: [String] { [enumName, casesName, choiceName, familyName] }
    /// The prefix of names in conforming types: `AnimalNameFragment`. For a nested object, followed by as many of the last types on the path to it as
    /// make ``getterName`` unique.
    var stem: String
    /// The associated type of the fragment's protocol for all cases: `AnimalNameFragmentTypes`. Swift checks a protocol with at most 4,000 rules, and
    /// an associated type for each case would multiply the rules in every protocol that inherits this one.
    package var typesName: String
    /// The name of the alias for the family that several payloads of an enum share (``CaseFamily``): `AnimalNameFragmentShared`.
    package var sharedName: String
    /// The name of the getter that conforming types implement: `animalNameCase`.
    package var getterName: String
    package var cases: [Case]
    /// Whether "everything else" is the last of ``cases``, with a payload, because its objects have more than what all cases share. If not, the enum
    /// has a `case other` without a payload.
    package var hasRest: Bool
    /// Finds the case that a conforming type belongs to.
    var lookup: CaseLookup

    /// The name of a union that a conforming type needs if several of its cases are the same case of the fragment: `AnimalNameFragmentPet`.
    ///
    /// The name never ends like ``typesName`` or ``sharedName``, because Swift finds all three in conforming types.
    func unionName(of value: Case) -> String {
      let name = stem + value.own.typeName
      var ending = name[...]
      while ending.hasSuffix("_") { ending.removeLast() }
      return ending.hasSuffix("Types") || ending.hasSuffix("Shared") ? name + "Union" : name
    }

    /// Whether there may be too many cases for Swift.
    ///
    /// Swift limits the rules of protocols that depend on each other to 4,000. Above that, it reports "cannot build rewrite system for protocol; rule
    /// count limit exceeded". Bisecting `-requirement-machine-max-rule-count` for 10 to 30 type conditions under 0 to 10 fragments showed that each
    /// case adds five rules, two for each protocol of its lineage, and for each of its fields with selections one for each protocol that the case's
    /// protocol inherits. This limit is lower than Swift's, because nested objects add rules that are not counted here.
    var isTooLarge: Bool {
      let count = cases.reduce(0) { sum, value in
        let lineage = value.bound.lineageCount
        return sum + 5 + 2 * lineage + value.bound.associatedTypes.count * (lineage - 1)
      }
      return count > 3_600
    }

    /// The index of the case that a shape with these object types belongs to; nil for "everything else" without a payload.
    func index(of shape: Shape, _ types: [TypeID]) -> Int? {
      lookup.index(of: shape, types) ?? (hasRest ? cases.count - 1 : nil)
    }
  }

  /// Creates a protocol without requirements.
  ///
  /// - Parameters:
  ///   - shape: the shape of `data`.
  ///   - place: for a nested object, the protocol of the object around it and the name of its type. For a case's payload, the enum's protocol and the
  ///     name of the case.
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

  /// The maximum length of a nested object's protocol name, in bytes.
  static let maximumNameLength = 60

  /// The name of a nested object's protocol, such as `AlbumCardFragment_Artist_Label`: the fragment's protocol, and the types on the path to the
  /// object. If it is too long, the first of these types are left out.
  ///
  /// - Parameter ending: the text to append for another declaration that belongs to the protocol, such as `Choice`.
  static func name(_ fragment: String, _ places: [String], ending: String = "") -> String {
    let length = maximumNameLength - ending.utf8.count
    for first in places.indices {
      let name = ([fragment] + places[first...]).joined(separator: "_")
      if name.utf8.count <= length { return name + ending }
    }
    guard let place = places.last else { return fragment + ending }
    // If even one type is too much, the fragment's name is cut, but not below this length. If that is not enough, the type's name is cut, too.
    let shortest = 20
    let last = place.prefix(length - shortest - 1)
    return "\(fragment.prefix(max(shortest, length - 1 - last.utf8.count)))_\(last)\(ending)"
  }

  /// The number of protocols that this one inherits directly or indirectly, including itself.
  var lineageCount: Int { lineage.count }

  /// Whether this protocol or a parent has a getter for a response key.
  package func requires(_ key: NameID) -> Bool { allRequirements[key] != nil }

  /// The name of the getter for a response key, in this protocol or the parent that declares it.
  package func getterName(_ key: NameID) -> String? { allRequirements[key]?.property.swiftName }

  /// Whether this protocol is or inherits `other`.
  package func inherits(_ other: FragmentProtocol) -> Bool { lineage.contains(ObjectIdentifier(other)) }

  /// The names of the associated types for fields, declared or inherited.
  package var associatedTypes: [String] { allRequirements.values.compactMap(\.associatedType) }

  /// The associated types that the protocol declares.
  fileprivate var ownAssociatedTypes: [AssociatedType] {
    var result: [AssociatedType] = []
    for requirement in requirements {
      guard let name = requirement.associatedType else { continue }
      result.append((name, requirement.property.field.key, shape.module))
    }
    if let choice { result.append((choice.typesName, 0, shape.module)) }
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

  /// Makes this protocol inherit `parent`, and drops its requirements that the parent has. No other protocol may inherit this one yet, because the
  /// other's copy of the requirements would not change.
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
      // If the parent is a protocol of another module, its associated type may have another name, so the parent's requirement counts.
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
  /// For a protocol with a choice, the path of the type for each of its cases. These are the generic arguments of the family.
  package var types: [String] = []
  /// The path of the alias for that family, if the enclosing enum has one (``CaseFamily``).
  package internal(set) var family: String?
  /// For a protocol with a choice: the choice's case for a struct, or for each case of an enum or a union.
  package var cases: [Case] = []

  /// A case of the conforming type, and the choice's case that the getter returns for it: `case .cat(let value): .animal(.cat(value))`.
  package struct Case {
    /// The cases to match: one of the conforming enum, followed by those of enums in its payload. Empty for a struct.
    package var outer: [String]
    /// The choice's case, `animal`; nil for `other` without a payload.
    package var inner: String?
    /// The union's case to wrap the payload in, `cat`, if a union is the type for the choice's case; otherwise nil.
    package var union: String?
  }
}

/// An associated type of a fragment's protocol. `key` is the response key of its field, or 0 if it belongs to a choice; `module` is the number of the
/// module that declares the protocol.
package typealias AssociatedType = (name: String, key: NameID, module: Int)

extension Program {
  /// The associated types that a response type has because of its conformances, including those of inherited protocols.
  package func associatedTypes(of type: ResponseType) -> [AssociatedType] {
    conformances[type].flatMap { $0.fragment.ownAssociatedTypes }
  }
}
