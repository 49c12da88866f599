import ApusCompiler

/// `apusc diff`: which operations a change of the schema breaks.
enum DiffCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "diff",
      summary: "Tell which operations a change of the schema breaks.",
      operands: "OLD NEW PATH…",
      needsOperand: true,
      discussion: """
        OLD and NEW are schemas; PATH… are the documents, which fit OLD. Every place that NEW makes wrong is
        an error, and so is a field that may hold what code compiled for OLD cannot decode.
        """,
      options: [
        CommandSyntax.Option(name: "config", values: ["FILE"], help: "The configuration."),
        Report.formatOption,
      ])
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    guard arguments.operands.count >= 3 else { throw UsageError("'diff' takes OLD, NEW and documents.") }
    let format = try Report.format(arguments)
    let collected = InputOptions.collect(
      schemas: [arguments.operands[0]], paths: Array(arguments.operands.dropFirst(2)),
      configuration: arguments.value("config"))
    if collected.hasErrors { return Report.show(collected.diagnostics, as: format, output: output) }
    let found = SchemaDifference.breaks(collected.inputs, by: [arguments.operands[1]])
    return Report.show(found, as: format, output: output)
  }
}
