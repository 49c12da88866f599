import ApusDiagnostics
import ApusSchema
import ApusSyntax

/// A schema from its files.
struct SchemaReader {
  /// The schema; nil when there is none that documents could be judged by.
  private(set) var schema: Schema?
  /// What the schema's own rules say.
  private(set) var schemaDiagnostics: [SchemaDiagnostic] = []
  /// What is wrong with the files.
  private(set) var diagnostics: [Diagnostic] = []

  /// Reads the schema that `paths` hold together.
  static func read(_ paths: [String], names: NameTable) -> SchemaReader {
    var reader = SchemaReader()
    reader.read(paths, names)
    return reader
  }

  private mutating func read(_ paths: [String], _ names: NameTable) {
    if paths.isEmpty {
      diagnostics.append(
        Diagnostic(
          .error, .missingSchema,
          """
          There is no schema. Put the server's schema beside the documents as 'schema.graphqls', or name it: \
          "schema" in apus.json, or --schema.
          """))
      return
    }
    var sources: [SourceFile] = []
    var known: Set<String> = []
    for path in paths where known.insert(Path.normalized(path)).inserted {
      do {
        let source = try FileSystem.read(path)
        if IgnoredText.fills(source) {
          diagnostics.append(
            Diagnostic(
              .error, .emptyFile,
              "The schema has no definition. Save the server's schema in it, or remove the file.", path: path)
          )
        } else {
          sources.append(source)
        }
      } catch {
        diagnostics.append(.unreadable(error))
      }
    }
    guard diagnostics.isEmpty else { return }
    let loaded = SchemaLoader.load(sources, names: names)
    if let conflict = secondQueryRoot(in: loaded.schema.tree) {
      diagnostics.append(conflict)
      return
    }
    schemaDiagnostics = loaded.diagnostics
    // By a schema of which a part is missing, documents cannot be judged.
    if SchemaSeverity.allowUse(schemaDiagnostics) { schema = loaded.schema }
  }

  /// Two files that each define a query root are two schemas: one sentence instead of an error for every type.
  private func secondQueryRoot(in tree: SyntaxTree) -> Diagnostic? {
    var first: NodeID?
    for file in tree.files.dropFirst() {
      let root = tree.definitions(file).first {
        tree.kind($0) == .objectType && tree.nodes[$0].name == Keyword.queryType
          && !tree.has(NodeFlag.isExtension, $0)
      }
      guard let root else { continue }
      guard let other = first else {
        first = root
        continue
      }
      return Diagnostic(
        .error, .twoSchemas,
        """
        '\(tree.source(of: other).path)' and '\(file.source.path)' both define the type Query: they are two schemas. \
        Remove one, or choose one: "schema" in apus.json, or --schema.
        """,
        at: [tree.nameRange(of: root)],
        notes: [Diagnostic.Note("The other one is here.", at: tree.nameRange(of: other))])
    }
    return nil
  }
}
