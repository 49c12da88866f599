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
        is wrong none is. Nothing is printed when all is well.
        """,
      options: InputOptions.all + [
        CommandSyntax.Option(name: "output", values: ["DIR"], help: "The folder to write to."),
        CommandSyntax.Option(
          name: "pair", values: ["IN", "NAME"], isRepeatable: true,
          help:
            "A document and the name of its output in DIR, instead of a PATH; the plugin's form."),
      ])
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError)
    -> ExitCode
  {
    let folder = OutputFolder(try arguments.required("output"))
    let pairs = try arguments.groups("pair").map { (group) throws(UsageError) -> Document in
      guard let name = OutputFolder.validName(group[1]) else {
        throw UsageError(
          "--pair: '\(group[1])' is no file name. Outputs stand in the folder that --output names.")
      }
      return Document(path: group[0], output: name)
    }
    let collected = try InputOptions.collect(arguments, pairs: pairs)
    if collected.hasErrors { return Report.show(collected.diagnostics, output: output) }
    let result = Pipeline.generate(collected.inputs, into: folder)
    return Report.show(collected.diagnostics + result.diagnostics, output: output)
  }
}
