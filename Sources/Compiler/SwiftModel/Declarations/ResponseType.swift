import ApusSchema
import ApusSyntax
import ApusShapes

/// A type that holds an object of the response: a shape with a place in the output, its name, its scope, and the types declared in it.
///
/// It is a struct, an enum with a case for each group of object types, or a union: an enum over the types that a place has in several
/// cases, which has what these share.
package final class ResponseType {
  /// Nil for a union.
  package let shape: Shape?
  /// Describes the values of a union in its doc comment.
  package let subject: String
  package let name: String
  /// The name from the outermost scope on: `HomeQuery.Data.Album`.
  package let path: String
  /// The object types that a struct is known to be of.
  package let objectTypes: [TypeID]
  private let spread: SpreadFragments
  /// Types declared in this one and other names for types declared elsewhere, in the order of the fields.
  package internal(set) var members: [DeclaredName] = []
  /// The fields with their Swift names and types. An enum and a union have those of every case.
  package internal(set) var properties: [Property] = []
  /// Properties for fragments. An enum and a union have those of every case.
  package internal(set) var fragmentProperties: [FragmentProperty] = []
  /// The cases of an enum, in the order of the shape's, or those of a union, one for each distinct type.
  package internal(set) var cases: [TypeCase] = []
  /// For the cases of the enum around a union, the union's case that holds their type.
  private let caseNames: [String: String]
  /// The properties of an enum that have a value where a type condition holds.
  package internal(set) var accessors: [CaseAccessor] = []
  /// The unions that hold a property's or an accessor's value, where the cases' own types differ.
  var unions: [ResponseType] = []
  /// The unions that stand for cases of fragments.
  var unionsOfConformances: [ResponseType] = []
  /// The aliases in an enum by which its payloads name the types of a fragment's cases.
  package internal(set) var families: [SharedFamily] = []
  /// The protocols that `@apus` names for the type.
  package var directiveConformances: [String] { conformancesOfDirectives.map(\.name) }
  var conformancesOfDirectives: [DirectiveConformance] = []
  /// Whether `@apus(mutable: true)` reaches the type, so that its properties can be set.
  package internal(set) var isMutable = false

  init(_ shape: Shape, _ conformances: FragmentConformances, name: String, path: String) {
    self.shape = shape
    self.name = name
    self.path = path
    subject = ""
    spread = conformances[shape]
    objectTypes = conformances.enclosing.types(of: shape)
    caseNames = [:]
  }

  /// A union without its properties.
  init(
    of subject: String, name: String, path: String, cases: [TypeCase], caseNames: [String: String],
    fragments: [NodeID]
  ) {
    shape = nil
    self.subject = subject
    self.name = name
    self.path = path
    self.cases = cases
    self.caseNames = caseNames
    spread = SpreadFragments(fragments: fragments)
    objectTypes = []
  }

  package var isUnion: Bool { shape == nil }

  package var isEnumeration: Bool { if case .enumeration? = shape?.form { true } else { false } }

  /// The object type, where the selection sets name just one; else 0.
  package var objectType: TypeID { shape?.objectType ?? 0 }

  /// The fragments whose protocols the type can conform to, as far as its selections go.
  package var fragments: [NodeID] { spread.fragments }

  /// Those that the type leaves to the enums that have it as a case.
  var fragmentsOfEnum: Set<NodeID> { spread.inheritedFromEnum }

  /// Whether a value can be made into the type of a fragment that other types have as a property.
  package func shows(_ fragment: FragmentProperty) -> Bool { spread.shows(fragment.field) }

  /// All unions declared in the type.
  package var declaredUnions: [ResponseType] { unions + unionsOfConformances }

  /// The names of the types that are declared in the type: nested types, aliases, unions, and families.
  package var nestedNames: [String] {
    members.map(\.name) + declaredUnions.map(\.name) + families.map(\.name)
  }

  /// The union's case that holds the value for a case of the enum around it.
  package func caseName(for outer: String) -> String { caseNames[outer] ?? outer }

  package func property(_ key: NameID) -> Property? { properties.first { $0.field.key == key } }

  /// The property for the fragment of another type's property.
  package func property(like fragment: FragmentProperty) -> FragmentProperty? {
    fragmentProperties.first { $0.field.isSame(as: fragment.field) }
  }
}

/// A field as a property.
package final class Property {
  package let field: Field
  package let swiftName: String
  /// The name, within the type, of the nested type that holds the field's object; nil for a scalar or an enum.
  package internal(set) var typeName: String?
  /// The type that the name stands for.
  package internal(set) var object: ResponseType?

  init(field: Field, swiftName: String, typeName: String? = nil, object: ResponseType? = nil) {
    self.field = field
    self.swiftName = swiftName
    self.typeName = typeName
    self.object = object
  }

  /// The property with another name of its type.
  package func with(typeName: String) -> Property {
    Property(field: field, swiftName: swiftName, typeName: typeName, object: object)
  }
}

/// A fragment's field as a property: a fragment that is deferred, that variables decide on, or whose protocol the type cannot conform to.
package struct FragmentProperty {
  package var field: FragmentField
  /// The fragment's name in the document.
  package var name: String
  package var swiftName: String
  package var typeName: String
  /// The member that stands for it in an object that is written: `...AlbumCard`.
  package var key: String

  /// The fragment definition, or the inline fragment.
  package var definition: NodeID { field.fragment }
  /// Whether it may be left out.
  package var isOptional: Bool { field.condition != .always }
  package var isDeferred: Bool { !field.deferredBy.isEmpty }
}

/// A case of an enum or a union.
package struct TypeCase {
  package var swiftName: String
  /// The name of the payload's type within the enum; in a union its path.
  package var typeName: String
  package var payload: ResponseType
  /// The shape's case; nil in a union.
  var value: Case?

  /// The narrowest type conditions that hold; empty for "everything else".
  package var conditions: [TypeID] { value?.conditions ?? [] }
  /// All type conditions that hold.
  package var held: [TypeID] { value?.held ?? [] }
  /// The object types known today.
  package var types: [TypeID] { value?.types ?? [] }
  /// Conditions whose markers make an unknown type belong here: all of one alternative.
  package var markers: [[TypeID]] { value?.markers ?? [] }
  /// Whether an unknown type can belong here.
  package var acceptsUnknown: Bool { value?.acceptsUnknown ?? false }

  /// Whether the conditions are alternatives rather than all true.
  package var isAlternative: Bool { value?.isAlternative ?? false }

  /// Whether conditions hold for every type of the case.
  func holds(_ conditions: [TypeID]) -> Bool { conditions.allSatisfy(held.contains) }
}

/// A property of an enum that has a value in some of its cases alone: `asPet`, `petDetails`.
package struct CaseAccessor {
  /// The type of the value.
  package enum Result {
    /// The payload of the cases, by its name within the enum.
    case payload(String)
    /// The union of the payloads.
    case union(ResponseType)
    /// A fragment, made of the payload; its definition and its type's name.
    case fragment(NodeID, typeName: String)
  }

  package var swiftName: String
  /// The cases that have a value.
  package var cases: [String]
  package var result: Result
  /// For a fragment, the cases whose payload has it as a property, since it does not conform to its protocol.
  package var properties: [String: FragmentProperty] = [:]
}

/// An alias in an enum for the types of a fragment's cases that its payloads share.
package struct SharedFamily {
  package var name: String
  /// The name of the fragment's family.
  package var familyName: String
  /// For each case of the fragment its type, as a path: a payload where one is that case.
  package var types: [String]
}
