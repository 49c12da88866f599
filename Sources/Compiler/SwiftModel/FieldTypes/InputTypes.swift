import ApusSchema
import ApusSyntax
import ApusShapes

/// The values that a variable or input field accepts, which decide its Swift type: `String`, `GraphQLNullable<String>` or `String?`.
package enum InputPresence {
  /// A value is required: the type is non-null, and there is no default value.
  case required
  /// The value may be omitted or null, which `GraphQLNullable` distinguishes.
  case nullable
  /// The value may be omitted, but the server would reject null. Either the type is non-null and there is a default value, or a variable has a
  /// nullable type but is used where null is rejected.
  case omittable
}

/// An enum of the schema, with its names in Swift. This module or one below declares it.
package struct EnumType {
  package var type: TypeID
  package var swiftName: String
  package var cases: [EnumCase]
}

/// A value of an enum, which is a case in Swift.
package struct EnumCase {
  package var value: EnumValueID
  package var name: String
  package var swiftName: String
}

/// An input object, with its names in Swift. This module or one below declares it.
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
  /// The number of its binding to a Swift type; 0 if its scalar's Swift type applies.
  package var binding: FieldBindingID = 0
  /// Whether the value is a case of a `@oneOf` input object that can contain the same input object inline, which means not in a list or a
  /// `GraphQLNullable`. Then the Swift case must be `indirect`.
  package var isIndirect = false
}
