import ApusDiagnostics
import ApusEmitter

/// The folder that a run writes to, and nowhere else.
package struct OutputFolder {
  package let path: String

  /// The name of the file of enums and input objects.
  private let schemaName: String

  package init(_ path: String, schemaName: String? = nil) {
    self.path = path
    self.schemaName = schemaName ?? OutputName.schema
  }

  /// `name` when it can be a file in the folder: nothing may be written outside of it.
  package static func validName(_ name: String) -> String? {
    name.isEmpty || name == "." || name == ".." || name.contains("/") || name.contains("\0") ? nil : name
  }

  /// Writes each of `files` whose bytes differ from what is there.
  ///
  /// What is unchanged is not touched, so that a build recompiles only what is new.
  ///
  /// - Parameters:
  ///   - files: what was emitted; file n comes from the run's document n.
  ///   - inputs: what the run read.
  ///   - prunes: whether outputs of documents that are gone are deleted. They are told by the line that every
  ///     generated file begins with; nothing else in the folder is touched.
  /// - Returns: the paths written and deleted, and what the operating system refused.
  func write(_ files: [EmittedFile], _ inputs: Inputs, prunes: Bool) -> GeneratedFiles {
    var outputs = files.compactMap { file in
      name(of: file, inputs.documents).map { (name: $0, text: file.text) }
    }
    for document in inputs.leftOut {
      guard let name = document.output else { continue }
      outputs.append((name, "// The document is not among those that \(EditorConfiguration.name) names.\n"))
    }
    var result = GeneratedFiles()
    func attempt(_ body: () throws(FileError) -> Void) {
      do throws(FileError) {
        try body()
      } catch {
        let message = "The output cannot be written: \(error.reason)."
        result.diagnostics.append(Diagnostic(.error, .unwritableFile, message, path: error.path))
      }
    }
    attempt(prepare)
    if result.hasErrors { return result }
    for output in outputs {
      let target = Path.join(path, output.name)
      attempt { () throws(FileError) in
        if try FileSystem.write(output.text, to: target) { result.written.append(target) }
      }
    }
    if prunes, let header = files.first?.text.prefix(while: { $0 != "\n" }) {
      attempt { () throws(FileError) in
        let names = Set(outputs.map(\.name))
        for name in try leftovers(behind: names, beginningWith: String(header)) {
          try FileSystem.remove(Path.join(path, name))
          result.removed.append(Path.join(path, name))
        }
      }
    }
    return result
  }

  /// The names of generated files in the folder that are not among `names`.
  private func leftovers(
    behind names: Set<String>, beginningWith header: String
  ) throws(FileError) -> [String] {
    try FileSystem.names(in: path).filter { name in
      guard name.hasSuffix(OutputName.ending), !names.contains(name),
        let file = try? FileSystem.read(Path.join(path, name))
      else { return false }
      return UnsafeBufferPointer(start: file.bytes, count: file.count).starts(with: header.utf8)
    }
  }

  /// Makes the folder, and rids it of what an interrupted run left.
  private func prepare() throws(FileError) {
    try FileSystem.makeDirectory(path)
    try FileSystem.removeLeftovers(in: path)
  }

  private func name(of file: EmittedFile, _ documents: [Document]) -> String? {
    guard let index = file.document else { return schemaName }
    return documents.indices.contains(index) ? documents[index].output : nil
  }
}
