/// A stretch of one line with what it is, for an editor that colours text by meaning.
package struct SemanticToken {
  /// The names of the protocol's standard kinds, each with its number in the order of this list.
  package enum Kind: Int, CaseIterable {
    case keyword, type, enumMember, property, parameter, variable, decorator, string, number, comment

    package var name: String { String(describing: self) }
  }

  package var start: Int
  package var end: Int
  package var kind: Kind
  /// Whether the name is defined there.
  package var isDefinition = false
  /// Whether the schema advises against what is named.
  package var isDeprecated = false
}
