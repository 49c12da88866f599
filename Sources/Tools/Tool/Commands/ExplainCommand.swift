import ApusDriver
import ApusSource

/// `apus-tool explain`: prints the page of a diagnostic code.
package enum ExplainCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  /// The pages of all codes that any command reports.
  package static var catalog: DiagnosticCatalog {
    DiagnosticCatalog([Pipeline.catalog.codes, DiagnosticCode.differenceCodes])
  }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "explain",
      summary: "Explain a diagnostic code, or list all codes.",
      operands: "CODE")
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    guard let name = arguments.operands.first else {
      output.result(catalog.index)
      return .success
    }
    guard arguments.operands.count == 1 else { throw UsageError("'explain' takes one code at a time.") }
    guard let code = catalog.code(name) else {
      throw UsageError(catalog.unknownCodeMessage(name))
    }
    output.result(code.page)
    return .success
  }
}
