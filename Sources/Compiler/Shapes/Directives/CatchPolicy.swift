import ApusSyntax

/// How `@catch` and `@catchByDefault` handle a field's errors.
package enum CatchPolicy: String {
  /// The field is null.
  case null = "NULL"
  /// The errors are part of the value.
  case result = "RESULT"
  /// Reading the field throws them.
  case `throw` = "THROW"
}

extension SyntaxTree {
  /// The levels of lists that a directive names, by default that of the field; nil for anything but integers.
  package func levels(of directive: NodeID) -> [Int]? {
    guard let value = argument("levels", of: directive) else { return [0] }
    let levels = elements(value).map(integer)
    return levels.contains(nil) ? nil : levels.compactMap { $0 }
  }
}
