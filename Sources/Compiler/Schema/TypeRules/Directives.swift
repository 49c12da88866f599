import ApusSource
import ApusSyntax

/// Directives have valid names and valid arguments.
///
/// https://spec.graphql.org/September2025/#sec-Type-System.Directives.Type-Validation
extension TypeChecker {
  mutating func checkDirectives() {
    let builtInEnd = tree.files.first?.end ?? 0
    for index in 1..<schema.directiveCount {
      let directive = schema.directives[index]
      if directive.node < builtInEnd { continue }
      concern = .directive(DirectiveID(index))
      checkReservedNames(directive.name, directive.node)
      checkArguments(directive.firstArgument, directive.argumentCount, .directive(directive.name))
    }
  }
}
