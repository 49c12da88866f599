import ApusCompiler
import ApusDiagnostics

/// `apusc init`: a configuration and a first document.
enum InitCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "init",
      summary: "Write a configuration and a first document, made for a schema.",
      operands: "DIR",
      needsOperand: true,
      discussion: """
        DIR is the target's folder. It gets 'apus.json', which names every custom scalar of the schema, and
        'First.graphql'. A folder that has documents, and files that are there, are left alone.
        """,
      options: [
        CommandSyntax.Option(
          name: "schema", values: ["FILE"], help: "The schema; by default the one in DIR.")
      ])
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    guard arguments.operands.count == 1 else { throw UsageError("'init' takes one folder.") }
    let folder = arguments.operands[0]
    var path: String?
    var schemas = [String]()
    if let file = arguments.value("schema") {
      schemas = [file]
      // In the folder itself the plugin finds the schema.
      if Path.relative(file, to: folder) == nil { path = Path.relativeFrom(folder, to: file) }
    } else {
      let names = (try? FileSystem.names(in: folder)) ?? []
      schemas = names.filter(Starter.isSchema).map { Path.join(folder, $0) }
    }
    if let document = DocumentSearch.run([folder], schemas: schemas).documents.first {
      output.result("\(folder) has documents already, \(document.path) for one: nothing is written.\n")
      return .success
    }
    let checked = Pipeline.check(Inputs(schemas: schemas, documents: []))
    guard let schema = checked.index?.schema else { return Report.show(checked.diagnostics, output: output) }
    let starter = Starter(schema, path: path)
    for (name, text) in [
      (ConfigurationFile.name, starter.configuration), ("First.graphql", starter.document),
    ] {
      guard let text else { continue }
      let target = Path.join(folder, name)
      if FileSystem.kind(of: target) != nil {
        output.result("\(target) is there already and stays as it is.\n")
        continue
      }
      do throws(FileError) {
        try FileSystem.write(text, to: target)
        output.result("\(target) is written.\n")
      } catch {
        output.failure("error: '\(error.path)' cannot be written: \(error.reason).\n")
        return .invalidInput
      }
    }
    return .success
  }
}
