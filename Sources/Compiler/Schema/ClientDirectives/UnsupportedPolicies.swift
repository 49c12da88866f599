import ApusSource
import ApusSyntax

/// Warns once about each client-side directive on the schema's own definitions that Apus does not support.
enum UnsupportedPolicies {
  static func find(in schema: Schema) -> [SchemaDiagnostic] {
    let tree = schema.tree
    return ["typePolicy", "fieldPolicy"].compactMap { name in
      let id = tree.names.find(name)
      guard id != 0, case .unsupported(let advice) = schema.clientDirectives[name]?.meaning,
        let place = (0..<tree.count).first(where: { tree.nodes[$0].name == id && tree.kind($0) == .directive }
        )
      else { return nil }
      return SchemaDiagnostic(
        diagnostic: Diagnostic(
          .warning, .unheededDirective,
          "\"@\(name)\" is a client-side directive that Apus does not support. \(advice)",
          at: [tree.range(of: place)]),
        stage: .definitions, concern: .nothing)
    }
  }
}

extension DiagnosticCode {
  package static let unheededDirective = DiagnosticCode(
    "unheeded-directive",
    title: "An unsupported client-side directive",
    explanation: """
      Directives of the Apollo and Relay clients are never sent, whether or not the schema defines them. The same is
      true of directives that the schema imports by `@link` from specifications for clients, and of those listed under
      "clientDirectives" in apus.json. This one asks for something that Apus does not do, or that is configured in
      apus.json. Each directive is reported once.
      """,
    example: "{ albums(first: 10) @connection(key: \"albums\") { title } }",
    fix: "Remove the directive, or follow the message.",
    isWarning: true)
}
