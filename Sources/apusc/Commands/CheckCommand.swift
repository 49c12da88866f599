import ApusCompiler
import ApusDiagnostics

/// `apusc check`: documents against their schema, nothing written.
enum CheckCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "check",
      summary: "Validate documents against their schema; write nothing.",
      operands: "PATH…",
      needsOperand: true,
      discussion: """
        A PATH is a document or a folder, which is searched at every depth for files that end in '.graphql'.
        Everything is reported that 'generate' would report.
        """,
      options: InputOptions.all + [Report.formatOption])
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    let format = try Report.format(arguments)
    let collected = try InputOptions.collect(arguments)
    if collected.hasErrors { return Report.show(collected.diagnostics, as: format, output: output) }
    // As far as a build goes before it writes: two definitions of one Swift name are found on the way to Swift.
    let lowered = Pipeline.lower(collected.inputs)
    return Report.show(collected.diagnostics + lowered.diagnostics, as: format, output: output)
  }
}
