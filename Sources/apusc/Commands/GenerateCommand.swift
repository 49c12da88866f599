import ApusCompiler
import ApusDiagnostics

/// `apusc generate`: documents to Swift.
enum GenerateCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "generate",
      summary: "Compile documents to Swift files.",
      operands: "PATH…",
      discussion: """
        A PATH is a document or a folder, which is searched at every depth for files that end in '.graphql'.
        Each document becomes one file in the output folder, named after its path below the folder given:
        Views/Album.graphql becomes Views_Album.graphql.swift. Enums and input objects that the documents
        reach stand in Schema.graphql.swift. Only files whose content changes are written, and when anything
        is wrong none is. Outputs of documents that are gone are deleted: they are told by their first line,
        and no other file is touched. Nothing is printed when all is well.
        With --watch it goes on: it compiles again whenever a document, a schema or a configuration changes, and
        prints a line for each run. Warnings are printed when they are new. Ctrl-C ends it, with exit code 1 if the last run
        had errors.
        """,
      options: InputOptions.all + [
        CommandSyntax.Option(name: "output", values: ["DIR"], help: "The folder to write to."),
        CommandSyntax.Option(
          name: "watch", help: "Compile again whenever a file changes, until Ctrl-C."),
        CommandSyntax.Option(
          name: "pair", values: ["IN", "NAME"], isRepeatable: true,
          help:
            "A document and the name of its output in DIR, instead of a PATH; the plugin's form."),
        CommandSyntax.Option(
          name: "keep", values: ["NAME"], isRepeatable: true,
          help: "An output of another run in DIR, which is not deleted; the plugin's form."),
        CommandSyntax.Option(
          name: "schema-output", values: ["NAME"],
          help: "The name of the output of enums and input objects, instead of Schema.graphql.swift."),
        CommandSyntax.Option(
          name: "record", values: ["FILE"],
          help: """
            Where to note what was read and written. As long as neither differs, the next run
            checks the documents and makes nothing. The plugin has one for each target.
            """),
      ])
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    let schemaName = try arguments.value("schema-output").map { (name) throws(UsageError) in
      try validName(name, of: "schema-output")
    }
    if arguments.has("watch") { return try watch(arguments, schemaName, output) }
    let folder = OutputFolder(try arguments.required("output"), schemaName: schemaName)
    let collected = try InputOptions.collect(arguments, documents: try pairs(arguments))
    if collected.hasErrors { return Report.show(collected.diagnostics, output: output) }
    var diagnostics = collected.diagnostics
    if arguments.has("pair") {
      // Pairs are how a build calls: it watches the schemas that it gives.
      let watched = arguments.values("default-schema") + arguments.values("schema")
      let untracked = collected.inputs.untrackedFiles(watched: watched)
      diagnostics += collected.inputs.configuration.severities.apply(to: untracked)
    }
    let record = arguments.value("record").flatMap { path in
      Executable.identity.map { BuildRecord(path: path, tool: $0) }
    }
    let result = Pipeline.generate(
      collected.inputs, into: folder, keeping: arguments.values("keep"), record: record)
    // The process ends: nobody has to take apart what was made.
    for remains in result.remains { _ = Unmanaged.passRetained(Remains(value: remains)) }
    return Report.show(diagnostics + result.diagnostics, output: output)
  }

  private static func watch(_ arguments: ParsedArguments, _ schemaName: String?, _ output: Output)
    throws(UsageError) -> ExitCode
  {
    for option in ["pair", "record"] where arguments.has(option) {
      throw UsageError("--\(option) is a build's, and a build does not watch. Give --watch a PATH to search.")
    }
    if arguments.operands.isEmpty { throw UsageError("--watch needs a PATH to search.") }
    let folder = try arguments.required("output")
    // Whether arguments go together is known after the first time; files are looked at each time.
    let first = try InputOptions.collect(arguments)
    var loop = WatchLoop(
      into: folder, schemaName: schemaName, keeping: arguments.values("keep"), output: output
    ) { (try? InputOptions.collect(arguments)) ?? first }
    return loop.run()
  }

  private final class Remains {
    let value: Any

    init(value: Any) { self.value = value }
  }

  private static func pairs(_ arguments: ParsedArguments) throws(UsageError) -> [Document] {
    var names: Set<String> = []
    var documents: [Document] = []
    for pair in arguments.groups("pair") {
      let name = try validName(pair[1], of: "pair")
      guard names.insert(name).inserted else { throw UsageError("--pair: '\(name)' is given twice.") }
      documents.append(Document(path: pair[0], output: name))
    }
    return documents
  }

  private static func validName(_ name: String, of option: String) throws(UsageError) -> String {
    if let name = OutputFolder.validName(name) { return name }
    throw UsageError(
      "--\(option): '\(name)' is no file name. Outputs stand in the folder that --output names.")
  }
}
