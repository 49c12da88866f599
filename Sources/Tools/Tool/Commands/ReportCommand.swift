import ApusDriver
import ApusSource

/// `apus-tool report`: lists the schema elements that each operation uses, or the selections that Swift code does not use.
enum ReportCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "report",
      summary: "List the fields, arguments and enum values that each operation uses.",
      operands: "PATH…",
      needsOperand: true,
      discussion: """
        With --unused, it lists fields that documents select and whose property no Swift file uses, so the server sends
        them for nothing. It compares words outside of comments and strings, so a field counts as used if anything else
        has its name. "Maybe used" are fields of operations and fragments that Swift code names, or that other modules
        can see: their values may be printed, compared, encoded or passed on as a whole.
        """,
      options: InputOptions.all + [
        CommandSyntax.Option(
          name: "unused", values: ["FOLDER"], isRepeatable: true,
          help: "A folder with Swift that uses the documents: list selected fields that it does not use."),
        CommandSyntax.Option(
          name: "strict", help: "With --unused, exit with 1 if a listed field is certainly unused."),
        CommandSyntax.Option(
          name: "format", values: ["text|json"], help: "Text for people, or one JSON object per line."),
      ] + ReportOptions.all)
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    let format = Report.format(arguments)
    if arguments.has("unused") { return try unused(arguments, format, output) }
    if arguments.has("strict") {
      throw UsageError("--strict only applies to --unused. Pass --unused FOLDER too.")
    }
    var diagnostics: [Diagnostic] = []
    var hasOperations = false
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
      if !report.operations.isEmpty { hasOperations = true }
    }
    if !hasOperations, !diagnostics.contains(where: { $0.severity == .error }) {
      diagnostics.append(.withoutOperations)
    }
    return Report.show(diagnostics, output: output)
  }

  private static func unused(_ arguments: ParsedArguments, _ format: Report.Format, _ output: Output)
    throws(UsageError) -> ExitCode
  {
    let sources = SwiftSources(arguments.values("unused"))
    if !sources.diagnostics.isEmpty { return Report.show(sources.diagnostics, output: output) }
    var diagnostics: [Diagnostic] = []
    var hasCertain = false
    for target in arguments.targets {
      let collected = try InputOptions.collect(target, needsDocuments: true)
      diagnostics += collected.diagnostics
      if collected.hasErrors { continue }
      let lowered = Pipeline.lower(collected.inputs)
      // Warnings are left to builds and `swift package apus check`.
      diagnostics += lowered.diagnostics.filter { $0.severity == .error }
      guard let program = lowered.output?.program else { continue }
      let report = UnusedSelectionReport(
        program, sources, isVisible: collected.inputs.configuration.generation.accessLevel != .internal
      ) { collected.inputs.isOfDependency($0) }
      output.result(format == .json ? report.jsonLines : report.text)
      if report.hasCertain { hasCertain = true }
    }
    let code = Report.show(diagnostics, output: output)
    return code == .success && hasCertain && arguments.has("strict") ? .invalidInput : code
  }
}
