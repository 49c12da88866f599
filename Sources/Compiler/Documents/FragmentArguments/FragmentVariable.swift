import ApusSyntax

/// A variable that a fragment defines for itself (a draft: https://github.com/graphql/graphql-spec/pull/1081).
package struct FragmentVariable {
  /// Its definition.
  package var definition: NodeID
  /// The fragment's name, a dot, and the variable's: no other variable has this name.
  package var name: NameID
}
