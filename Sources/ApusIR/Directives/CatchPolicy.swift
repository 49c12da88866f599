/// How `@catch` and `@catchByDefault` handle a field's errors.
package enum CatchPolicy: String, CaseIterable {
  /// The field is null.
  case null
  /// The errors are part of the value.
  case result
  /// Reading the field throws them.
  case `throw`
}
