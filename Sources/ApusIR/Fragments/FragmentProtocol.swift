import ApusSchema
import ApusSyntax

/// The protocol of a fragment, or of a nested place of one: what every type has whose selection includes it.
package final class FragmentProtocol {
  /// `AlbumCardFragment`, or `AlbumCardFragment_Artist` for a nested place.
  package let name: String
  /// Protocols of the fragments that are spread here, and of this place in them.
  package internal(set) var parents: [FragmentProtocol] = []
  /// What no parent requires.
  package internal(set) var requirements: [Requirement] = []
  /// Associated types of parents that are bounded more tightly here: their names and the protocols.
  package internal(set) var refinements: [(associatedType: String, bound: FragmentProtocol)] = []
  /// Where type conditions narrow the fragment's selection.
  package internal(set) var choice: Choice?
  /// Fragments that are spread here under `@include` or `@skip`.
  package internal(set) var conditionalFragments: [ConditionalFragment] = []
  /// The concrete type of the place within the fragment's own.
  package let data: PlacedType

  /// A getter that each conforming type has.
  package struct Requirement {
    /// The property in the fragment's own type.
    package var property: Property
    /// Of a property that holds an object: the associated type's name and its bound.
    package var associatedType: String?
    package var bound: FragmentProtocol?
  }

  /// The generic enum by which a fragment with type conditions is switched over.
  package struct Choice {
    package struct Case {
      package var swiftName: String
      package var associatedType: String
      package var bound: FragmentProtocol
      /// The case of the fragment's own type.
      package var own: PlacedCase
    }
    /// `AnimalNameFragmentCase`
    package var enumName: String
    /// The getter's name: `animalNameFragment`.
    package var getterName: String
    package var cases: [Case]
  }

  init(name: String, data: PlacedType) {
    self.name = name
    self.data = data
  }

  /// This protocol's and all parents' requirements.
  var allRequirements: [Requirement] { parents.flatMap(\.allRequirements) + requirements }

  /// This protocol's and all parents' conditional fragments.
  var allConditionalFragments: [ConditionalFragment] {
    parents.flatMap(\.allConditionalFragments) + conditionalFragments
  }

  /// The response keys that this protocol and its parents have getters for.
  package private(set) lazy var keys: Set<NameID> = Set(allRequirements.map(\.property.field.key))

  /// Whether `other` is this protocol or inherited by it.
  package func inherits(_ other: FragmentProtocol) -> Bool {
    self === other || parents.contains { $0.inherits(other) }
  }

  /// The bound of the associated type for a response key, the tightest that is known.
  func bound(of key: NameID) -> FragmentProtocol? {
    let own = requirements.first { $0.property.field.key == key }
    if let bound = own?.bound { return bound }
    let name = parents.lazy.flatMap(\.allRequirements).first { $0.property.field.key == key }?.associatedType
    if let name, let refined = refinements.first(where: { $0.associatedType == name }) {
      return refined.bound
    }
    return parents.lazy.compactMap { $0.bound(of: key) }.first
  }
}

/// That a type conforms to a fragment's protocol.
package struct Conformance {
  package var fragment: FragmentProtocol
  /// What the protocol's choice is, for a type that the protocol has one for.
  package var choice: ChoiceWitness?
}

/// How a type answers a fragment's choice.
package struct ChoiceWitness {
  /// For each case of the choice the type that is its associated type, as a path.
  package var types: [String]
  /// Of a struct: the one case that it is; nil for `other`. Of an enumeration: each case's.
  package var answers: [Answer]

  package struct Answer {
    /// The case of the conforming enumeration; nil for a struct.
    package var outer: String?
    /// The choice's case; nil for `other`.
    package var inner: String?
    /// The case of the union that is the associated type; nil where the payload itself is.
    package var union: String?
  }
}
