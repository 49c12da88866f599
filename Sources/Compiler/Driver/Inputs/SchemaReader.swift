import ApusSource
import ApusSchema
import ApusSyntax

/// Reads a schema from its files.
struct SchemaReader {
  /// The schema; nil if there is none that documents can be validated against.
  private(set) var schema: Schema?
  /// Violations of the schema's own rules.
  private(set) var schemaDiagnostics: [SchemaDiagnostic] = []
  /// Problems with the files.
  private(set) var diagnostics: [Diagnostic] = []

  /// Reads the schema that the files form together.
  ///
  /// - Parameter text: returns the text at a path.
  static func read(
    _ inputs: Inputs, names: NameTable, _ text: (String) throws(FileError) -> SourceFile
  ) -> SchemaReader {
    var reader = SchemaReader()
    if inputs.schemas.isEmpty {
      reader.diagnostics.append(missingSchema(inputs))
    } else {
      reader.read(inputs.schemas, names, inputs.inheritedConfiguration.clientDirectives, text)
      // A path in a configuration is corrected there.
      reader.diagnostics = reader.diagnostics.map { diagnostic in
        guard diagnostic.code == .unreadableFile, let path = diagnostic.path else { return diagnostic }
        return inputs.misplacedSchema(path, cause: diagnostic) ?? diagnostic
      }
    }
    return reader
  }

  private static func missingSchema(_ inputs: Inputs) -> Diagnostic {
    let ways =
      "Put the server's schema there as 'schema.graphqls', or specify it: \"schema\" in apus.json, or --schema."
    let message =
      if let target = inputs.target {
        "There is no schema for the target \"\(target.name)\": not in its folder, '\(target.folder)', in a target that it "
          + "depends on, or at the root of its package. \(ways)"
      } else if !inputs.searched.isEmpty {
        "There is no schema in \(inputs.searched.map { "'\($0)'" }.joined(separator: ", ")). \(ways)"
      } else {
        "There is no schema. Put the server's schema next to the documents as 'schema.graphqls', or specify it: "
          + "\"schema\" in apus.json, or --schema."
      }
    return Diagnostic(.error, .missingSchema, message, path: inputs.target?.folder)
  }

  private mutating func read(
    _ paths: [String], _ names: NameTable, _ clientDirectives: [String],
    _ text: (String) throws(FileError) -> SourceFile
  ) {
    var sources: [SourceFile] = []
    var known: Set<String> = []
    for path in paths where known.insert(Path.normalized(path)).inserted {
      do throws(FileError) {
        let source = named(try text(path))
        if source.isBlank {
          diagnostics.append(
            Diagnostic(
              .error, .emptyFile,
              "The schema file contains no definition. Save the server's schema in it, or remove the file.",
              path: path)
          )
        } else if let misnamed = misnamed(source) {
          diagnostics.append(misnamed)
        } else {
          sources.append(source)
        }
      } catch {
        diagnostics.append(.unreadable(error))
      }
    }
    guard diagnostics.isEmpty else { return }
    let loaded = SchemaLoader.load(
      sources, names: names, addsIncrementalDirectives: true, clientDirectives: clientDirectives)
    let mistakes = documents(among: sources, in: loaded.schema.tree)
    if !mistakes.isEmpty {
      diagnostics += mistakes
      return
    }
    if let conflict = secondQueryRoot(in: loaded.schema.tree) {
      diagnostics.append(conflict)
      return
    }
    schemaDiagnostics = loaded.diagnostics
    // Do not validate documents against a schema with missing parts.
    if SchemaSeverity.allowUse(schemaDiagnostics) { schema = loaded.schema }
  }

  /// Standard input lacks a file extension, but SDL never begins with a brace.
  private func named(_ source: SourceFile) -> SourceFile {
    guard source.path == FileSystem.standardInputName, let start = firstCharacter(of: source),
      source.bytes[start] == UInt8(ascii: "{")
    else { return source }
    return SourceFile(path: source.path + ".json", text: source.text(0, source.count))
  }

  /// The offset of the first byte that is neither white space nor part of a byte order mark.
  private func firstCharacter(of source: SourceFile) -> Int? {
    (0..<source.count).first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(source.bytes[$0]) }
  }

  /// The diagnostic for JSON in a file with an SDL extension, or the reverse.
  private func misnamed(_ source: SourceFile) -> Diagnostic? {
    let start = firstCharacter(of: source) ?? 0
    let isJSONName = source.path.lowercased().hasSuffix(".json")
    let isBrace = source.bytes[start] == UInt8(ascii: "{")
    if isBrace == isJSONName { return nil }
    // Exclude a query in a schema file, and broken JSON.
    let next = (start + 1..<max(start + 1, source.count)).first {
      ![0x20, 0x09, 0x0A, 0x0D].contains(source.bytes[$0])
    }
    if isBrace, next.map({ source.bytes[$0] }) != UInt8(ascii: "\"") { return nil }
    let first = source.bytes[start]
    let isWord = first >= UInt8(ascii: "a") && first <= UInt8(ascii: "z") || first == UInt8(ascii: "#")
    if !isBrace, !isWord { return nil }
    let message =
      isBrace
      ? "The file is named like SDL, but contains an introspection result as JSON. Rename it to 'schema.json'."
      : "The file is named like JSON, but contains SDL. Rename it to 'schema.graphqls'."
    return Diagnostic(
      .error, .misnamedSchema, message, at: [SourceRange(file: source, start: start, end: start + 1)])
  }

  /// Operations and fragments in files that are schemas by name, once for each file without a type.
  private func documents(among sources: [SourceFile], in tree: SyntaxTree) -> [Diagnostic] {
    let paths = Set(sources.map(\.path))
    return tree.files.compactMap { file in
      guard paths.contains(file.source.path), file.isWellFormed else { return nil }
      let definitions = tree.definitions(file)
      guard let first = definitions.first(where: { _ in true }),
        definitions.allSatisfy({ tree.kind($0) == .operation || tree.kind($0) == .fragmentDefinition })
      else { return nil }
      let name = Path.lastComponent(of: file.source.path)
      let rename =
        name == "schema.graphql"
        ? "Rename it, for example to 'Operations.graphql'" : "Move it to a file '*.graphql'"
      return Diagnostic(
        .error, .misnamedSchema,
        "'\(name)' is read as a schema, but contains operations or fragments only. \(rename), and save the server's schema as "
          + "'schema.graphqls'.", at: [tree.place(of: first)])
    }
  }

  /// Two files that each define a query root are two schemas. Reports that once instead of an error for every type.
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
