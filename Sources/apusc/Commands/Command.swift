import ApusCompiler

/// One word of `apusc`.
struct Command {
  var syntax: CommandSyntax
  /// Runs the command; a ``UsageError`` says that the arguments do not go together.
  var run: (_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode

  /// In the order in which help lists them.
  static var all: [Command] {
    [
      GenerateCommand.command, CheckCommand.command, FormatCommand.command, PrintCommand.command,
      ManifestCommand.command, ReportCommand.command, DiffCommand.command, FetchSchemaCommand.command,
      InitCommand.command, MockCommand.command, ExplainCommand.command, ConfigurationCommand.command,
      CompletionsCommand.command, ManualCommand.command,
    ]
  }

  /// The command of that name.
  static func named(_ name: String) -> Command? { all.first { $0.syntax.name == name } }
}
