import ApusCompiler

/// `apusc completions`: prints a script for shell completion.
enum CompletionsCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static let shells = ShellCompletions.allCases.map(\.rawValue)

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "completions",
      summary: "Print a shell completion script for commands, options and codes.",
      operands: shells.joined(separator: "|"),
      needsOperand: true,
      operandChoices: shells,
      discussion: """
        bash: source <(apusc completions bash), in ~/.bashrc.
        zsh:  source <(apusc completions zsh), in ~/.zshrc after compinit.
        fish: apusc completions fish > ~/.config/fish/completions/apusc.fish
        """)
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    guard arguments.operands.count == 1, let shell = ShellCompletions(rawValue: arguments.operands[0]) else {
      throw UsageError("'completions' takes one of \(shells.joined(separator: ", ")).")
    }
    output.result(shell.script(for: Command.all.map(\.syntax)))
    return .success
  }
}
