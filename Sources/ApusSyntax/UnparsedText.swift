/// What is known of text that does not parse: the fragments that it may define, and those that it may spread.
///
/// Who says that something is missing or unused has to ask whether it may stand there.
package struct UnparsedText {
  /// Names behind `fragment`.
  package internal(set) var fragments: Set<NameID> = []
  /// Names behind `...`.
  package internal(set) var spreads: Set<NameID> = []
  /// Whether there is text of which not even the names are known: it could not be read, or parsing was aborted.
  package var isUnknown = false

  /// Whether a fragment of that name may be defined there.
  package func mayDefine(_ name: NameID) -> Bool { isUnknown || fragments.contains(name) }
}
