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
      options: InputOptions.all + [strict, Report.formatOption] + ReportOptions.all)
  }

  private static let strict = CommandSyntax.Option(
    name: "strict",
    help: "Also report errors in the schema that affect no client, for the schema's authors.")

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    let format = Report.format(arguments)
    var diagnostics: [Diagnostic] = []
    for target in arguments.targets {
      var collected = try InputOptions.collect(target)
      collected.inputs.configuration.reportsWholeSchema = arguments.has(strict.name)
      diagnostics += collected.diagnostics
      // Go as far as a build does before it writes, because only lowering finds two definitions of one Swift name.
      if !collected.hasErrors { diagnostics += Pipeline.lower(collected.inputs).diagnostics }
    }
    return Report.show(diagnostics, as: format, output: output)
  }
}
