import ApusSource
import ApusSchema
import ApusSyntax

/// Reports `@defer` and `@stream` that the schema does not define, although the server may support them.
extension IncrementalDelivery {
  func warnOfUndefinedDirectives() {
    for name in [Keyword.defer, Keyword.stream] {
      guard let definition = context.schema.directive(named: name),
        IncrementalDirectives.areAdded(definition, in: context.schema),
        let use = uses.first(where: { context.nodes[$0].name == name })
      else { continue }
      let word = context.name(use)
      context.warn(
        .undefinedIncrementalDirective,
        "The schema does not define \"@\(word)\". A server that does not support it rejects the operation. If yours does, add "
          + "the definition to the schema: \(IncrementalDirectives.definition(name))",
        at: [context.tree.range(of: use)])
    }
  }
}

extension DiagnosticCode {
  package static let undefinedIncrementalDirective = DiagnosticCode(
    "undefined-incremental-directive",
    title: "`@defer` or `@stream` with a schema that does not define it",
    explanation: """
      Both belong to the incremental delivery proposal. Some servers support them without declaring them in their
      schemas, so the compiler knows them. A server that does not support them rejects the operation.
      """,
    example: "{ newest { title ...Reviews @defer } }  # and a schema without @defer",
    fix: """
      If the server supports the directive, add its definition to the schema, or set this warning to "off" in apus.json.
      If not, remove the directive, or select the slow part in a separate operation.
      """,
    isWarning: true)
}
