import ApusSchema
import ApusSyntax

/// The number of a ``Shape``.
package typealias ShapeID = Int

/// What one place of a response holds: the type that is emitted for it. Equal shapes are one shape.
package final class Shape {
  package enum Form {
    /// The same fields for every object.
    case structure
    /// A case for each group of object types that the type conditions tell apart.
    case enumeration([Case])
  }

  package let id: ShapeID
  package internal(set) var form: Form
  /// In the order of the response. Of an enumeration: what every case has.
  package internal(set) var fields: [Field] = []
  /// Fragments that are properties, each read from the same object: those on which variables decide, and those that select
  /// something otherwise than all that meets here, so that the type cannot conform to them.
  package internal(set) var fragmentProperties: [FragmentProperty] = []
  /// The shapes of the inline fragments among ``fragmentProperties``, which are deferred or have a name.
  package internal(set) var deferredShapes: [NodeID: Shape] = [:]
  /// Type conditions whose markers the response repeats, to be written back: a type that the schema gains later has its case
  /// by them.
  package internal(set) var markers: [TypeID] = []
  /// The object type, where the selection sets name just one: the value of markers where `__typename` is not selected.
  package internal(set) var objectType: TypeID = 0
  /// Fragments that are spread here whatever the variables and the object's type are, and whose protocols the type can conform
  /// to: the fragments' definitions.
  package internal(set) var fragments: [NodeID] = []

  /// The number of the module that declares the type, those below first: the ones above give it no more protocols.
  let module: Int
  /// What is here without having fields and yet tells types apart, each by a number: fragments that only spread others, and
  /// markers.
  var fieldless: [NodeID] = []
  /// The inline fragments without fields that do not apply here, though what they would bring is here.
  var absentSets: [NodeID] = []
  /// Of a case the fragments that its enumeration spreads and answers for: the case's type does not conform to those with type
  /// conditions. Empty where the shape is met at a place of its own, too.
  var answeredFragments: Set<NodeID> = []
  /// What tells the shape apart; nil where a single selection set does.
  var key: ShapeKey?

  /// The selection sets that apply to every object of this shape and the variables under which they do; those without
  /// fields of their own left out.
  package let contributions: [Contribution]
  var ownKey: ShapeKey { key ?? ShapeKey(contributions: contributions) }

  /// When each selection set of ``contributions`` applies; what is ``fieldless`` always does.
  private(set) lazy var conditionsOfSets = Dictionary(
    parts.map { ($0.selectionSet, $0.condition) }, uniquingKeysWith: { first, _ in first })

  init(id: ShapeID, form: Form, contributions: [Contribution], module: Int) {
    self.id = id
    self.module = module
    self.form = form
    self.contributions = contributions
  }

  /// ``contributions`` and what is ``fieldless``.
  var parts: [Contribution] {
    fieldless.isEmpty
      ? contributions
      : contributions + fieldless.map { Contribution(selectionSet: $0, condition: .always) }
  }

  /// Whether the object's `__typename` is among the fields under that very name.
  package var hasTypename: Bool {
    fields.contains { $0.key == Keyword.typename }
  }
}

/// A field of a shape: a response key and what stands under it.
package struct Field {
  /// The response key.
  package var key: NameID
  /// The first field node; nil for a `__typename` that nobody selected.
  package var node: NodeID?
  /// The field's definition in the schema.
  package var definition: FieldID
  /// The declared type.
  package var type: TypeReference
  /// When it is there, given that the object is.
  package var condition: Guard
  /// Whether selections of the field by other parent types merge in it, which declare it otherwise.
  var hasSeveralTypes = false
  /// What it is where that is not what its scalar is; else 0.
  package var binding: FieldBindingID = 0
  /// What becomes of nulls and errors.
  package var nulls = NullHandling.plain
  /// What `@apus` says of the field.
  package var directive: ApusDirective?
  /// Of a field with sub-selections their shape.
  package var shape: Shape?
  /// Of a field that all cases of an enumeration have, with shapes that differ: each case's.
  package var caseShapes: [Shape] = []

  /// Whether variables may leave the field out.
  package var isConditional: Bool { condition != .always }

  /// Whether a property for this field can answer a protocol that requires `required`, as far as their own types and conditions go. The
  /// shapes below are compared by the caller.
  func canAnswer(_ required: Field) -> Bool {
    condition.answers(required.condition) && binding == required.binding
      && directive?.type == required.directive?.type && nulls.isResult == required.nulls.isResult
      && (shape == nil) == (required.shape == nil)
      && (shape == nil ? type == required.type : type.hasSameWrappers(as: required.type))
  }
}

/// A fragment's own type as a property of the object that it is spread on.
package struct FragmentProperty: Hashable {
  /// The fragment definition; of an inline fragment, which is deferred or has a name, itself.
  package var fragment: NodeID
  package var condition: Guard
  /// The spreads or the inline fragment with `@defer` that bring it; none where it comes with the object.
  package var deferredBy: [NodeID] = []

  /// Whether it stands for the same fragment, and comes the same way.
  func isSame(as other: FragmentProperty) -> Bool {
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
