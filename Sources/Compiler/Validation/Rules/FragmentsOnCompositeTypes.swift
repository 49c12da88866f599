import ApusSource
import ApusSchema
import ApusSyntax

/// A type condition names an object, an interface or a union.
///
/// https://spec.graphql.org/September2025/#sec-Fragments-on-Object-Interface-or-Union-Types
extension ValidationContext {
  /// - Parameter fragment: a fragment definition or inline fragment whose type condition is not a composite type.
  func checkCondition(of fragment: NodeID) {
    guard let condition = tree.child(fragment, .namedType), let type = index.type(condition),
      !schema[type].isComposite
    else { return }
    let subject = nodes[fragment].kind == .inlineFragment ? "Fragment" : "Fragment \"\(name(fragment))\""
    report(
      .fragmentOnLeaf, "\(subject) cannot condition on non composite type \"\(name(condition))\".", condition,
      notes: note(type: type))
  }
}

extension DiagnosticCode {
  package static let fragmentOnLeaf = DiagnosticCode(
    "fragment-on-leaf",
    title: "A fragment on a type that has no fields to select",
    explanation: "A fragment selects fields, so the type after `on` is an object, an interface or a union.",
    example: "fragment Cover on URL { text }  # scalar URL",
    fix: "Name the type whose fields the fragment selects.")
}
