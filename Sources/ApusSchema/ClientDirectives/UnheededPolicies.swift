import ApusDiagnostics
import ApusSyntax

/// Warns once about each client-side directive on the schema's own definitions that Apus does not support.
enum UnheededPolicies {
  static func find(in schema: Schema) -> [SchemaDiagnostic] {
    let tree = schema.tree
    var result: [SchemaDiagnostic] = []
    for name in ["typePolicy", "fieldPolicy"] {
      let id = tree.names.find(name)
      guard id != 0, case .unheeded(let advice) = schema.clientDirectives[name] else { continue }
      let place = (0..<tree.count).first { tree.nodes[$0].kind == .directive && tree.nodes[$0].name == id }
      guard let place else { continue }
      result.append(
        SchemaDiagnostic(
          diagnostic: Diagnostic(
            .warning, .unheededDirective,
            "\"@\(name)\" is for clients; Apus does not do what it asks for. \(advice)",
            at: [tree.range(of: place)]),
          stage: .definitions, concern: .nothing))
    }
    return result
  }
}

extension DiagnosticCode {
  package static let unheededDirective = DiagnosticCode(
    "unheeded-directive",
    title: "A directive for other clients",
    explanation: """
      Directives that Apollo's and Relay's clients have are never sent, defined in the schema or not; nor are those that the schema
      imports by `@link` from specifications for clients, and those that "clientDirectives" in apus.json names. This one asks for
      something that Apus does not do, or that apus.json says otherwise. Each is told once.
      """,
    example: "{ albums(first: 10) @connection(key: \"albums\") { title } }",
    fix: "Remove the directive, or do what the message says.",
    isWarning: true)
}
