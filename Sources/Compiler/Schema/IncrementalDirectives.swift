import ApusSource
import ApusSyntax

/// `@defer` and `@stream` as the incremental delivery proposal defines them. Servers that support them do not always
/// declare them in their schemas.
///
/// https://github.com/graphql/graphql-spec/pull/1110
package enum IncrementalDirectives {
  private static let path = "incremental-delivery.graphqls"

  private static let definitions = [
    (
      name: Keyword.defer,
      text: "directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT"
    ),
    (
      name: Keyword.stream,
      text: "directive @stream(if: Boolean! = true, label: String, initialCount: Int = 0) on FIELD"
    ),
  ]

  /// Adds the definitions that the schema lacks.
  static func add(to tree: SyntaxTree) {
    let missing = definitions.filter { definition in
      !tree.definitions.contains {
        tree.nodes[$0].name == definition.name && tree.nodes[$0].kind == .directiveDefinition
      }
    }
    if missing.isEmpty { return }
    // This text always parses.
    _ = Parser.parse(SourceFile(path: path, text: missing.map(\.text).joined(separator: "\n")), into: tree)
  }

  /// Whether a directive's definition was added here.
  package static func areAdded(_ directive: DirectiveID, in schema: Schema) -> Bool {
    let node = schema[directive].node
    return schema.tree.fileIndex(of: node) > 0 && schema.tree.source(of: node).path == path
  }

  /// The definition of `@defer` or `@stream`, for copying into a schema.
  package static func definition(_ name: NameID) -> String {
    definitions.first { $0.name == name }?.text ?? ""
  }
}
