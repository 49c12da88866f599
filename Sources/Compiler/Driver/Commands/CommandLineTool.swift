import ApusSource

/// A program whose first argument is the name of a command: finds the command and reports unknown ones.
package struct CommandLineTool {
  /// The name of the program.
  package let name: String
  /// The commands, in the order of the help page.
  package let commands: [Command]
  /// The names of the commands that `apus-tool` has and this program lacks.
  private let others: [String]

  package init(name: String, commands: [Command], others: [String] = []) {
    self.name = name
    self.commands = commands
    self.others = others
  }

  /// The compiler: what a build runs. Every build that uses the plugin compiles it, so it has no other commands.
  package static var compiler: CommandLineTool {
    CommandLineTool(name: "apusc", commands: Command.ofBuilds, others: CommandTable.others)
  }

  /// The command of that name.
  package func command(_ name: String) -> Command? { commands.first { $0.syntax.name == name } }

  /// Runs one command line.
  ///
  /// - Parameter arguments: the arguments without the program's name.
  package func run(_ arguments: [String], output: Output = .standard) -> ExitCode {
    do throws(UsageError) {
      guard let first = arguments.first else {
        output.failure(help)
        return .wrongUsage
      }
      let rest = try ArgumentsFile.expand(Array(arguments.dropFirst()))
      if let command = command(first) {
        return run(command, rest, output)
      }
      switch first {
      case "--help", "-h", "help":
        guard let topic = rest.first else {
          output.result(help)
          return .success
        }
        guard let command = command(topic) else { throw unknown(topic) }
        output.result(command.syntax.page(calledAs: calledAs))
        return .success
      case "--version":
        output.result("\(name) \(Version.current)\n")
        return .success
      default:
        if first.hasPrefix("-"), first != "-" {
          throw UsageError(
            "Unknown option '\(first)'. Write the command first: \(calledAs.program) COMMAND [options].")
        }
        throw unknown(first)
      }
    } catch {
      output.failure("\(name): error: \(error.message)\nSee '\(calledAs.program) --help'.\n")
      return .wrongUsage
    }
  }

  private func run(_ command: Command, _ arguments: [String], _ output: Output) -> ExitCode {
    do throws(UsageError) {
      let parsed = try ParsedArguments(arguments, syntax: command.syntax)
      let isComplete = parsed.has(CommandSyntax.helpAll.name)
      if isComplete || parsed.has(CommandSyntax.help.name) {
        output.result(command.syntax.page(calledAs: calledAs, isComplete: isComplete))
        return .success
      }
      return try command.run(parsed, try output.adjusted(by: parsed))
    } catch {
      output.failure(
        "\(name): error: \(error.message)\nSee '\(calledAs.words(command.syntax.name)) --help'.\n")
      return .wrongUsage
    }
  }

  private var calledAs: CommandName { CommandName(of: name) }

  private func unknown(_ command: String) -> UsageError {
    UsageError("Unknown command '\(command)'.\(advice(on: command))")
  }

  /// The replacement of an unknown command, with a leading space; empty if nothing is known.
  private func advice(on command: String) -> String {
    if let advice = Replacement.advice(for: command, .command) { return advice }
    if others.contains(command) {
      return " Builds do not need it, so it is not a command of \(name). "
        + "Run '\(CommandName.inPackage(command))' or 'apus-tool \(command)'."
    }
    return Suggestions.didYouMean(command, among: commands.map(\.syntax.name) + others)
  }

  private var help: String {
    let rows = commands.map(\.syntax)
    let width = (rows.map(\.name.count).max() ?? 0) + 2
    let program = calledAs.program
    var text = """
      Apus turns GraphQL operations into Swift.

      Usage: \(program) COMMAND [options]
             \(program) --version

      Commands:

      """
    for row in rows {
      text += "  \(row.name)\(String(repeating: " ", count: width - row.name.count))\(row.summary)\n"
    }
    if !others.isEmpty {
      text += "\nBuilds need no others. For these, see 'swift package apus --help' or 'apus-tool --help'.\n"
    }
    text += """

      '\(program) COMMAND --help' explains one command.
      A FILE or PATH can be '-' for standard input; after '--' everything is an operand.
      Arguments may be in a file, one per line: \(program) COMMAND @FILE.
      Exit code: 0 for success, 1 for errors in the input, 2 for a wrong command line.

      """
    return text
  }
}
