import ApusSyntax

/// The way in which `@catch` and `@catchByDefault` handle a field's errors.
package enum CatchPolicy: String {
  /// Errors make the field null.
  case null = "NULL"
  /// The value contains the errors.
  case result = "RESULT"
  /// Reading the field throws the errors.
  case `throw` = "THROW"
}

extension SyntaxTree {
  /// The list levels that a directive names, or `[0]`, the field itself; nil if they are not integers.
  package func levels(of directive: NodeID) -> [Int]? {
    guard let value = argument("levels", of: directive) else { return [0] }
    let levels = elements(value).map(integer)
    return levels.contains(nil) ? nil : levels.compactMap { $0 }
  }
}
