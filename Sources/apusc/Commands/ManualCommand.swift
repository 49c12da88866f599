import ApusCompiler

/// `apusc manual`: prints the manual page for `man`.
enum ManualCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "manual",
      summary: "Print the manual page, for man.",
      discussion:
        "Save it in a folder man1 of $MANPATH: apusc manual > apusc.1. To read it directly: man ./apusc.1.")
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    output.result(ManualPage.text(Command.all.map(\.syntax)))
    return .success
  }
}
