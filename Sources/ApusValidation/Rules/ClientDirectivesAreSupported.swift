import ApusDiagnostics
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
          report(
            .unheededDirective,
            "\"@\(self.name(node))\" is a client-side directive that is not sent and that Apus does not support. \(advice)",
            at: [tree.range(of: node)], severity: .warning)
        }
      case .fragmentArguments:
        report(
          .fragmentArguments,
          "\"@\(self.name(node))\" gives arguments to a fragment, which Apus does not support. Use the variable in the "
            + "fragment, and define it in each operation that uses the fragment.", node)
      default: continue
      }
    }
  }
}

extension DiagnosticCode {
  package static let fragmentArguments = DiagnosticCode(
    "fragment-arguments",
    title: "Arguments of a fragment",
    explanation: """
      Relay's compiler replaces a fragment's arguments, declared by `@argumentDefinitions`, with the values that each
      spread passes in `@arguments`. GraphQL itself has no fragment arguments, but a fragment can use the variables of
      the operations that use it.
      """,
    example: "fragment Card on Album @argumentDefinitions(size: { type: \"Int\" }) { cover(size: $size) }",
    fix:
      "Remove the directives: `fragment Card on Album { cover(size: $size) }`, and define $size in the operations."
  )
}
