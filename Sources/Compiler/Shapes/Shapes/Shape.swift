import ApusSchema
import ApusSyntax

/// The number of a ``Shape``.
package typealias ShapeID = Int

/// The content of a place in a response, which becomes one type. Places with equal content share a shape.
package final class Shape {
  package enum Form {
    /// The same fields for every object.
    case structure
    /// A case for each group of object types for which the same type conditions hold.
    case enumeration([Case])
  }

  package let id: ShapeID
  /// The number of the module that declares the type; lower modules come first. Higher modules add no protocols to the type.
  package let module: Int
  package let form: Form
  /// The fields in response order. An enumeration has the fields that every case has. They are set once, after the shape is made: making
  /// nested shapes immediately would recurse as deeply as the documents nest.
  package internal(set) var fields: [Field] = []
  /// Fragments that are properties, all read from the same object: separate fragments, and those that variables decide on.
  package let fragmentFields: [FragmentField]
  /// The shapes of the inline fragments among ``fragmentFields``.
  package let separateShapes: [NodeID: Shape]
  /// Type conditions whose markers are part of the response, and are written back. A type that the schema gains later finds its case by them.
  package let markers: [TypeID]
  /// The object type, if the selection sets name just one. It is the value of markers where `__typename` is not selected.
  package let objectType: TypeID?

  /// The selection sets that apply to every object of this shape, with the variables under which they do. Sets without fields are left out.
  package let contributions: [Contribution]
  /// The parts without fields that make the shape a different one: fragments that only spread others, and markers.
  let fieldlessParts: [NodeID]
  /// The inline fragments without fields that do not apply, although the shape has the fields that they would add.
  let absentSets: [NodeID]
  /// The interning key; nil if one selection set identifies the shape.
  private let key: ShapeKey?

  var ownKey: ShapeKey { key ?? ShapeKey(contributions: contributions) }

  /// All parts: ``contributions`` and ``fieldlessParts``.
  package var parts: [Contribution] {
    fieldlessParts.isEmpty
      ? contributions
      : contributions + fieldlessParts.map { Contribution(selectionSet: $0, condition: .always) }
  }

  /// The condition of each part.
  private(set) lazy var conditionsOfSets = Dictionary(
    parts.map { ($0.selectionSet, $0.condition) }, uniquingKeysWith: { first, _ in first })

  init(
    id: ShapeID, module: Int, form: Form = .structure, key: ShapeKey? = nil, contributions: [Contribution],
    fieldlessParts: [NodeID] = [], separateShapes: [NodeID: Shape] = [:], markers: [TypeID],
    objectType: TypeID?
  ) {
    self.id = id
    self.module = module
    self.form = form
    self.key = key
    self.contributions = contributions
    self.fieldlessParts = fieldlessParts
    self.separateShapes = separateShapes
    self.markers = markers
    self.objectType = objectType
    if case .structure = form, let key {
      fragmentFields = key.properties
      absentSets = key.absentSets
    } else {
      fragmentFields = []
      absentSets = []
    }
  }
}

/// A field of a shape: a response key and its value.
package struct Field {
  /// The field's response key.
  package var key: NameID
  /// The first selection that the user wrote, if there is one.
  package var node: NodeID
  /// The field's definition in the schema.
  package var definition: FieldID
  /// The type, as declared by the schema or changed by directives.
  package var type: TypeReference
  /// The condition under which the field is present in its object.
  package var condition: Guard
  /// Whether the merged selections have different parent types, which declare the field differently.
  var hasSeveralTypes = false
  /// The field's Swift type binding, or 0 for its scalar's type.
  package var binding: FieldBindingID = 0
  /// The handling of nulls and errors.
  package var nulls = NullRules.plain
  /// The `@apus` directives of the merged selections.
  package var directive: ApusDirective?
  /// The values that the sub-selections pass to variables of fragments.
  package var passed: [PassedCondition] = []
  /// Whether a value of this type can be assigned to each of the fields that it represents. It cannot if the type is optional because of only some of
  /// them.
  package var isAssignable = true
  /// The shape of the sub-selections, or nil for a leaf.
  package var shape: Shape?
  /// The shape in each case, if the field represents the cases' fields and their shapes differ.
  package var caseShapes: [Shape] = []

  /// Whether variables may leave the field out.
  package var isConditional: Bool { condition != .always }

  /// Whether a property for this field can satisfy a protocol's requirement, as far as types and conditions of the fields go. The caller compares the
  /// inner shapes.
  func canSatisfy(_ required: Field) -> Bool {
    condition.satisfies(required.condition) && hasSameLeaf(as: required)
      && nulls.isResult == required.nulls.isResult
      && (shape == nil) == (required.shape == nil)
      && (shape == nil ? type == required.type : type.hasSameWrappers(as: required.type))
  }
}

/// A property with a fragment's own type, in the object that spreads the fragment.
package struct FragmentField: Hashable {
  /// The fragment definition, or the inline fragment itself if it is deferred or has a name.
  package var fragment: NodeID
  package var condition: Guard
  /// The deferred spreads or the deferred inline fragment; empty if the fragment arrives with the object.
  package var deferredBy: [NodeID] = []

  /// Whether two properties have the same fragment, and both or neither are deferred.
  package func isSame(as other: FragmentField) -> Bool {
    fragment == other.fragment && deferredBy.isEmpty == other.deferredBy.isEmpty
  }
}

/// A case of an enumeration.
package struct Case {
  /// The narrowest type conditions that hold; empty for "everything else".
  package var conditions: [TypeID]
  /// All type conditions that hold, including those that narrower ones imply.
  package var held: [TypeID]
  /// Whether the conditions are alternatives ("Cat or Dog") rather than all true.
  package var isAlternative: Bool
  /// The object types in the current schema.
  package var types: [TypeID]
  /// Lists of type conditions. An unknown type is this case if the response contains the markers of all conditions in one of the lists.
  package var markers: [[TypeID]]
  /// Whether an unknown type can be this case.
  package var acceptsUnknown: Bool
  /// The inline fragments without fields that may apply.
  var inlineSets: [NodeID]
  package var shape: Shape
}
