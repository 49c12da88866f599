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
  /// Fragments under `@include` or `@skip`, each read from the same object when its marker is there; those included that
  /// are spread without a condition as well.
  package internal(set) var conditionalFragments: [NodeID] = []
  /// Type conditions whose markers the response repeats, to be written back; also those that a variable decides on, since a
  /// type that the schema gains later has its case by them.
  package internal(set) var markers: [TypeID] = []
  /// The object type, where the selection sets name just one: the value of markers where `__typename` is not selected.
  package internal(set) var objectType: TypeID = 0
  /// Fragments that are spread here whatever the variables and the object's type are: the fragments' definitions.
  package internal(set) var fragments: [NodeID] = []

  /// The selection sets that apply to every object of this shape and the variables under which they do; those without
  /// fields of their own left out.
  let contributions: [Contribution]
  private(set) lazy var contributionSet = Set(contributions)

  init(id: ShapeID, form: Form, contributions: [Contribution]) {
    self.id = id
    self.form = form
    self.contributions = contributions
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
  /// Whether variables may leave the field out.
  package var isConditional: Bool
  /// What `@apus` says of the field.
  package var directive: ApusDirective?
  /// Of a field with sub-selections their shape.
  package var shape: Shape?
  /// Of a field that all cases of an enumeration have, with shapes that differ: each case's.
  package var caseShapes: [Shape] = []
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
  /// Conditions whose markers make an unknown type belong here: all of one alternative of each.
  package var markers: [[[TypeID]]]
  /// Whether an unknown type can belong here.
  package var acceptsUnknown: Bool
  package var shape: Shape
}
