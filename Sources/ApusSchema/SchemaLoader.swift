import ApusDiagnostics
import ApusSyntax

/// Source files to a schema: parse, check, build.
package enum SchemaLoader {
  /// Loads a schema out of its files, which together are one document: a file may extend what another defines.
  ///
  /// - Parameters:
  ///   - sources: SDL.
  ///   - names: the names that the schema shares with the documents of the run.
  /// - Returns: the schema, as far as it could be made out, and everything that is wrong with it. The severities are
  ///   those of a caller who uses all of the schema.
  package static func load(_ sources: [SourceFile], names: NameTable) -> LoadedSchema {
    let tree = SchemaBuilder.makeTree(names: names)
    var problems: [SchemaProblem] = []
    for source in sources {
      for error in Parser.parse(source, into: tree) {
        problems.append(
          SchemaProblem(diagnostic: error.diagnostic(in: source), stage: .syntax, concern: .schema))
      }
    }
    let schema = SchemaBuilder.build(tree)
    return LoadedSchema(schema: schema, problems: problems)
  }
}
