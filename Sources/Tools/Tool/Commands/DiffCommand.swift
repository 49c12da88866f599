import ApusDriver
import ApusSource

/// `apus-tool diff`: finds what a schema change breaks.
enum DiffCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "diff",
      summary: "List what a schema change breaks in your documents.",
      operands: "OLD NEW PATH…",
      needsOperand: true,
      discussion: """
        OLD and NEW are schemas, and PATH… are documents that are valid for OLD. Reports an error for every place that is
        invalid under NEW, and for every field whose new values code compiled for OLD cannot decode.
        With --releases, 'diff NEW' compares versions that were recorded by 'release add' with NEW, and prints for each
        operation what happens to its users: the request is rejected, the response cannot be decoded, a value is
        dropped or becomes unknown, or nothing. It exits with 1 for the first two, or if something cannot be compared.
        """,
      options: [
        CommandSyntax.Option(
          name: "config", values: ["FILE"],
          help: "The configuration. By default, the 'apus.json' in a PATH that is a folder."),
        Report.formatOption,
      ] + ReleaseDifference.options + ReportOptions.all)
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    if ReleaseDifference.options.contains(where: { arguments.has($0.name) }) {
      return try ReleaseDifference.run(arguments, output)
    }
    guard arguments.operands.count >= 2 else { throw UsageError("'diff' takes two schemas, OLD and NEW.") }
    if arguments.operands.count == 2 {
      throw UsageError(
        "'diff' needs documents to compare two schemas."
          + (Replacement.advice(for: "diff OLD NEW", .command) ?? ""))
    }
    let format = Report.format(arguments)
    let collected = InputOptions.collect(
      schemas: [arguments.operands[0]], paths: Array(arguments.operands.dropFirst(2)),
      configuration: arguments.value("config"))
    if collected.hasErrors { return Report.show(collected.diagnostics, as: format, output: output) }
    let found = SchemaDifference.breaks(collected.inputs, by: [arguments.operands[1]])
    return Report.show(found, as: format, output: output)
  }
}
