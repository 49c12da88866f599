/// The options of `apusc generate`, which are also what a build leaves behind for editors.
package enum GenerateOptions {
  package static let all =
    InputOptions.all + [
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
          The arguments are noted beside it, in FILE.arguments: a language server reads them.
          """),
    ]

  /// The documents that the command line pairs with outputs.
  package static func pairs(_ arguments: ParsedArguments) throws(UsageError) -> [Document] {
    var names: Set<String> = []
    var documents: [Document] = []
    for pair in arguments.groups("pair") {
      let name = try validName(pair[1], of: "pair")
      guard names.insert(name).inserted else { throw UsageError("--pair: '\(name)' is given twice.") }
      documents.append(Document(path: pair[0], output: name))
    }
    return documents
  }

  /// - Throws: ``UsageError`` where a value cannot be the name of an output.
  package static func validName(_ name: String, of option: String) throws(UsageError) -> String {
    if let name = OutputFolder.validName(name) { return name }
    throw UsageError(
      "--\(option): '\(name)' is no file name. Outputs stand in the folder that --output names.")
  }
}
