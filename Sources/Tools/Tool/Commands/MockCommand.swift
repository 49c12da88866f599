import ApusDriver
import ApusSource

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `apus-tool mock`: generates responses as files, or runs a mock server.
///
/// The work is done by a separate program, `apus-mock`, in the same folder. Builds do not need it, so they do not
/// compile it.
enum MockCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "mock",
      summary: "Generate responses to operations: as files for tests, or with a mock server.",
      operands: "PATH…",
      discussion: """
        With --output, writes a file for each operation of the documents, in the format of GraphQLRecordedResponses in
        ApusTesting: 'Album.json', or 'ReviewAdded.jsonl' with one event per line. Existing files are not changed. With
        --serve, a server on the loopback interface responds to every valid operation of the schema, and to subscriptions
        with event streams. Responses are valid, and the same for the same seed.
        """,
      options: [
        CommandSyntax.Option(
          name: "output", values: ["DIR"], help: "Write the responses to the operations of PATH… into DIR."),
        CommandSyntax.Option(
          name: "serve", values: ["PORT"],
          help: "Serve on http://127.0.0.1:PORT until Ctrl-C; 0 for a free port."),
        CommandSyntax.Option(
          name: "operation", values: ["NAME"], isRepeatable: true,
          help: "With --output, only write the response to this operation."),
        CommandSyntax.Option(name: "replace", help: "With --output, overwrite existing files."),
        CommandSyntax.Option(
          name: "examples", values: ["FILE"],
          help: "JSON with examples for scalars, field values by coordinate, and operation variables."
        ),
        CommandSyntax.Option(
          name: "seed", values: ["NUMBER"], help: "A different seed gives different values; 0 by default."),
        CommandSyntax.Option(
          name: "list-length", values: ["NUMBER"],
          help: "Elements of a list, 2 by default; more if selections distinguish more types."),
        CommandSyntax.Option(
          name: "events", values: ["NUMBER"], help: "Events of a subscription, 3 by default."),
        CommandSyntax.Option(
          name: "every-shape",
          help: """
            With --serve, respond to an operation with one shape after another: null, a failed field, an empty list, each type,
            each enum value and an unknown one. The extension "shape" names it.
            """),
        CommandSyntax.Option(
          name: "pause", values: ["MILLISECONDS"],
          help: "Time between two events of the server, 500 by default."),
      ] + InputOptions.all + ReportOptions.all)
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    if !arguments.has("output"), !arguments.has("serve") {
      throw UsageError("Specify where the responses go: --output DIR, or --serve PORT.")
    }
    if arguments.has("every-shape"), !arguments.has("serve") {
      throw UsageError("--every-shape needs --serve: each request gets another shape.")
    }
    if arguments.has("output"), arguments.operands.isEmpty {
      throw UsageError("--output needs a PATH with operations.")
    }
    if arguments.operands.isEmpty, !arguments.has("schema"), !arguments.has("config"),
      !arguments.has("editor-config")
    {
      throw UsageError("Specify a schema: --schema FILE, or a PATH that contains one.")
    }
    if arguments.values("schema").contains(FileSystem.standardInput) {
      throw UsageError(
        "'mock' needs the schema as a file, because a separate program generates the responses.")
    }
    var members: [(name: String, value: JSONOutput)] = []
    for (option, name, range) in [
      ("serve", "port", 0...65535), ("seed", "seed", -1_000_000_000...1_000_000_000),
      ("list-length", "listLength", 0...1000), ("events", "events", 1...1000),
      ("pause", "pause", 0...3_600_000),
    ] {
      if let number = try arguments.number(option, in: range) { members.append((name, .number(number))) }
    }
    let collected = try InputOptions.collect(arguments)
    let isAlone = arguments.operands.isEmpty || collected.inputs.documents.isEmpty
    let (operations, code) =
      isAlone
      ? schemaAlone(collected, output)
      : try SentOperations.collect(arguments, output, needsSome: false)
    guard let operations else { return code }
    let wanted = arguments.values("operation")
    try SentOperations.require(wanted, in: operations)
    // The plugin runs the command for each target, and a target may have only fragments. A server needs no operations.
    if operations.isEmpty, arguments.has("output") {
      let message =
        "The documents have no operation, so no response is written. Pass a folder that contains operations."
      _ = Report.show([Diagnostic(.warning, .noDocuments, message)], output: output)
    }
    let rows = operations.filter { wanted.isEmpty || wanted.contains($0.name) }.map {
      operation -> JSONOutput in
      ["name": .string(operation.name), "text": .string(operation.text)]
    }
    members.append(("operations", .array(rows)))
    members.append(("schemas", .array(collected.inputs.schemas.map { .string($0) })))
    if let folder = arguments.value("output") { members.append(("output", .string(folder))) }
    members.append(("everyShape", .boolean(arguments.has("every-shape"))))
    members.append(("replaces", .boolean(arguments.has("replace"))))
    if let file = arguments.value("examples") { members.append(("examples", .string(file))) }
    return start(JSONOutput.object(members).line, output)
  }

  /// The operations of a server without documents: none. The schema is still checked.
  private static func schemaAlone(_ collected: InputOptions.Collected, _ output: Output) -> (
    [SentOperation]?, ExitCode
  ) {
    // A server only needs a schema, so a folder without documents is fine.
    var diagnostics = collected.diagnostics.filter { $0.code != .noDocuments }
    if !diagnostics.contains(where: { $0.severity == .error }) {
      var inputs = collected.inputs
      inputs.documents = []
      // Published schemas often have errors. As with documents, only the elements at fault are unusable.
      inputs.configuration.severities.ofUnusedSchema = .warning
      diagnostics += Pipeline.check(inputs).diagnostics
    }
    let code = Report.show(diagnostics, output: output)
    return (code == .success ? [] : nil, code)
  }

  /// Replaces this process with `apus-mock`, which reads a task from standard input.
  private static func start(_ task: String, _ output: Output) -> ExitCode {
    guard let program = Executable.program("apus-mock") else {
      output.failure(
        "error: The program 'apus-mock' is not in the same folder as apus-tool. Build it: swift build --product apus-mock.\n"
      )
      return .wrongUsage
    }
    // Use an unnamed file, because many operations do not fit into a pipe's buffer.
    guard let file = tmpfile() else {
      output.failure("error: A temporary file cannot be created: \(String(cString: strerror(errno))).\n")
      return .invalidInput
    }
    let code = StandardStreams.write(task, to: fileno(file))
    if code != 0 {
      output.failure("error: The temporary file cannot be written: \(String(cString: strerror(code))).\n")
      return .invalidInput
    }
    lseek(fileno(file), 0, SEEK_SET)
    dup2(fileno(file), STDIN_FILENO)
    var texts = [strdup(program), nil]
    defer { for text in texts { free(text) } }
    execv(program, &texts)
    output.failure("error: '\(program)' cannot be started: \(String(cString: strerror(errno))).\n")
    return .invalidInput
  }
}
