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
  package var fields: [InputValue]
}

/// A variable of an operation (section 2.11), or a field of an input object.
package struct InputValue {
  /// Its definition: in the documents for a variable, in the schema for a field.
  package var node: NodeID
  package var name: String
  package var swiftName: String
  package var type: TypeReference
  package var presence: InputPresence
  /// Its own binding to a Swift type; 0 where its scalar's applies.
  package var binding: FieldBindingID = 0
  /// Whether the value is a case of a `@oneOf` input object that contains that same object directly, so that the Swift case must be
  /// `indirect`.
  package var isIndirect = false
}
