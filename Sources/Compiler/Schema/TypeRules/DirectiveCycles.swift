import ApusSource
import ApusSyntax

/// No directive's definition uses the directive itself, neither directly nor through the directives on it, the types of its
/// arguments and the directives on them.
///
/// https://spec.graphql.org/September2025/#sec-Type-System.Directives
extension TypeChecker {
  mutating func checkDirectiveCycles() {
    let builtInEnd = tree.files.first?.end ?? 0
    // Real schemas do not come near this limit, but a malicious one could.
    var remaining = 2_000_000
    for id in schema.allDirectives where remaining > 0 {
      let directive = schema[id]
      if directive.node < builtInEnd { continue }
      guard let use = useOfDirective(id, &remaining) else { continue }
      concern = .directive(id)
      report(
        .recursiveDirective,
        "Directive \"@\(text(directive.name))\" cannot be used in its own definition,"
          + " nor on what the types of its arguments are made of.",
        at: [tree.nameRange(of: directive.node), tree.range(of: use)])
    }
  }

  /// The use of the directive in its own definition.
  ///
  /// - Parameter remaining: how many more nodes may be visited.
  private func useOfDirective(_ directive: DirectiveID, _ remaining: inout Int) -> NodeID? {
    var seenDirectives: Set<DirectiveID> = [directive]
    var seenTypes: Set<TypeID> = []
    var pending = [schema[directive].node]
    while let definition = pending.popLast() {
      var node = definition + 1
      remaining -= Int(nodes[definition].next) - definition
      if remaining < 0 { return nil }
      while node < Int(nodes[definition].next) {
        switch nodes[node].kind {
        case .directive:
          let used = schema.directive(named: nodes[node].name)
          if used == directive { return node }
          if let used, seenDirectives.insert(used).inserted {
            pending.append(schema[used].node)
          }
        case .namedType:
          if let type = schema.type(named: nodes[node].name), schema[type].isInput,
            seenTypes.insert(type).inserted
          {
            pending += parts(of: type)
          }
        default: break
        }
        node += 1
      }
    }
    return nil
  }
}

extension DiagnosticCode {
  package static let recursiveDirective = DiagnosticCode(
    "recursive-directive",
    title: "A directive that is used in its own definition",
    explanation: """
      The meaning of the directive would depend on itself. This includes its arguments, and everything in the types of
      its arguments.
      """,
    example: "directive @range(max: Int @range(max: 9)) on ARGUMENT_DEFINITION",
    fix: "Remove the directive from its own definition, or from the input type.")
}
