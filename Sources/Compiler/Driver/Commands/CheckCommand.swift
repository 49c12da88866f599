import ApusSource

/// `apusc check`: validates documents and writes nothing.
enum CheckCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "check",
      summary: "Validate documents against their schema without writing files.",
      operands: "PATH…",
      needsOperand: true,
      optionWithoutOperand: "schema",
      discussion: """
        A PATH is a document or a folder, which is searched recursively for files that end in '.graphql', and for
        Swift files with literals of the type GraphQLSource.
        Reports everything that 'generate' would report. Schemas next to the documents ('*.graphqls',
        'schema.graphql', 'schema.json') are used if no other one is specified. A schema alone is validated:
        as the only PATH, or as --schema without one.
        """,
      options: InputOptions.all + [strict, manifest, Report.formatOption] + ReportOptions.all)
  }

  private static let strict = CommandSyntax.Option(
    name: "strict",
    help: "Also report errors in the schema that affect no client, for the schema's authors.")

  private static let manifest = CommandSyntax.Option(
    name: "manifest", values: ["FILE"], isRepeatable: true,
    help: """
      Also validate the operations in a manifest of another client: Apollo's, Relay's, Hasura's, or one of
      'swift package apus manifest'.
      """)

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    let format = Report.format(arguments)
    var diagnostics: [Diagnostic] = []
    var schemas: [String] = []
    for target in arguments.targets {
      var collected = try InputOptions.collect(target)
      collected.inputs.configuration.reportsWholeSchema = arguments.has(strict.name)
      diagnostics += collected.diagnostics
      if arguments.targets.contains(where: { $0.has(manifest.name) }), !schemas.isEmpty,
        schemas != collected.inputs.schemas
      {
        throw UsageError(
          "--manifest needs one schema, and the targets have different ones. Pass --target NAME.")
      }
      schemas = collected.inputs.schemas
      // Go as far as a build does before it writes, because only lowering finds two definitions of one Swift name.
      if !collected.hasErrors { diagnostics += Pipeline.lower(collected.inputs).diagnostics }
    }
    let manifests = arguments.targets.flatMap { $0.values(manifest.name) }
    for (number, path) in manifests.enumerated() where manifests.firstIndex(of: path) == number {
      diagnostics += check(manifest: path, schemas)
    }
    return Report.show(diagnostics, as: format, output: output)
  }

  private static func check(manifest path: String, _ schemas: [String]) -> [Diagnostic] {
    let (operations, problems) = RegisteredOperations.read(path)
    let documents = SeparateDocuments(operations.map(\.text), schemas: schemas)
    return problems
      + operations.indices.flatMap { documents.check($0).diagnostics.filter { $0.severity == .error } }
  }
}
