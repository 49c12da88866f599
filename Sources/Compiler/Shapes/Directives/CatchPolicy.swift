import ApusSyntax

/// The way in which `@catch` and `@catchByDefault` handle a field's errors.
package enum CatchPolicy: String {
  /// Errors make the field nil.
  case null = "NULL"
  /// The field is a `Result`, whose failure contains the errors.
  case result = "RESULT"
  /// Reading the field throws the errors.
  case `throw` = "THROW"
}

extension SyntaxTree {
  /// The argument `levels` of `@catch` or `@semanticNonNull`: 0 is the field itself, 1 the elements of its list, 2 those of nested lists. `[0]` is
  /// the default.
  ///
  /// - Returns: nil if an element is not an integer.
  package func levels(of directive: NodeID) -> [Int]? {
    guard let value = argument("levels", of: directive) else { return [0] }
    let levels = elements(value).map(integer)
    return levels.contains(nil) ? nil : levels.compactMap { $0 }
  }
}
