import ApusCompiler

/// `apusc manual`: prints the manual page for `man`.
enum ManualCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "manual",
      summary: "Print the manual page, for man.",
      discussion: "apusc manual > apusc.1, in a folder man1 of $MANPATH; to read it at once: man ./apusc.1.")
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    output.result(ManualPage.text(Command.all.map(\.syntax)))
    return .success
  }
}
