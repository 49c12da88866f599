import ApusSchema
import ApusSyntax
import ApusShapes

/// A shape with a place in the output: its name, its scope, and the types declared in it.
package final class DeclaredType {
  package let shape: Shape
  /// The fragments whose protocols the type can conform to, as far as its selections go.
  package let fragments: [NodeID]
  /// Those that the type leaves to the enumerations that have it as a case.
  let answeredFragments: Set<NodeID>
  /// The object types that a struct is known to be of.
  package let objectTypes: [TypeID]
  package let name: String
  /// The name from the outermost scope on: `HomeQuery.Data.Album`.
  package let path: String
  /// Types declared in this one and other names for types declared elsewhere, in the order of the fields.
  package internal(set) var members: [DeclaredName] = []
  /// The fields with their Swift names and types.
  package internal(set) var properties: [Property] = []
  /// Properties for fragments (``Shape/fragmentFields``). An enumeration has those of every case.
  package internal(set) var conditionalFragments: [ConditionalFragment] = []
  /// The cases of an enumeration, in the order of the shape's.
  package internal(set) var cases: [DeclaredCase] = []
  /// The properties of an enumeration that have a value where a type condition holds.
  package internal(set) var accessors: [CaseAccessor] = []
  /// The types in an enumeration that hold a field's value for any case, where the cases' own types differ.
  package internal(set) var unions: [CaseUnion] = []
  /// The protocols that `@apus` names for the type.
  package var directiveConformances: [String] { conformancesOfDirectives.map(\.name) }
  var conformancesOfDirectives: [DirectiveConformance] = []

  init(_ shape: Shape, _ conformances: FragmentConformances, name: String, path: String) {
    self.shape = shape
    fragments = conformances.fragments(of: shape)
    answeredFragments = conformances.answeredFragments(of: shape)
    objectTypes = conformances.enclosing.types(of: shape)
    self.name = name
    self.path = path
  }
}

/// A field as a property.
package struct Property {
  package var field: Field
  package var swiftName: String
  /// The name, within the type, of the nested type that holds the field's object; nil for a leaf.
  package var typeName: String?
  /// The type that the name stands for.
  package var object: ObjectType?
}

/// A type that holds an object of the response.
package enum ObjectType {
  case declared(DeclaredType)
  case union(CaseUnion)

  package var properties: [Property] {
    switch self {
    case .declared(let type): type.properties
    case .union(let union): union.properties
    }
  }

  /// The properties for fragments.
  package var conditionalFragments: [ConditionalFragment] {
    switch self {
    case .declared(let type): type.conditionalFragments
    case .union(let union): union.conditionalFragments
    }
  }

  /// The fragments that it spreads whatever the variables and the object's type are.
  var fragments: [NodeID] {
    switch self {
    case .declared(let type): type.fragments
    case .union(let union):
      union.cases.dropFirst().reduce(union.cases.first?.object.fragments ?? []) { shared, value in
        shared.filter(value.object.fragments.contains)
      }
    }
  }

  package var path: String {
    switch self {
    case .declared(let type): type.path
    case .union(let union): union.path
    }
  }

  package var id: ObjectIdentifier {
    switch self {
    case .declared(let type): ObjectIdentifier(type)
    case .union(let union): ObjectIdentifier(union)
    }
  }

  /// Whether a value can be made into the type of a fragment that other types have as a property: its own type conforms to the fragment.
  package func makes(_ fragment: ConditionalFragment) -> Bool {
    if fragment.isDeferred { return false }
    if case .declared(let type) = self, type.answeredFragments.contains(fragment.definition) { return false }
    return fragments.contains(fragment.definition)
  }

  /// The properties for conditional fragments that all of `objects` have, with the names that the last object gives them.
  ///
  /// - Parameter completesParts: whether a fragment of the last object counts although others lack the property. Those that conform to
  ///   it are made into its type, and a deferred one is nil for those that lack it.
  static func sharedFragments(
    _ objects: [ObjectType], completesParts: Bool = false
  ) -> [ConditionalFragment] {
    guard let last = objects.last else { return [] }
    return last.conditionalFragments.compactMap { fragment in
      var shared = fragment
      for object in objects {
        let condition: Guard
        if let own = object.conditionalFragments.first(where: { $0.isSame(as: fragment) }) {
          condition = own.condition
        } else if completesParts, object.makes(fragment) {
          condition = .always
        } else if completesParts, fragment.isDeferred {
          condition = .mixed
        } else {
          return nil
        }
        if condition != shared.condition { shared.condition = .mixed }
      }
      return shared
    }
  }
}

/// The property of a fragment that is deferred, that variables decide on, or whose protocol the type cannot conform to.
package struct ConditionalFragment {
  /// When the fragment applies.
  package var condition: Guard
  /// Whether it may be left out.
  package var isOptional: Bool { condition != .always }
  /// The fragment definition.
  package var definition: NodeID
  /// The fragment's name in the document.
  package var name: String
  package var swiftName: String
  package var typeName: String
  package var isDeferred: Bool
  /// The member that stands for it in an object that is written: `...AlbumCard`.
  package var key: String

  /// Whether it stands for the same fragment, and comes the same way.
  package func isSame(as other: ConditionalFragment) -> Bool {
    definition == other.definition && isDeferred == other.isDeferred
  }
}

/// A property of an enumeration that has a value in some of its cases alone: `asPet`, `petDetails`.
package struct CaseAccessor {
  /// The type of the value.
  package enum Result {
    /// The payload of the cases, by its name within the enumeration.
    case payload(String)
    /// The union of the payloads.
    case union(CaseUnion)
    /// A fragment, made of the payload; its definition and its type's name.
    case fragment(NodeID, typeName: String)
  }

  package var swiftName: String
  /// The cases that have a value.
  package var cases: [String]
  package var result: Result
  /// For a fragment, the cases whose payload has it as a property, since it does not conform to its protocol.
  package var properties: [String: ConditionalFragment] = [:]
}

/// The types of a fragment's cases that the payloads of an enumeration share.
package struct SharedFamily {
  package var choice: FragmentProtocol.Choice
  /// For each case of the choice its type, as a path: a payload where one is that case.
  package var types: [String]
}

/// A case of an emitted enumeration.
package struct DeclaredCase {
  package var value: Case
  /// The name of the case.
  package var swiftName: String
  /// The name of the payload's type within the enumeration.
  package var typeName: String
  package var payload: DeclaredType
}
