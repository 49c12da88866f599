import ApusDriver

/// A command of `apusc`.
struct Command {
  var syntax: CommandSyntax
  /// Runs the command. Throws ``UsageError`` if the arguments do not fit together.
  var run: (_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode

  /// All commands, in the order of the help page.
  static var all: [Command] {
    [
      GenerateCommand.command, CheckCommand.command, FormatCommand.command, PrintCommand.command,
      ManifestCommand.command, ReportCommand.command, DiffCommand.command, FetchSchemaCommand.command,
      InitCommand.command, MockCommand.command, ExplainCommand.command, ConfigurationCommand.command,
    ]
  }

  /// The command of that name.
  static func named(_ name: String) -> Command? { all.first { $0.syntax.name == name } }
}
