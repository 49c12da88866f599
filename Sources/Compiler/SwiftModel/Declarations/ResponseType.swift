import ApusSchema
import ApusSyntax
import ApusShapes

/// A declared type for an object of a response: a struct, an enum with a case for each group of object types, or a union.
///
/// A union is an enum for an object that has different types in the cases of an enum. In `animal { owner { name } ... on Cat { owner { age } } }`,
/// the owners of cats have a different type than those of other animals. `Animal` is an enum, and its property `owner` returns the union `enum Owner
/// { case cat(Cat.Owner), other(Other.Owner) }`, which has the property `name` that they share.
package final class ResponseType {
  /// The shape that the type is declared for; nil for a union.
  package let shape: Shape?
  /// For a union, the name of the property that returns it, for the doc comment: "What `owner` is in each case."
  package let subject: String
  package let name: String
  /// The name with all enclosing types: `HomeQuery.Data.Album`.
  package let path: String
  /// The object types in the schema whose objects a struct may represent. Empty if they are unknown, and for unions.
  package let objectTypes: [TypeID]
  private let spread: SpreadFragments
  /// The types declared in this one, and aliases of types declared elsewhere: first the payloads of cases, then the types of fields and inline
  /// fragments. Unions are separate.
  package internal(set) var members: [DeclaredName] = []
  /// The properties for fields. An enum or a union has those that all its cases share.
  package internal(set) var properties: [Property] = []
  /// The properties for fragments. An enum or a union has those that all its cases share.
  package internal(set) var fragmentProperties: [FragmentProperty] = []
  /// The cases of an enum in the order of the shape's cases, or those of a union, one for each distinct type.
  package internal(set) var cases: [TypeCase] = []
  /// For a union: the names of its cases by the cases of the enclosing enum, where the two differ.
  private let caseNames: [String: String]
  /// The properties of an enum for type conditions, such as `asPet`, and for fragments that only some cases have, such as `petDetails`.
  package internal(set) var accessors: [CaseAccessor] = []
  /// The unions that are the types of properties and accessors.
  var unions: [ResponseType] = []
  /// The unions of payloads whose cases are the same case of a fragment (``FragmentProtocol/Choice/unionName(of:)``).
  var unionsOfConformances: [ResponseType] = []
  /// The aliases that payloads of an enum share for their conformances to a fragment with type conditions.
  package internal(set) var families: [CaseFamily] = []
  /// The protocols that `@apus` adds to the type.
  package var directiveConformances: [String] { conformancesOfDirectives.map(\.text) }
  var conformancesOfDirectives: [ApusDirective.Value] = []
  /// Whether the type's properties are `var`, because `@apus(mutable: true)` applies to it.
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

  /// Creates a union without properties. `init(of:name:path:_:avoiding:)` adds them.
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

  package var isEnumeration: Bool { shape?.isEnumeration == true }

  /// The object type, if the selection sets name a single one: then it is known without `__typename`.
  package var objectType: TypeID? { shape?.objectType }

  /// The fragments whose protocols the type conforms to, including those that it leaves to an enclosing enum (``fragmentsOfEnum``).
  package var fragments: [NodeID] { spread.fragments }

  /// Those of ``fragments`` that an enclosing enum conforms to instead, because this type is one of its payloads.
  var fragmentsOfEnum: Set<NodeID> { spread.inheritedFromEnum }

  /// Whether a value can be converted to a fragment's own type, as in `CardData(value)`. Other cases of a union may have the fragment as a property
  /// instead.
  package func shows(_ fragment: FragmentProperty) -> Bool { spread.shows(fragment.field) }

  /// All unions that are declared in the type.
  package var declaredUnions: [ResponseType] { unions + unionsOfConformances }

  /// The names of everything declared in the type: nested types, aliases, unions and families.
  package var nestedNames: [String] {
    members.map(\.name) + declaredUnions.map(\.name) + families.map(\.name)
  }

  /// The union's case that holds the object for a case of the enclosing enum.
  package func caseName(for outer: String) -> String { caseNames[outer] ?? outer }

  package func property(_ key: NameID) -> Property? { properties.first { $0.field.key == key } }

  /// The property for the same fragment as a property of another type.
  package func property(like fragment: FragmentProperty) -> FragmentProperty? {
    fragmentProperties.first { $0.field.isSame(as: fragment.field) }
  }
}

