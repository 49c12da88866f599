import ApusCompiler

/// `apusc diff`: finds what a schema change breaks.
enum DiffCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "diff",
      summary: "List what a schema change breaks: for everyone, or in your documents.",
      operands: "OLD NEW [PATH…]",
      needsOperand: true,
      discussion: """
        OLD and NEW are schemas. Without a PATH, all changes are listed: breaking, dangerous and safe ones. The exit
        code is 1 if one is breaking. PATH… are documents that are valid for OLD. With them, an error is reported for
        every place that is invalid under NEW, and for every field whose new values code compiled for OLD cannot decode.
        """,
      options: [
        CommandSyntax.Option(name: "config", values: ["FILE"], help: "The configuration."),
        Report.formatOption,
      ] + ReportOptions.all)
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    guard arguments.operands.count >= 2 else { throw UsageError("'diff' takes two schemas, OLD and NEW.") }
    let format = Report.format(arguments)
    if arguments.operands.count == 2, arguments.has("config") {
      throw UsageError("--config only applies to documents. Pass a PATH with documents too.")
    }
    if arguments.operands.count == 2 { return changes(arguments, format, output) }
    let collected = InputOptions.collect(
      schemas: [arguments.operands[0]], paths: Array(arguments.operands.dropFirst(2)),
      configuration: arguments.value("config"))
    if collected.hasErrors { return Report.show(collected.diagnostics, as: format, output: output) }
    let found = SchemaDifference.breaks(collected.inputs, by: [arguments.operands[1]])
    return Report.show(found, as: format, output: output)
  }

  private static func changes(
    _ arguments: ParsedArguments, _ format: Report.Format, _ output: Output
  ) -> ExitCode {
    let found = SchemaDifference.changes(from: arguments.operands[0], to: arguments.operands[1])
    guard let changes = found.changes else {
      return Report.show(found.diagnostics, as: format, output: output)
    }
    switch format {
    case .text:
      output.result(changes.map { $0.text + "\n" }.joined() + SchemaChange.summary(changes))
    case .json: output.result(changes.map { $0.jsonLine + "\n" }.joined())
    case .github, .sarif:
      return Report.show(changes.compactMap(\.diagnostic), as: format, output: output)
    }
    return changes.contains { $0.effect == .breaking } ? .invalidInput : .success
  }
}
