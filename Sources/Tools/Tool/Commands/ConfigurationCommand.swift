import ApusDriver

/// `apus-tool configuration`: prints the reference of `apus.json`.
enum ConfigurationCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "configuration",
      summary: "List the keys of apus.json with their defaults.",
      options: [
        CommandSyntax.Option(
          name: "json-schema", help: "Print a JSON Schema with which editors check and complete the file.")
      ])
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    let asSchema = arguments.has("json-schema")
    output.result(asSchema ? ConfigurationReference.jsonSchema : ConfigurationReference.markdown)
    return .success
  }
}
