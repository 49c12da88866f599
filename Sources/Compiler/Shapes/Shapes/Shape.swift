import ApusSchema
import ApusSyntax

/// The number of a ``Shape``.
package typealias ShapeID = Int

/// The content of a *place* in a response, which becomes one Swift type. A place is the data of an operation or fragment, or the objects of a field.
/// Places with equal content share a shape.
package final class Shape {
  package let id: ShapeID
  /// The number of the module that declares the type (``DocumentModules``). Modules above it use the type, but cannot make it conform to their
  /// protocols.
  package let module: Int
  /// For an *enumeration*, which becomes an enum: `{ pet { name ... on Dog { barks } } }` has a case for `Dog` and one for "everything else". Each
  /// case contains a structure, for the object types for which the same type conditions hold. Empty for a *structure*, which becomes a struct.
  package let cases: [Case]
  /// The fields in response order. An enumeration has the fields that all of its cases share.
  ///
  /// They are set once, but only after the shape is made: making the shapes of nested fields immediately would recurse as deeply as the documents
  /// nest.
  package internal(set) var fields: [Field] = []
  /// A structure's properties for fragments, whose types are read from the same object: separate fragments (``FragmentFields``), and those that
  /// variables may leave out. Empty for an enumeration.
  package let fragmentFields: [FragmentField]
  /// The shapes of the inline fragments among ``fragmentFields``.
  package let separateShapes: [NodeID: Shape]
  /// The interfaces and unions whose markers (``TypeMarkers``) every object of this shape has in a response. Markers determine the case of an object
  /// whose type the schema gained later. They are written, too, so that written objects are read as the same case.
  package let markers: [TypeID]
  /// The object type, if a selection set is on one. If `__typename` is not selected, its name is written as the value of markers.
  package let objectType: TypeID?

  /// The selection sets that apply to all objects of this shape, with guards that depend on variables only. Sets without fields are left out.
  package let contributions: [Contribution]
  /// Selection sets that also distinguish this shape from others: sets with a marker but without fields, those of fragments on an object type that
  /// select no field themselves, and those of inline fragments with a name in sets without fields.
  let fieldlessParts: [NodeID]
  /// The hidden sets (``CollectedFields/hiddenSets``) that cannot apply to this shape's objects: inline fragments without fields, about whose type
  /// condition the objects' fields say nothing.
  let absentSets: [NodeID]
  /// The key in ``ShapeTable``; nil if a single selection set identifies the shape.
  private let key: ShapeKey?

  var ownKey: ShapeKey { key ?? ShapeKey(contributions: contributions) }

  /// All selection sets that identify the shape: ``contributions`` and ``fieldlessParts``.
  package var parts: [Contribution] {
    fieldlessParts.isEmpty
      ? contributions
      : contributions + fieldlessParts.map { Contribution(selectionSet: $0, condition: .always) }
  }

  /// The condition of each of the ``parts``.
  private(set) lazy var conditionsOfSets = Dictionary(
    parts.map { ($0.selectionSet, $0.condition) }, uniquingKeysWith: { first, _ in first })

  init(
    id: ShapeID, module: Int, cases: [Case] = [], key: ShapeKey? = nil, contributions: [Contribution],
    fieldlessParts: [NodeID] = [], separateShapes: [NodeID: Shape] = [:], markers: [TypeID],
    objectType: TypeID?
  ) {
    self.id = id
    self.module = module
    self.cases = cases
    self.key = key
    self.contributions = contributions
    self.fieldlessParts = fieldlessParts
    self.separateShapes = separateShapes
    self.markers = markers
    self.objectType = objectType
    if cases.isEmpty, let key {
      fragmentFields = key.properties
      absentSets = key.absentSets
    } else {
      fragmentFields = []
      absentSets = []
    }
  }
}

/// A field of a shape: the merged selections with one response key.
package struct Field {
  /// The field's response key.
  package var key: NameID
  /// The first selection in the user's documents or, without one, the first that the compiler added.
  package var node: NodeID
  /// The field's definition in the schema.
  package var definition: FieldID
  /// The type, as declared by the schema or changed by directives.
  package var type: TypeReference
  /// The guard under which the field is in its object.
  package var condition: Guard
  /// Whether one of the merged selections alone would have another Swift type or other null rules, for example because it is on an interface that
  /// declares the field as nullable. Then the type that merges them may not conform to the fragment that contains this selection.
  var hasSeveralTypes = false
  /// The Swift type that the field is bound to, or 0 for its scalar's type.
  package var binding: FieldBindingID = 0
  /// The handling of nulls and errors.
  package var nulls = NullRules.plain
  /// The merged `@apus` directives of the selections.
  package var directive: ApusDirective?
  /// The values that spreads in the field's objects pass to variables of fragments.
  package var passed: [PassedCondition] = []
  /// For a field that all cases of an enum share: whether the enum can have a setter for it. It cannot if some cases always have the field and others
  /// only under a condition: the property is optional then, but the former cannot store nil.
  package var isAssignable = true
  /// The shape of the field's objects; nil for a leaf.
  package var shape: Shape?
  /// For a field that all cases of an enum share: the shape in each case, if they differ.
  package var caseShapes: [Shape] = []

  /// Whether the field may be absent from its object.
  package var isConditional: Bool { condition != .always }

  /// Whether a property for this field can satisfy a protocol's requirement, as far as its own type and guard are concerned. The caller compares the
  /// shapes of nested objects.
  func canSatisfy(_ required: Field) -> Bool {
    condition.satisfies(required.condition) && hasSameLeaf(as: required)
      && nulls.isResult == required.nulls.isResult
      && (shape == nil) == (required.shape == nil)
      && (shape == nil ? type == required.type : type.hasSameWrappers(as: required.type))
  }
}

/// A property with a fragment's own type, in an object that spreads the fragment.
package struct FragmentField: Hashable {
  /// The fragment definition, or the inline fragment itself if it is deferred or has a name.
  package var fragment: NodeID
  package var condition: Guard
  /// The spreads with `@defer`, or the inline fragment itself if it is deferred; empty if the fragment arrives with the object.
  package var deferredBy: [NodeID] = []

  /// Whether two properties are for the same fragment, and both or neither are deferred.
  package func isSame(as other: FragmentField) -> Bool {
    fragment == other.fragment && deferredBy.isEmpty == other.deferredBy.isEmpty
  }
}

/// A case of an enumeration. The last one is "everything else", for objects to which no other case applies.
package struct Case {
  /// The type conditions after which the case is named: the narrowest conditions that hold, or alternatives (``isAlternative``). Empty for
  /// "everything else".
  package var conditions: [TypeID]
  /// All type conditions that hold, including those that narrower ones imply.
  package var held: [TypeID]
  /// Whether the conditions are alternatives ("Cat or Dog") rather than all true.
  package var isAlternative: Bool
  /// The object types in the current schema whose objects are this case.
  package var types: [TypeID]
  /// Lists of type conditions. An object whose type was unknown at compile time is this case if the response contains the markers of all conditions
  /// in one of these lists.
  package var markers: [[TypeID]]
  /// Whether an object whose type was unknown at compile time can be this case.
  package var acceptsUnknown: Bool
  /// The inline fragments without fields that may apply to objects of this case.
  var inlineSets: [NodeID]
  package var shape: Shape
}
