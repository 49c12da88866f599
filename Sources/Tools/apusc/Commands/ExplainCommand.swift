import ApusDriver
import ApusSource

/// `apusc explain`: prints the page of a diagnostic code.
enum ExplainCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "explain",
      summary: "Explain a diagnostic code, or list all codes.",
      operands: "CODE")
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    guard let name = arguments.operands.first else {
      output.result(Pipeline.catalog.index)
      return .success
    }
    guard arguments.operands.count == 1 else { throw UsageError("'explain' takes one code at a time.") }
    guard let code = Pipeline.catalog.code(name) else {
      throw UsageError(Pipeline.catalog.unknownCodeMessage(name))
    }
    output.result(code.page)
    return .success
  }
}
