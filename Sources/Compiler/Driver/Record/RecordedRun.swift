/// A run of `apusc generate` whose arguments a build has recorded.
package struct RecordedRun {
  /// The path of the file with the arguments.
  package let path: String
  private let arguments: ParsedArguments
  private let documents: [Document]
  private let paths: Set<String>

  /// - Throws: ``UsageError`` if the file cannot be read or does not contain such arguments.
  package init(_ path: String) throws(UsageError) {
    self.path = path
    arguments = try ParsedArguments(try ArgumentsFile.expand(["@" + path]), syntax: GenerateOptions.syntax)
    documents = try GenerateOptions.pairs(arguments)
    if documents.isEmpty, !arguments.has("target"), arguments.operands.isEmpty {
      throw UsageError(
        "It has no PATH, --target or --pair, so the documents that it compiles are unknown.")
    }
    paths = Set((documents.map(\.path) + arguments.operands).map(Path.normalized))
  }

  /// The folder of the outputs.
  package var output: String? { arguments.value("output") }

  /// The folder of the target, or the first searched folder.
  package var folder: String? {
    arguments.groups("target").first.map { Path.normalized($0[1]) } ?? searched.first
  }

  /// All folders whose documents are compiled.
  private var searched: [String] {
    arguments.operands.map(Path.normalized).filter { FileSystem.kind(of: $0) == .directory }
  }

  /// Whether the run compiles the document at a path.
  package func compiles(_ path: String) -> Bool {
    paths.contains(path)
      || mayCompile(path) && searched.contains { Path.relative(path, to: $0) != nil }
  }

  /// Whether the run would compile a new document of that name. Only some runs read Swift files.
  package func mayCompile(_ path: String) -> Bool {
    DocumentSearch.isDocument(Path.lastComponent(of: path))
      || Document.isSwift(path) && (documents.isEmpty || documents.contains(where: \.isSwift))
  }

  /// The output name of a document, which may be new and not compiled yet.
  package func output(of path: String) -> String? {
    documents.first { Path.normalized($0.path) == path }?.output
      ?? folder.flatMap { Path.relative(path, to: $0) }.map(OutputName.forDocument)
  }

  /// Collects the inputs of the run from the current files.
  package func collect() throws(UsageError) -> InputOptions.Collected {
    var collected = try InputOptions.collect(arguments, documents: documents)
    // Use the same spelling as paths from an editor.
    for index in collected.inputs.documents.indices {
      collected.inputs.documents[index].path = Path.normalized(collected.inputs.documents[index].path)
    }
    collected.inputs.schemas = collected.inputs.schemas.map(Path.normalized)
    return collected
  }
}
