import ApusSource
import ApusSchema
import ApusSyntax

/// Apus supports every client-side directive that a document uses.
extension ValidationContext {
  func checkClientDirectives() {
    if index.clientDirectives.isEmpty { return }
    var reported: Set<NameID> = []
    for node in index.directives {
      let name = nodes[node].name
      switch index.clientDirective(node)?.meaning {
      case .unsupported(let advice):
        if reported.insert(name).inserted {
          warn(
            .unheededDirective,
            "\"@\(self.name(node))\" is a client-side directive that is not sent and that Apus does not support. \(advice)",
            at: [tree.range(of: node)])
        }
      case .fragmentArguments:
        report(
          .fragmentArguments,
          options.allowsFragmentArguments
            ? "\"@arguments\" belongs to the spread of a fragment, and \"@argumentDefinitions\" to a fragment."
            : "\"@\(self.name(node))\" gives arguments to a fragment. To use it, set \"fragmentArguments\" to true in apus.json.",
          node)
      default: continue
      }
    }
  }
}
