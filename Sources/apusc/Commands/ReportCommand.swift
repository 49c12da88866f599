import ApusCompiler
import ApusDiagnostics

/// `apusc report`: what of the schema each operation uses.
enum ReportCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "report",
      summary: "Tell which fields, arguments and enum values each operation uses.",
      operands: "PATH…",
      needsOperand: true,
      takesSeveralTargets: true,
      options: InputOptions.all + [
        CommandSyntax.Option(
          name: "format", values: ["text|json"], help: "Text for people, or an object a line.")
      ])
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    let format = try Report.format(arguments)
    var diagnostics: [Diagnostic] = []
    for target in arguments.targets {
      let collected = try InputOptions.collect(target)
      diagnostics += collected.diagnostics
      if collected.hasErrors { continue }
      let checked = Pipeline.check(collected.inputs)
      diagnostics += checked.diagnostics
      guard let index = checked.index, !checked.hasErrors else { continue }
      var report = SchemaUsageReport(index)
      report.operations.removeAll { collected.inputs.isOfDependency($0.path) }
      output.result(format == .json ? report.jsonLines : report.text)
    }
    return Report.show(diagnostics, output: output)
  }
}
