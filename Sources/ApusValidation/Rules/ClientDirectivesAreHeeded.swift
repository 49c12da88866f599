import ApusDiagnostics
import ApusSchema
import ApusSyntax

/// Apus supports every client-side directive that a document uses.
extension ValidationContext {
  func checkClientDirectives() {
    if index.clientDirectives.isEmpty { return }
    var told: Set<NameID> = []
    for node in 0..<tree.count where nodes[node].kind == .directive {
      let name = nodes[node].name
      switch index.clientDirectives[name] {
      case .unheeded(let advice):
        if told.insert(name).inserted {
          report(
            .unheededDirective,
            "\"@\(self.name(node))\" is for clients and is not sent; Apus does not do what it asks for. \(advice)",
            at: [tree.range(of: node)], severity: .warning)
        }
      case .fragmentArguments:
        report(
          .fragmentArguments,
          "\"@\(self.name(node))\" gives a fragment arguments, which fragments here do not have. Use the variable in the "
            + "fragment: each operation that reaches it defines it.", node)
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
      Relay's compiler replaces the arguments of a fragment, `@argumentDefinitions`, by what each spread gives in `@arguments`. The
      language itself has no arguments of fragments; but a fragment can use the variables of the operations that reach it.
      """,
    example: "fragment Card on Album @argumentDefinitions(size: { type: \"Int\" }) { cover(size: $size) }",
    fix:
      "Remove the directives: `fragment Card on Album { cover(size: $size) }`, and define $size in the operations."
  )
}
