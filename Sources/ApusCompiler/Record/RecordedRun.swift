/// A run of `apusc generate` by the arguments that a build has noted.
package struct RecordedRun {
  /// Where the arguments stand.
  package let path: String
  private let arguments: ParsedArguments
  private let documents: [Document]
  private let paths: Set<String>

  /// - Throws: ``UsageError`` where the file cannot be read or holds no such arguments.
  package init(_ path: String) throws(UsageError) {
    self.path = path
    arguments = try ParsedArguments(try ArgumentsFile.expand(["@" + path]), syntax: GenerateOptions.syntax)
    documents = try GenerateOptions.pairs(arguments)
    if documents.isEmpty, !arguments.has("target"), arguments.operands.isEmpty {
      throw UsageError(
        "It has neither a PATH nor --target nor --pair, so it is not known which documents it compiles.")
    }
    paths = Set((documents.map(\.path) + arguments.operands).map(Path.normalized))
  }

  /// The folder that is written to.
  package var output: String? { arguments.value("output") }

  /// The folder of the target that is compiled, or the first one that is searched.
  package var folder: String? {
    arguments.groups("target").first.map { Path.normalized($0[1]) } ?? searched.first
  }

  /// The folders whose documents are compiled, all of them.
  private var searched: [String] {
    arguments.operands.map(Path.normalized).filter { FileSystem.kind(of: $0) == .directory }
  }

  /// Whether the document at a path is compiled.
  package func compiles(_ path: String) -> Bool {
    paths.contains(path)
      || DocumentSearch.isDocument(Path.lastComponent(of: path))
        && searched.contains { Path.relative(path, to: $0) != nil }
  }

  /// The name of the output that a document has, or that one will have which was not there yet.
  package func output(of path: String) -> String? {
    documents.first { Path.normalized($0.path) == path }?.output
      ?? folder.flatMap { Path.relative(path, to: $0) }.map(OutputName.forDocument)
  }

  /// What the run reads, by the files as they are now.
  package func collect() throws(UsageError) -> InputOptions.Collected {
    var collected = try InputOptions.collect(arguments, documents: documents)
    // The same spelling as that of paths that an editor names.
    for index in collected.inputs.documents.indices {
      collected.inputs.documents[index].path = Path.normalized(collected.inputs.documents[index].path)
    }
    collected.inputs.schemas = collected.inputs.schemas.map(Path.normalized)
    return collected
  }
}
