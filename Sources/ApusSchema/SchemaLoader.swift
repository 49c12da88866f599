import ApusDiagnostics
import ApusSyntax

/// Source files to a schema: parse, check by the SDL rules, build, check the types.
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
    let first = tree.count
    var problems: [SchemaProblem] = []
    for source in sources {
      for error in Parser.parse(source, into: tree) {
        problems.append(
          SchemaProblem(diagnostic: error.diagnostic(in: source), stage: .syntax, concern: .schema))
      }
    }
    let schema = SchemaBuilder.build(tree)
    // What could not be read is missing: all that names it would seem wrong.
    if problems.isEmpty { problems = check(schema, first..<tree.count) }
    return LoadedSchema(schema: schema, problems: problems)
  }

  private static func check(_ schema: Schema, _ document: Range<NodeID>) -> [SchemaProblem] {
    var problems: [SchemaProblem] = []
    let found = SDLChecker.check(document, of: schema.tree)
    if !found.isEmpty {
      let finder = ConcernFinder(schema)
      for problem in found {
        problems.append(
          SchemaProblem(
            diagnostic: problem.diagnostic, stage: .definitions, concern: finder.concern(of: problem.node)))
      }
    }
    for problem in TypeChecker.checkSpecifiedDirectives(schema) + TypeChecker.check(schema) {
      problems.append(
        SchemaProblem(diagnostic: problem.diagnostic, stage: .types, concern: problem.concern))
    }
    return problems
  }
}