/// A property of a response type for a field: `let title: String`.
package final class Property {
  package let field: Field
  package let swiftName: String
  /// The name of the type for the field's objects, as the property's declaration refers to it; nil for a scalar or an enum.
  package internal(set) var typeName: String?
  /// The type of the field's objects; nil for a scalar or an enum.
  package internal(set) var object: ResponseType?
  /// Whether no directive, null handling, condition or variable of a fragment changes how the field is read and written.
  package let isOrdinary: Bool

  init(field: Field, swiftName: String, typeName: String? = nil, object: ResponseType? = nil) {
    self.field = field
    isOrdinary = field.directive == nil && field.nulls.isPlain && !field.isConditional && field.passed.isEmpty
    self.swiftName = swiftName
    self.typeName = typeName
    self.object = object
  }

  /// The property with a different name for its type.
  package func with(typeName: String) -> Property {
    Property(field: field, swiftName: swiftName, typeName: typeName, object: object)
  }
}

/// A property with a fragment's own type, such as `let albumCard: AlbumCardData?`.
///
/// A fragment becomes a property if it is deferred, is an inline fragment with a name, is spread under `@include` or `@skip` with a variable, or has
/// many type conditions, and also if the type cannot conform to its protocol. The fields of other fragments become properties of the type itself.
package struct FragmentProperty {
  package var field: FragmentField
  /// The fragment's name in the document. For an inline fragment, the name in `@apus(name:)` or, if it is deferred, one made from its label.
  package var name: String
  package var swiftName: String
  package var typeName: String
  /// The key of its member in JSON that the type writes: `...AlbumCard`. In a server's response, the fragment's fields are in the object itself.
  package var key: String

  /// The fragment definition or inline fragment.
  package var definition: NodeID { field.fragment }
  /// Whether a response may lack it, so that the property is optional.
  package var isOptional: Bool { field.condition != .always }
  package var isDeferred: Bool { !field.deferredBy.isEmpty }
}

/// A case of an enum or a union.
package struct TypeCase {
  package var swiftName: String
  /// The name of the payload's type: relative to the enum, or the whole path in a union.
  package var typeName: String
  package var payload: ResponseType
  /// The shape's case that it is made from; nil in a union.
  var value: Case?

  /// The narrowest type conditions that apply, or alternatives (``isAlternative``); empty for "everything else".
  package var conditions: [TypeID] { value?.conditions ?? [] }
  /// All type conditions that apply.
  package var held: [TypeID] { value?.held ?? [] }
  /// The object types in the schema that belong to this case.
  package var types: [TypeID] { value?.types ?? [] }
  /// Lists of type conditions. An object whose type is unknown belongs to this case if the response contains the markers of all conditions in one of
  /// the lists.
  package var markers: [[TypeID]] { value?.markers ?? [] }
  /// Whether objects of unknown types can belong to this case.
  package var acceptsUnknown: Bool { value?.acceptsUnknown ?? false }

  /// Whether the conditions are alternatives, such as `Cat` or `Dog`. Otherwise all of them apply.
  package var isAlternative: Bool { value?.isAlternative ?? false }

  /// Whether the conditions apply to every type of the case.
  func holds(_ conditions: [TypeID]) -> Bool { conditions.allSatisfy(held.contains) }
}

/// A property of an enum that has a value in some cases only: `asPet`, `petDetails`.
package struct CaseAccessor {
  /// The type of the value.
  package enum Result {
    /// The payload's type, which all these cases have, by its name within the enum.
    case payload(String)
    /// A union of the cases' different payloads.
    case union(ResponseType)
    /// A fragment's own type, into which payloads are converted: the definition, and the name of the type.
    case fragment(NodeID, typeName: String)
  }

  package var swiftName: String
  /// The cases that have a value.
  package var cases: [String]
  package var result: Result
  /// For a fragment: by the case's name, the property that has the value if the payload does not conform to the fragment's protocol.
  package var properties: [String: FragmentProperty] = [:]
}

/// An alias in an enum for the family of a fragment with type conditions, if several payloads conform to the fragment:
///
/// `typealias AnimalNameFragmentShared = AnimalNameFragmentFamily<Cat, Dog>`
package struct CaseFamily {
  package var name: String
  /// The name of the generic enum for the fragment's cases (see ``FragmentProtocol/Choice``).
  package var familyName: String
  /// The generic arguments: for each case of the fragment, the path of the enum's payload for that case, or else of the payload in the fragment's own
  /// type.
  package var types: [String]
}
