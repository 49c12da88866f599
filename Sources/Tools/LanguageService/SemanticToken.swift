/// A classified range within one line, for semantic highlighting.
package struct SemanticToken {
  /// The protocol's standard token types. Raw values are indices in this list.
  package enum Kind: Int, CaseIterable {
    case keyword, type, enumMember, property, parameter, variable, decorator, string, number, comment

    package var name: String { String(describing: self) }
  }

  package var start: Int
  package var end: Int
  package var kind: Kind
  /// Whether the name is defined there.
  package var isDefinition = false
  /// Whether the named element is deprecated.
  package var isDeprecated = false
}
