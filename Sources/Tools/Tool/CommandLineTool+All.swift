import ApusDriver

extension CommandLineTool {
  /// All commands, as `swift package apus` has them. No build compiles those that the compiler lacks.
  package static var tool: CommandLineTool {
    CommandLineTool(
      name: "apus-tool",
      commands: Command.ofBuilds + [
        FormatCommand.command, PrintCommand.command, ManifestCommand.command, ReportCommand.command,
        DiffCommand.command, ReleaseCommand.command, FetchSchemaCommand.command, InitCommand.command,
        MockCommand.command, InspectCommand.command,
        ExplainCommand.command, ConfigurationCommand.command,
      ])
  }
}
