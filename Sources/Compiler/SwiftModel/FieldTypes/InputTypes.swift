import ApusSchema
import ApusSyntax
import ApusShapes

/// The values that a variable or input field accepts.
package enum InputPresence {
  /// Required. It accepts null only if its type is nullable.
  case required
  /// Optional and nullable.
  case nullable
  /// Optional, but not nullable: the server would reject null. Its type is non-null with a default, or it is a variable that is used where null is
  /// rejected.
  case omittable
}

/// An enum that is emitted.
package struct EnumType {
  package var type: TypeID
  package var swiftName: String
  package var cases: [EnumCase]
}

/// A value of an emitted enum.
package struct EnumCase {
  package var value: EnumValueID
  package var name: String
  package var swiftName: String
}

/// An input object that is emitted.
package struct InputObjectType {
  package var type: TypeID
  package var swiftName: String
  package var fields: [InputField]
}

/// A field of an emitted input object.
package struct InputField {
  package var value: InputValueID
  package var name: String
  package var swiftName: String
  package var type: TypeReference
  package var presence: InputPresence
  /// The field's Swift type binding, or 0 for its scalar's type.
  package var binding: FieldBindingID = 0
  /// Whether the field is a case of a `@oneOf` input object and contains the same object directly. The Swift case must then be `indirect`.
  package var isIndirect: Bool
}
