/// The handling of a field's nulls and errors, in addition to its Swift type.
package struct NullHandling: Equatable {
  /// The effect of a null of a required field.
  package enum Required {
    /// It is thrown.
    case `throw`
    /// It makes the nearest nullable parent nil.
    case parent
  }

  /// Whether the property is a `Result`, with the errors for which the field is null.
  package var isResult = false
  /// The levels of lists at which a null throws its errors, a bit each; level 0 is the field itself.
  package var throwingLevels: UInt32 = 0
  /// The levels of lists that are nil where something within them is thrown, a bit each.
  package internal(set) var caughtLevels: UInt32 = 0
  /// Whether the type promises at some level what the schema's does not: a null there has errors.
  package var isPromised = false
  /// Whether values that the schema declares non-null may be null with an error.
  package internal(set) var keepsErrors = false
  /// Whether the document requires a value.
  package var required: Required?
  /// The level at which the value is nil for a required field within; nil where there is none.
  package internal(set) var nilLevel: Int?

  /// Whether more is to be done than to read a value of the type.
  package var usesCodec: Bool {
    isResult || throwingLevels != 0 || caughtLevels != 0 || required != nil || nilLevel != nil
  }

  /// Whether a null at a level throws its errors.
  package func throwsErrors(atLevel level: Int) -> Bool { throwingLevels &>> UInt32(level) & 1 != 0 }

  /// Whether errors that are thrown within a level make it nil.
  package func catchesErrors(atLevel level: Int) -> Bool { caughtLevels &>> UInt32(level) & 1 != 0 }

  /// The handling of a field without directives.
  package static let plain = NullHandling()
}
