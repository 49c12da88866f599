/// The fragments that unparsed text may define or spread.
///
/// Check here before reporting a definition as missing or unused.
package struct UnparsedNames {
  /// Names that follow `fragment`.
  package internal(set) var fragments: Set<NameID> = []
  /// Names that follow `...`.
  package internal(set) var spreads: Set<NameID> = []
  /// Whether some text could not even be tokenized, because it is unreadable or parsing was aborted.
  package var isUnknown = false

  /// Whether unparsed text may define a fragment of that name.
  package func mayDefine(_ name: NameID) -> Bool { isUnknown || fragments.contains(name) }
}
