import ApusCompiler

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `apusc migrate apollo`: what a project on Apollo iOS needs, and most of it done.
///
/// The work is done by a program of its own, `apus-migrate`, which stands beside this one: no build needs it, so no build
/// compiles it.
enum MigrateCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static let file = "apollo-codegen-config.json"

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "migrate",
      summary: "Move a project from Apollo iOS: report what there is to do, and do most of it.",
      operands: "apollo [FILE]",
      needsOperand: true,
      operandChoices: ["apollo"],
      discussion: """
        FILE is by default the '\(file)' in the current folder. The report begins with a verdict for each
        target. Nothing is written without --write; no file that is there is ever overwritten, but for sources
        that --sources names together with --write.
        """,
      options: [
        CommandSyntax.Option(
          name: "sources", values: ["FOLDER"], isRepeatable: true,
          help: "A folder with the app's Swift: list each place that uses Apollo, and what it becomes."),
        CommandSyntax.Option(
          name: "cache",
          help: "Give the app a normalized cache even if nothing that it uses of Apollo needs one."),
        CommandSyntax.Option(
          name: "write", help: "Write apus.json; with --sources also make the edits that are certain."),
      ])
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    guard arguments.operands.first == "apollo", arguments.operands.count <= 2 else {
      throw UsageError("Write 'apusc migrate apollo [FILE]': Apollo iOS is what can be moved from.")
    }
    let path = arguments.operands.count > 1 ? arguments.operands[1] : file
    for given in [path] + arguments.values("sources") where FileSystem.kind(of: given) == nil {
      throw UsageError("Nothing is at '\(given)'. Correct the path.")
    }
    guard let program = Executable.program("apus-migrate") else {
      output.failure(
        "error: The program 'apus-migrate' is not beside apusc. Build it: swift build --product apus-migrate.\n"
      )
      return .wrongUsage
    }
    let flags = ["write", "cache"].filter(arguments.has).map { "--" + $0 }
    let words = [program] + flags + [path] + arguments.values("sources")
    var texts = words.map { strdup($0) } + [nil]
    defer { for text in texts { free(text) } }
    execv(program, &texts)
    output.failure("error: '\(program)' cannot be started: \(String(cString: strerror(errno))).\n")
    return .invalidInput
  }
}
