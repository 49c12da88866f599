import ApusDiagnostics

/// The codes for problems with the files themselves.
extension DiagnosticCode {
  /// All codes of this stage, for the catalog.
  package static let inputCodes: [DiagnosticCode] = [
    .missingSchema, .misnamedSchema, .twoSchemas, .unreadableFile, .unwritableFile, .emptyFile, .noDocuments,
    .sameOutput,
    .givenTwice, .untrackedSchema, .untrackedManifest, .unsearchedFolder,
  ]

  package static let unsearchedFolder = DiagnosticCode(
    "unsearched-folder",
    title: "A folder that the language server does not search",
    explanation: """
      Where nothing says which folder holds the GraphQL, an editor's whole folder is searched, up to 5,000 folders. What is in
      the others is not known to the editor. A build has no such limit.
      """,
    example: "A home folder, opened in an editor.",
    fix: "Put an apus.json into the folder that holds the GraphQL, or open that one.",
    isWarning: true)

  package static let missingSchema = DiagnosticCode(
    "missing-schema",
    title: "Documents without a schema",
    explanation: """
      Every type in the generated code comes from the schema, so nothing can be compiled without one. The plugin takes
      the first that it finds: `*.graphqls`, `schema.graphql` or `schema.json` in the target, in a target that it
      depends on, at the package root.
      """,
    example: "apusc check Sources/App",
    fix: """
      Put the server's schema beside the documents as `schema.graphqls`, or name it: `--schema FILE`, or "schema" in
      apus.json.
      """)

  package static let misnamedSchema = DiagnosticCode(
    "misnamed-schema",
    title: "A schema whose name does not say what it holds",
    explanation: """
      A schema whose name ends in `.json` is read as the result of an introspection query, every other one as SDL. The file
      holds the other of the two.
      """,
    example: "schema.graphqls: { \"data\": { \"__schema\": … } }",
    fix: "Rename the file: SDL to `schema.graphqls`, JSON to `schema.json`.")

  package static let twoSchemas = DiagnosticCode(
    "two-schemas",
    title: "Two complete schemas for one set of documents",
    explanation: """
      A schema may be split over several files, but two of the files found define a query root of their own: they are
      two schemas, and documents are compiled against one.
      """,
    example: "Sources/App/schema.graphqls and Sources/App/schema.json",
    fix: """
      Remove one, or choose one: `--schema FILE`, or "schema" in apus.json. Put two schemas into two
      targets, or into two folders of one target that each have an apus.json.
      """)

  package static let unreadableFile = DiagnosticCode(
    "unreadable-file",
    title: "A file or folder that cannot be read",
    explanation: "The operating system refused the file; the message gives its reason.",
    example: "apusc check --schema missing.graphqls Sources/App",
    fix: "Correct the path, or the file's permissions.")

  package static let unwritableFile = DiagnosticCode(
    "unwritable-file",
    title: "An output that cannot be written",
    explanation: """
      The operating system refused the file or its folder; the message gives its reason. All files are as the last good run
      left them.
      """,
    example: "apusc generate --schema schema.graphqls --output /usr/generated Sources/App",
    fix: "Choose a folder that may be written to, or make room on the disk.", isWarning: true)

  package static let emptyFile = DiagnosticCode(
    "empty-file",
    title: "A file without any definition",
    explanation: """
      The file is empty or has only comments. The specification requires at least one definition, and an empty file is
      usually a mistake.
      """,
    example: "# query Album { … }",
    fix: "Write an operation or a fragment in it (a type, in a schema), or remove the file.")

  package static let noDocuments = DiagnosticCode(
    "no-documents",
    title: "No documents found",
    explanation:
      "Folders are searched at every depth for files whose names end in `.graphql`, and there was none.",
    example: "apusc check --schema schema.graphqls Sources/Empty",
    fix: "Give the folder that has the operations, or give the files by name.")

  package static let sameOutput = DiagnosticCode(
    "same-output",
    title: "Two documents with the same output",
    explanation: """
      An output is named after its document's path below the given folder, or after the file name if the document was
      given
      by itself. Here two documents would write the same file.
      """,
    example: "apusc generate --schema s.graphqls --output Generated A/Album.graphql B/Album.graphql",
    fix: "Give the folder that holds both instead of the files.")

  package static let givenTwice = DiagnosticCode(
    "given-twice",
    title: "A file that is given twice",
    explanation:
      "The same path reaches the compiler twice; read twice, its definitions would conflict with themselves.",
    example: "apusc check --schema schema.graphqls Sources/App Sources/App/Album.graphql",
    fix: "Leave one of the two out. The file is read once.", isWarning: true)

  package static let untrackedSchema = DiagnosticCode(
    "untracked-schema",
    title: "A schema that the build does not watch",
    explanation: """
      A build plans by file names before it reads anything, so it watches the schemas that the plugin finds: in the
      target, in targets that it depends on, at the package root. A configuration may name another file; a change of that
      one takes effect only when something else makes the tool run.
      """,
    example: "{ \"schema\": \"../../Server/api.graphqls\" }",
    fix:
      "Move the schema, or a link to it, to a place that is watched: the target's folder or the package root.",
    isWarning: true)

  package static let untrackedManifest = DiagnosticCode(
    "untracked-manifest",
    title: "A manifest that the build does not watch",
    explanation: """
      "operationIdentifiers" in apus.json names a manifest of registered operations. A build plans by file names before it
      reads anything, so it watches the manifest only under the name `apus.operations.json`; a change of any other file
      takes effect when something else makes the tool run.
      """,
    example: "{ \"operationIdentifiers\": \"registered.json\" }",
    fix: "Call the file `apus.operations.json`, in the target's folder or at the package root.",
    isWarning: true)
}
