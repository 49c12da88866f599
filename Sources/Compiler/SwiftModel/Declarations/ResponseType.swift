import ApusSchema
import ApusSyntax
import ApusShapes

/// A declared type that represents an object of a response: a struct, an enum with a case for each group of object types, or a union.
///
/// A union is an enum whose cases hold the different types that one object has in several cases. It has the properties that these share.
package final class ResponseType {
  /// The shape; nil for a union.
  package let shape: Shape?
  /// Describes a union's values in its doc comment.
  package let subject: String
  package let name: String
  /// The name with all enclosing types: `HomeQuery.Data.Album`.
  package let path: String
  /// The known object types that a struct represents.
  package let objectTypes: [TypeID]
  private let spread: SpreadFragments
  /// The types declared in this one, and aliases of types declared elsewhere, in the order of the fields.
  package internal(set) var members: [DeclaredName] = []
  /// The fields with their Swift names and types. Enums and unions have those that all cases share.
  package internal(set) var properties: [Property] = []
  /// The properties that hold fragments. Enums and unions have those that all cases share.
  package internal(set) var fragmentProperties: [FragmentProperty] = []
  /// The cases: those of an enum in the order of the shape's cases, those of a union one for each distinct type.
  package internal(set) var cases: [TypeCase] = []
  /// Maps the cases of the enclosing enum to the union's cases that hold their types.
  private let caseNames: [String: String]
  /// The properties of an enum that have a value if a type condition applies.
  package internal(set) var accessors: [CaseAccessor] = []
  /// The unions for the values of properties and accessors whose types differ between cases.
  var unions: [ResponseType] = []
  /// The unions that represent cases of fragments.
  var unionsOfConformances: [ResponseType] = []
  /// The aliases in an enum that name the types of a fragment's cases for its payloads.
  package internal(set) var families: [CaseFamily] = []
  /// The protocols that `@apus` adds to the type.
  package var directiveConformances: [String] { conformancesOfDirectives.map(\.text) }
  var conformancesOfDirectives: [ApusDirective.Value] = []
  /// Whether properties of the type can be set, because `@apus(mutable: true)` applies to it.
  package internal(set) var isMutable = false

  init(_ shape: Shape, _ conformances: FragmentConformances, name: String, path: String) {
    self.shape = shape
    self.name = name
    self.path = path
    subject = ""
    spread = conformances[shape]
    objectTypes = conformances.objectTypes(of: shape)
    caseNames = [:]
  }

  /// Creates a union without properties.
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

  /// The object type, if the selection sets name a single one.
  package var objectType: TypeID? { shape?.objectType }

  /// The fragments whose protocols the type can conform to, judging by its selections.
  package var fragments: [NodeID] { spread.fragments }

  /// The fragments among them that an enclosing enum conforms to on behalf of its cases.
  var fragmentsOfEnum: Set<NodeID> { spread.inheritedFromEnum }

  /// Whether a value can be converted to the type of a fragment that other types have as a property.
  package func shows(_ fragment: FragmentProperty) -> Bool { spread.shows(fragment.field) }

  /// All unions that are declared in the type.
  package var declaredUnions: [ResponseType] { unions + unionsOfConformances }

  /// The names of everything declared in the type: nested types, aliases, unions and families.
  package var nestedNames: [String] {
    members.map(\.name) + declaredUnions.map(\.name) + families.map(\.name)
  }

  /// The union's case for a case of the enclosing enum.
  package func caseName(for outer: String) -> String { caseNames[outer] ?? outer }

  package func property(_ key: NameID) -> Property? { properties.first { $0.field.key == key } }

  /// The property that holds the same fragment as another type's property.
  package func property(like fragment: FragmentProperty) -> FragmentProperty? {
    fragmentProperties.first { $0.field.isSame(as: fragment.field) }
  }
}

/// A property for a field.
package final class Property {
  package let field: Field
  package let swiftName: String
  /// The name of the nested type for the field's objects; nil for a scalar or an enum.
  package internal(set) var typeName: String?
  /// The type with that name.
  package internal(set) var object: ResponseType?

  init(field: Field, swiftName: String, typeName: String? = nil, object: ResponseType? = nil) {
    self.field = field
    self.swiftName = swiftName
    self.typeName = typeName
    self.object = object
  }

  /// The property with a different name for its type.
  package func with(typeName: String) -> Property {
    Property(field: field, swiftName: swiftName, typeName: typeName, object: object)
  }
}

/// A property for a fragment that is deferred, that variables decide on, or whose protocol the type cannot conform to.
package struct FragmentProperty {
  package var field: FragmentField
  /// The fragment's name in the document.
  package var name: String
  package var swiftName: String
  package var typeName: String
  /// The key of the member that represents it in JSON that the type encodes: `...AlbumCard`.
  package var key: String

  /// The fragment definition or inline fragment.
  package var definition: NodeID { field.fragment }
  /// Whether a response may lack it.
  package var isOptional: Bool { field.condition != .always }
  package var isDeferred: Bool { !field.deferredBy.isEmpty }
}

/// A case of an enum or a union.
package struct TypeCase {
  package var swiftName: String
  /// The name of the payload's type: within the enum, or as a path in a union.
  package var typeName: String
  package var payload: ResponseType
  /// The case of the shape; nil in a union.
  var value: Case?

  /// The narrowest type conditions that apply; empty for "everything else".
  package var conditions: [TypeID] { value?.conditions ?? [] }
  /// All type conditions that apply.
  package var held: [TypeID] { value?.held ?? [] }
  /// The object types that the schema knows.
  package var types: [TypeID] { value?.types ?? [] }
  /// An object of an unknown type belongs to this case if it has the markers of all conditions in one of these lists.
  package var markers: [[TypeID]] { value?.markers ?? [] }
  /// Whether objects of unknown types can belong to this case.
  package var acceptsUnknown: Bool { value?.acceptsUnknown ?? false }

  /// Whether the conditions are alternatives. Otherwise all of them apply.
  package var isAlternative: Bool { value?.isAlternative ?? false }

  /// Whether the conditions apply to every type of the case.
  func holds(_ conditions: [TypeID]) -> Bool { conditions.allSatisfy(held.contains) }
}

/// A property of an enum that only some cases have a value for: `asPet`, `petDetails`.
package struct CaseAccessor {
  /// The type of the value.
  package enum Result {
    /// The payload of the cases, by the name of its type within the enum.
    case payload(String)
    /// A union of the payloads.
    case union(ResponseType)
    /// A fragment that is created from the payload: its definition and the name of its type.
    case fragment(NodeID, typeName: String)
  }

  package var swiftName: String
  /// The cases that have a value.
  package var cases: [String]
  package var result: Result
  /// For a fragment, the cases whose payload does not conform to the fragment's protocol and has it as a property instead.
  package var properties: [String: FragmentProperty] = [:]
}

/// An alias in an enum for the types of a fragment's cases, used by several payloads.
package struct CaseFamily {
  package var name: String
  /// The name of the fragment's family.
  package var familyName: String
  /// For each case of the fragment, the path of a type: the enum's payload for that case, or the fragment's own if the enum has none.
  package var types: [String]
}
