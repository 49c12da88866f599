import ApusDriver
import ApusSource

/// The command line tool: finds the command and reports unknown ones.
enum Tool {
  /// Runs one command line.
  ///
  /// - Parameter arguments: the arguments without the program's name.
  static func run(_ arguments: [String], output: Output = .standard) -> ExitCode {
    do throws(UsageError) {
      guard let name = arguments.first else {
        output.failure(help)
        return .wrongUsage
      }
      let rest = try ArgumentsFile.expand(Array(arguments.dropFirst()))
      if let command = Command.named(name) {
        return run(command, rest, output)
      }
      switch name {
      case "--help", "-h", "help":
        if let topic = rest.first, let command = Command.named(topic) {
          output.result(command.syntax.page())
        } else {
          output.result(help)
        }
        return .success
      case "--version":
        output.result("apusc \(Version.current)\n")
        return .success
      default:
        let names = Command.all.map(\.syntax.name)
        let isOption = name.hasPrefix("-") && name != "-"
        throw UsageError(
          isOption
            ? "Unknown option '\(name)'. Write the command first: \(CommandName.program) COMMAND [options]."
            : "Unknown command '\(name)'."
              + (Replacement.advice(for: name, .command) ?? Suggestions.didYouMean(name, among: names)))
      }
    } catch {
      output.failure("apusc: error: \(error.message)\nSee '\(CommandName.program) --help'.\n")
      return .wrongUsage
    }
  }

  private static func run(_ command: Command, _ arguments: [String], _ output: Output) -> ExitCode {
    do throws(UsageError) {
      let parsed = try ParsedArguments(arguments, syntax: command.syntax)
      let isComplete = parsed.has(CommandSyntax.helpAll.name)
      if isComplete || parsed.has(CommandSyntax.help.name) {
        output.result(command.syntax.page(isComplete: isComplete))
        return .success
      }
      return try command.run(parsed, try output.adjusted(by: parsed))
    } catch {
      output.failure(
        "apusc: error: \(error.message)\nSee '\(CommandName.words(command.syntax.name)) --help'.\n")
      return .wrongUsage
    }
  }

  static let summary = "Apus turns GraphQL operations into Swift."

  /// Notes that apply to all commands, one sentence per line.
  static let notes = [
    "A FILE or PATH can be '-' for standard input; after '--' everything is an operand.",
    "Arguments may be in a file, one per line: \(CommandName.program) COMMAND @FILE.",
    "Exit code: 0 for success, 1 for errors in the input, 2 for a wrong command line.",
  ]

  private static var help: String {
    let rows = Command.all.map(\.syntax)
    let width = (rows.map(\.name.count).max() ?? 0) + 2
    var text = """
      \(summary)

      Usage: \(CommandName.program) COMMAND [options]
             \(CommandName.program) --version

      Commands:

      """
    for row in rows {
      text += "  \(row.name)\(String(repeating: " ", count: width - row.name.count))\(row.summary)\n"
    }
    text += """

      '\(CommandName.program) COMMAND --help' explains one command.
      \(notes.joined(separator: "\n"))

      """
    return text
  }
}
