import ApusSchema

/// A shape with a place in the output: its name, its scope, and the types declared in it.
package final class PlacedType {
  package let shape: Shape
  package let name: String
  /// The name from the outermost scope on: `HomeQuery.Data.Album`.
  package let path: String
  /// Types declared in this one and other names for types declared elsewhere, in the order of the fields.
  package internal(set) var members: [Member] = []
  /// The fields with their Swift names and types.
  package internal(set) var properties: [Property] = []
  /// Properties for fragments under `@include` or `@skip`.
  package internal(set) var conditionalFragments: [ConditionalFragment] = []
  /// Of an enumeration its cases, in the order of the shape's.
  package internal(set) var cases: [PlacedCase] = []
  /// Of an enumeration: types that hold a field's value for any case, where the cases' own types differ.
  package internal(set) var unions: [SharedUnion] = []

  init(shape: Shape, name: String, path: String) {
    self.shape = shape
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
}

/// The property of a fragment that is spread under `@include` or `@skip`.
package struct ConditionalFragment {
  /// The fragment's name in the document.
  package var name: String
  package var swiftName: String
  package var typeName: String
}

/// A case of an emitted enumeration.
package struct PlacedCase {
  package var value: Case
  /// The name of the case.
  package var swiftName: String
  /// The name of the payload's type within the enumeration.
  package var typeName: String
  package var payload: PlacedType
}

/// A nested enumeration over the types that a shared field has in the cases.
package struct SharedUnion {
  package struct Case {
    package var swiftName: String
    /// The case's own type for the field, from the enclosing enumeration on: `Cat.Owner`.
    package var typeName: String
    package var type: PlacedType
  }
  package var key: String
  package var name: String
  /// One for each distinct type.
  package var cases: [Case]
  /// What every case's type has.
  package var properties: [Property]
  /// For the cases of the enclosing enumeration, the case here that holds their type.
  var caseNames: [String: String]

  /// The case that holds the field's value for a case of the enclosing enumeration.
  package func caseName(for outer: String) -> String { caseNames[outer] ?? outer }
}
