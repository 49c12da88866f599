import ApusSource
import ApusSchema
import ApusSyntax

/// Some object matches both the fragment's type and the type it is spread in.
///
/// https://spec.graphql.org/September2025/#sec-Fragment-Spread-Is-Possible
extension ValidationContext {
  /// - Parameters:
  ///   - fragment: a spread or an inline fragment.
  ///   - type: the fragment's type condition.
  ///   - parent: the type of the enclosing selection set.
  func checkFragmentSpreadIsPossible(_ fragment: NodeID, _ type: TypeID?, _ parent: TypeID?) {
    guard let type, let parent, type != parent, !schema.overlap(type, parent) else { return }
    let subject = nodes[fragment].kind == .inlineFragment ? "Fragment" : "Fragment \"\(name(fragment))\""
    report(
      .impossibleFragment,
      "\(subject) cannot be spread here as objects of type \"\(schema.name(parent))\" can never be of type"
        + " \"\(schema.name(type))\".", fragment, notes: note(type: parent) + note(type: type))
  }
}

extension DiagnosticCode {
  package static let impossibleFragment = DiagnosticCode(
    "impossible-fragment",
    title: "A fragment that can never apply",
    explanation: """
      No object is both of the type that the fragment is on and of the type around it, so nothing would ever be selected.
      """,
    example: "{ album(id: \"7\") { ... on Artist { name } } }  # album: Album",
    fix: "Remove the fragment, or correct its type.")
}
