/// A command of `apusc` or `apus-tool`.
package struct Command {
  package var syntax: CommandSyntax
  /// Runs the command. Throws ``UsageError`` if the arguments do not fit together.
  package var run: (_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode

  package init(
    syntax: CommandSyntax,
    run: @escaping (_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode
  ) {
    self.syntax = syntax
    self.run = run
  }

  /// The command that a build runs, and the check that writes nothing.
  package static var ofBuilds: [Command] { [GenerateCommand.command, CheckCommand.command] }
}
