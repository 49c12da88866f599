import ApusSource
import ApusSyntax

/// Directives have valid names and valid arguments.
///
/// https://spec.graphql.org/September2025/#sec-Type-System.Directives.Type-Validation
extension TypeChecker {
  mutating func checkDirectives() {
    let builtInEnd = tree.files.first?.end ?? 0
    for id in schema.allDirectives {
      let directive = schema[id]
      if directive.node < builtInEnd { continue }
      concern = .directive(id)
      checkReservedNames(directive.name, directive.node)
      checkInputs(schema.arguments(of: id), .directive(directive.name))
    }
  }
}
