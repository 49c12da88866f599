import ApusSchema
import ApusSyntax

/// The number of a ``Shape``.
package typealias ShapeID = Int

/// The content of a place in a response, for which one type is emitted. Places with equal content share a shape.
package final class Shape {
  package enum Form {
    /// The same fields for every object.
    case structure
    /// A case for each group of object types for which the same type conditions hold.
    case enumeration([Case])
  }

  package let id: ShapeID
  /// The number of the module that declares the type, those below first: the ones above give it no more protocols.
  package let module: Int
  package let form: Form
  /// In the order of the response. An enumeration has those that every case has. Set once: they are found after the shape, since places
  /// nest without bound.
  package internal(set) var fields: [Field] = []
  /// Fragments that are properties, each read from the same object: those that variables decide on, and separate ones.
  package let fragmentFields: [FragmentField]
  /// The shapes of the inline fragments among ``fragmentFields``.
  package let separateShapes: [NodeID: Shape]
  /// Type conditions whose markers the response repeats, to be written back: a type that the schema gains later has its case
  /// by them.
  package let markers: [TypeID]
  /// The object type, where the selection sets name just one: the value of markers where `__typename` is not selected.
  package let objectType: TypeID

  /// The selection sets that apply to every object of this shape and the variables under which they do; those without
  /// fields of their own left out.
  package let contributions: [Contribution]
  /// The numbers of parts without fields that make the shape a different one: fragments that only spread others, and markers.
  let fieldlessParts: [NodeID]
  /// The inline fragments without fields that do not apply here, though what they would bring is here.
  let absentSets: [NodeID]
  /// The interning key; nil if one selection set identifies the shape.
  private let key: ShapeKey?

  var ownKey: ShapeKey { key ?? ShapeKey(contributions: contributions) }

  /// ``contributions`` and ``fieldlessParts``.
  package var parts: [Contribution] {
    fieldlessParts.isEmpty
      ? contributions
      : contributions + fieldlessParts.map { Contribution(selectionSet: $0, condition: .always) }
  }

  /// When each of ``parts`` applies.
  private(set) lazy var conditionsOfSets = Dictionary(
    parts.map { ($0.selectionSet, $0.condition) }, uniquingKeysWith: { first, _ in first })

  init(
    id: ShapeID, module: Int, form: Form = .structure, key: ShapeKey? = nil, contributions: [Contribution],
    fieldlessParts: [NodeID] = [], separateShapes: [NodeID: Shape] = [:], markers: [TypeID],
    objectType: TypeID
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
  /// The first field node of those that somebody selected, if any.
  package var node: NodeID
  /// The field's definition in the schema.
  package var definition: FieldID
  /// The type that the schema declares, or that directives make of it.
  package var type: TypeReference
  /// When it is there, given that the object is.
  package var condition: Guard
  /// Whether selections of the field by other parent types merge in it, which declare it otherwise.
  package var hasSeveralTypes = false
  /// Its own binding to a Swift type; 0 where its scalar's applies.
  package var binding: FieldBindingID = 0
  /// The handling of nulls and errors.
  package var nulls = NullRules.plain
  /// The `@apus` directives of the merged selections.
  package var directive: ApusDirective?
  /// The values that the sub-selections give to variables of fragments.
  package var passed: [PassedCondition] = []
  /// Whether a value of the field's type can be assigned to each of the fields that it stands for: not if it is optional for the sake of
  /// one of them.
  package var isAssignable = true
  /// The shape of the sub-selections; nil for a leaf.
  package var shape: Shape?
  /// Each case's shape, for a field that all cases of an enumeration have with shapes that differ.
  package var caseShapes: [Shape] = []

  /// Whether variables may leave the field out.
  package var isConditional: Bool { condition != .always }

  /// Whether a property for this field can answer a protocol that requires `required`, as far as their own types and conditions go. The
  /// shapes below are compared by the caller.
  package func canAnswer(_ required: Field) -> Bool {
    condition.answers(required.condition) && hasSameLeaf(as: required)
      && nulls.isResult == required.nulls.isResult
      && (shape == nil) == (required.shape == nil)
      && (shape == nil ? type == required.type : type.hasSameWrappers(as: required.type))
  }
}

/// A fragment's own type as a property of the object that it is spread on.
package struct FragmentField: Hashable {
  /// The fragment definition; of an inline fragment, which is deferred or has a name, itself.
  package var fragment: NodeID
  package var condition: Guard
  /// The spreads or the inline fragment with `@defer` that bring it; none where it comes with the object.
  package var deferredBy: [NodeID] = []

  /// Whether it stands for the same fragment, and comes the same way.
  package func isSame(as other: FragmentField) -> Bool {
    fragment == other.fragment && deferredBy.isEmpty == other.deferredBy.isEmpty
  }
}

/// A case of an enumeration.
package struct Case {
  /// The narrowest type conditions that hold; empty for "everything else".
  package var conditions: [TypeID]
  /// All type conditions that hold, those as well that narrower ones imply.
  package var held: [TypeID]
  /// Whether the conditions are alternatives ("Cat or Dog") rather than all true.
  package var isAlternative: Bool
  /// The object types known today.
  package var types: [TypeID]
  /// Conditions whose markers make an unknown type belong here: all of one alternative.
  package var markers: [[TypeID]]
  /// Whether an unknown type can belong here.
  package var acceptsUnknown: Bool
  /// The inline fragments without fields that can apply.
  var inlineSets: [NodeID]
  package var shape: Shape
}
