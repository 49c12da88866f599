import ApusDriver

/// `apus-tool print`: prints operations in the form that is sent.
enum PrintCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "print",
      summary: "Print operations in the form that is sent, with their fragments.",
      operands: "PATH…",
      needsOperand: true,
      options: InputOptions.all + [
        CommandSyntax.Option(
          name: "operation", values: ["NAME"], isRepeatable: true, help: "Only print this operation."),
        CommandSyntax.Option(name: "pretty", help: "Format the text for people."),
      ] + ReportOptions.all)
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    let operations = try SentOperations.collect(arguments, output)
    guard let all = operations.all else { return operations.code }
    let wanted = arguments.values("operation")
    try SentOperations.require(wanted, in: all)
    for operation in all where wanted.isEmpty || wanted.contains(operation.name) {
      output.result((arguments.has("pretty") ? operation.prettyText : operation.text) + "\n")
    }
    return operations.code
  }
}
