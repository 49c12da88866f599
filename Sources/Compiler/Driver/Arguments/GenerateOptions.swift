/// The options of `apusc generate`, which a build also records for editors.
package enum GenerateOptions {
  private static let all =
    InputOptions.all + [
      CommandSyntax.Option(name: "output", values: ["DIR"], help: "The folder to write to."),
      CommandSyntax.Option(
        name: "pair", values: ["IN", "NAME"], isRepeatable: true, isForPlugin: true,
        help: "A document and the name of its output in DIR, instead of a PATH."),
      CommandSyntax.Option(
        name: "keep", values: ["NAME"], isRepeatable: true, isForPlugin: true,
        help: "An output of another run in DIR, which is not deleted."),
      CommandSyntax.Option(
        name: "root-note", values: ["NAME"], isForPlugin: true,
        help: """
          Only write to NAME, as a Swift comment, which configurations and schemas each PATH, the root
          of a package, contains. This is how a build notices that they changed.
          """),
      CommandSyntax.Option(
        name: "part", values: ["FOLDER"], isForPlugin: true,
        help: """
          The part of the target that is compiled, by its folder: outputs that do not belong to a
          document are named after it.
          """),
      CommandSyntax.Option(
        name: "record", values: ["FILE"],
        help: """
          Where to record what was read and written. As long as neither changes, the next run checks
          the documents and generates nothing. The plugin uses one for each target. The arguments
          are recorded next to it in FILE.arguments, for language servers.
          """),
    ] + ReportOptions.all

  /// The syntax of `apusc generate`.
  package static var syntax: CommandSyntax {
    CommandSyntax(
      name: "generate",
      summary: "Compile documents to Swift files.",
      operands: "PATH…",
      discussion: """
        A PATH is a document or a folder, which is searched recursively for files that end in '.graphql', and for Swift
        files with literals of the type GraphQLSource. Each of them becomes one file in the output folder, named after its
        path below the given folder: Views/Album.graphql becomes Views_Album.graphql.swift, and Views/Album.swift becomes
        Views_Album.swift.graphql.swift. Enums and input objects that the documents use go into Schema.graphql.swift. Only
        files whose content changes are written, and none if there are errors. Outputs of deleted documents, which are
        recognized by their first line, are removed; no other file is touched. Nothing is printed on success.
        """,
      options: all)
  }

  /// The documents that the command line pairs with outputs.
  package static func pairs(_ arguments: ParsedArguments) throws(UsageError) -> [Document] {
    var names: Set<String> = []
    var documents: [Document] = []
    for pair in arguments.groups("pair") {
      let name = try validName(pair[1], of: "pair")
      guard names.insert(name).inserted else {
        throw UsageError("--pair: '\(name)' is given twice.")
      }
      documents.append(Document(path: pair[0], output: name))
    }
    return documents
  }

  /// - Throws: ``UsageError`` if the value is not a valid output name.
  package static func validName(_ name: String, of option: String) throws(UsageError) -> String {
    if let name = OutputFolder.validName(name) { return name }
    throw UsageError(
      "--\(option): '\(name)' is not a file name. Outputs are written to the folder given by --output.")
  }
}
