import ApusDriver

/// `apus-tool manifest`: lists operations for a server that accepts only registered ones.
enum ManifestCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "manifest",
      summary: "List operations with their identifiers, for servers with persisted operations.",
      operands: "PATH…",
      needsOperand: true,
      discussion: "The identifier is the SHA-256 of the text that is sent, as in the generated code.",
      options: InputOptions.all + [
        CommandSyntax.Option(
          name: "format", values: ["apollo|relay|plain|hasura"],
          help: """
            Apollo's manifest (the default), Relay's texts by identifier, both by name (plain), or
            Hasura's query collections, which have no identifiers.
            """)
      ] + ReportOptions.all)
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    let name = arguments.value("format") ?? OperationManifest.apollo.rawValue
    let format = OperationManifest(rawValue: name) ?? .apollo
    let operations = try SentOperations.collect(arguments, output)
    if let all = operations.all {
      if format.needsUniqueNames, let name = OperationManifest.sharedName(all) {
        throw UsageError(
          "Two targets have an operation \"\(name)\", and --format \(format.rawValue) lists operations by name. Use apollo or relay."
        )
      }
      output.result(format.text(all))
    }
    return operations.code
  }
}
