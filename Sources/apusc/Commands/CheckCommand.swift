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
        """,
      options: InputOptions.all + [Report.formatOption])
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    let format = try Report.format(arguments)
    let collected = try InputOptions.collect(arguments)
    if collected.hasErrors { return Report.show(collected.diagnostics, as: format, output: output) }
    let checked = Pipeline.check(collected.inputs)
    return Report.show(collected.diagnostics + checked.diagnostics, as: format, output: output)
  }
}
