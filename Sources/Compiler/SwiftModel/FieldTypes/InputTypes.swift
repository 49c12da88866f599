import ApusSchema
import ApusSyntax
import ApusShapes

/// Whether a variable or input field has to be there.
package enum InputPresence {
  /// It has to, and is not null unless its type says so.
  case required
  /// It can be left out, and it can be null.
  case nullable
  /// It can be left out; null would be refused: its type is non-null and has a default, or it is a variable in a place
  /// that refuses null.
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
  /// Its own binding to a Swift type; 0 where its scalar's applies.
  package var binding: FieldBindingID = 0
  /// Whether the field, a case of a `@oneOf` input object, contains that same object directly, so that the Swift case must be
  /// `indirect`.
  package var isIndirect: Bool
}
