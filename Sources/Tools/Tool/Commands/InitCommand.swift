import ApusDriver
import ApusSource

/// `apus-tool init`: creates a configuration and a first document.
enum InitCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "init",
      summary: "Create a configuration and a first document for a schema.",
      operands: "DIR",
      needsOperand: true,
      discussion: """
        DIR is the target's folder. The command creates 'apus.json', which lists every custom scalar of the schema,
        and 'First.graphql'. Existing files, and folders with documents, are not changed.
        With --editor, it also creates '.graphqlrc.json' at the root of the package, or in DIR without a package,
        in which GraphQL plugins of editors look up the schema and the documents.
        """,
      options: [
        CommandSyntax.Option(
          name: "schema", values: ["FILE"], help: "The schema; by default the one in DIR."),
        CommandSyntax.Option(name: "editor", help: "Also write '.graphqlrc.json' for editors."),
      ] + ReportOptions.all)
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    guard arguments.operands.count == 1 else { throw UsageError("'init' takes one folder.") }
    let folder = arguments.operands[0]
    var path: String?
    var schemas = [String]()
    if let file = arguments.value("schema") {
      if file == FileSystem.standardInput {
        throw UsageError("Save the schema to a file first: apus.json refers to it.")
      }
      schemas = [file]
      // The plugin finds a schema in the folder itself.
      if Path.relative(file, to: folder) == nil { path = Path.relativeFrom(folder, to: file) }
    } else {
      let names = (try? FileSystem.names(in: folder)) ?? []
      schemas = names.filter(DocumentSearch.isSchema).map { Path.join(folder, $0) }
    }
    if arguments.has("editor") {
      let code = writeEditorConfiguration(folder, schemas, output)
      if code != .success { return code }
    }
    if let document = DocumentSearch.run([folder], schemas: schemas).documents.first {
      output.result("\(folder) has documents already, \(document.path) for example: nothing was written.\n")
      return .success
    }
    let checked = Pipeline.check(Inputs(schemas: schemas, documents: []))
    guard let schema = checked.index?.schema else { return Report.show(checked.diagnostics, output: output) }
    let starter = Starter(schema, path: path)
    for (name, text) in [
      (ConfigurationFile.name, starter.configuration), ("First.graphql", starter.document),
    ] {
      guard let text else { continue }
      let code = write(text, to: Path.join(folder, name), output)
      if code != .success { return code }
    }
    return .success
  }

  private static func writeEditorConfiguration(_ folder: String, _ schemas: [String], _ output: Output)
    -> ExitCode
  {
    var schemas = schemas
    if schemas.isEmpty {
      schemas =
        ConfigurationFile.find(in: [folder]).map { ConfigurationFile.read($0).configuration.schemas } ?? []
    }
    let root = EditorConfiguration.root(around: folder)
    if schemas.isEmpty, root != folder {
      schemas = ((try? FileSystem.names(in: root)) ?? []).filter(DocumentSearch.isSchema).map {
        Path.join(root, $0)
      }
    }
    guard !schemas.isEmpty else {
      output.failure(
        "error: There is no schema in '\(folder)'. Put the server's schema there, or specify it: --schema FILE.\n"
      )
      return .invalidInput
    }
    let text = EditorConfiguration.text(root: root, schemas: schemas, folder: folder)
    let path = Path.join(root, EditorConfiguration.name)
    if FileSystem.kind(of: path) == nil { return write(text, to: path, output) }
    output.result("\(path) already exists and was not changed. For this target it would be:\n\(text)")
    return .success
  }

  /// Writes a file unless it exists.
  private static func write(_ text: String, to path: String, _ output: Output) -> ExitCode {
    if FileSystem.kind(of: path) != nil {
      output.result("\(path) already exists and was not changed.\n")
      return .success
    }
    do throws(FileError) {
      try FileSystem.write(text, to: path)
      output.result("\(path) is written.\n")
      return .success
    } catch {
      output.failure("error: '\(error.path)' cannot be written: \(error.reason).\n")
      return .invalidInput
    }
  }
}
