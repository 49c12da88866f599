import ApusSource

/// The codes for problems with the files themselves.
extension DiagnosticCode {
  /// All codes of this stage, for the catalog.
  package static let inputCodes: [DiagnosticCode] = [
    .missingSchema, .misnamedSchema, .twoSchemas, .unreadableFile, .unwritableFile, .emptyFile, .noDocuments,
    .sameOutput, .mistakenName,
    .givenTwice, .untrackedSchema, .untrackedManifest, .unsearchedFolder, .invalidManifest,
  ]

  package static let unsearchedFolder = DiagnosticCode(
    "unsearched-folder",
    title: "A folder that the language server does not search",
    explanation: """
      If nothing specifies which folder contains the GraphQL files, an editor's whole folder is searched, up to 5,000
      folders. The editor does not know about files in the others. A build has no such limit.
      """,
    example: "A home folder, opened in an editor.",
    fix: "Put an apus.json into the folder that holds the GraphQL, or open that one.",
    isWarning: true)

  package static let missingSchema = DiagnosticCode(
    "missing-schema",
    title: "Documents without a schema",
    explanation: """
      Every type in the generated code comes from the schema, so nothing can be compiled without one. The plugin uses
      the first one it finds: `*.graphqls`, `schema.graphql` or `schema.json` in the target, in a target that it
      depends on, or at the package root.
      """,
    example: "apusc check Sources/App",
    fix: """
      Put the server's schema next to the documents as `schema.graphqls`, or specify it: `--schema FILE`, or
      "schema" in apus.json.
      """)

  package static let misnamedSchema = DiagnosticCode(
    "misnamed-schema",
    title: "A schema whose name does not match its contents",
    explanation: """
      A schema whose name ends in `.json` is read as an introspection result, any other one as SDL. This file contains
      the other format.
      """,
    example: "schema.graphqls: { \"data\": { \"__schema\": … } }",
    fix: "Rename the file: SDL to `schema.graphqls`, JSON to `schema.json`.")

  package static let twoSchemas = DiagnosticCode(
    "two-schemas",
    title: "Two complete schemas for the same documents",
    explanation: """
      A schema may be split into several files, but two of the files found each define a query root. They are two
      schemas, and documents are compiled against one.
      """,
    example: "Sources/App/schema.graphqls and Sources/App/schema.json",
    fix: """
      Remove one, or choose one: `--schema FILE`, or "schema" in apus.json. Put two schemas into two
      targets, or into two folders of one target that each have an apus.json.
      """)

  package static let unreadableFile = DiagnosticCode(
    "unreadable-file",
    title: "A file or folder that cannot be read",
    explanation: "The operating system rejected the file; the message gives the reason.",
    example: "apusc check --schema missing.graphqls Sources/App",
    fix: "Correct the path, or the file's permissions.")

  package static let unwritableFile = DiagnosticCode(
    "unwritable-file",
    title: "An output that cannot be written",
    explanation: """
      The operating system rejected the file or its folder; the message gives the reason. All files are as the last good
      run left them.
      """,
    example: "apusc generate --schema schema.graphqls --output /usr/generated Sources/App",
    fix: "Choose a writable folder, or free space on the disk.", isWarning: true)

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
      "Folders are searched recursively for files whose names end in `.graphql`, and there are none, or the patterns in `.graphqlrc.json` leave out all of them.",
    example: "apusc check --schema schema.graphqls Sources/Empty",
    fix: "Pass the folder that contains the operations, or the files by name.")

  package static let sameOutput = DiagnosticCode(
    "same-output",
    title: "Two documents with the same output",
    explanation: """
      An output is named after its document's path below the given folder, or after the file name if the document was
      given
      by itself. Here two documents would write the same file.
      """,
    example: "apusc generate --schema s.graphqls --output Generated A/Album.graphql B/Album.graphql",
    fix: "Pass the folder that contains both instead of the files.")

  package static let givenTwice = DiagnosticCode(
    "given-twice",
    title: "A file that is given twice",
    explanation:
      "The same path was given twice. If it were read twice, its definitions would conflict with themselves.",
    example: "apusc check --schema schema.graphqls Sources/App Sources/App/Album.graphql",
    fix: "Remove one of the two. The file is read once.", isWarning: true)

  package static let untrackedSchema = DiagnosticCode(
    "untracked-schema",
    title: "A schema that the build does not track",
    explanation: """
      A build plans by file names before it reads anything, so it only tracks the schemas that the plugin finds: in the
      target, in targets that it depends on, and at the package root. A configuration may name another file, but changes
      to it only take effect when something else makes the tool run.
      """,
    example: "{ \"schema\": \"../../Server/api.graphqls\" }",
    fix:
      "Move the schema, or a link to it, to a place that is tracked: the target's folder or the package root.",
    isWarning: true)

  package static let untrackedManifest = DiagnosticCode(
    "untracked-manifest",
    title: "A manifest that the build does not track",
    explanation: """
      "operationIdentifiers" in apus.json names a manifest of registered operations. A build plans by file names before
      it reads anything, so it only tracks the manifest under the name `apus.operations.json`. Changes to any other file
      take effect when something else makes the tool run.
      """,
    example: "{ \"operationIdentifiers\": \"registered.json\" }",
    fix: "Name the file `apus.operations.json`, in the target's folder or at the package root.",
    isWarning: true)
}
