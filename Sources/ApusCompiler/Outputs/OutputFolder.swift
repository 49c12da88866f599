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

  /// Emits file by file, and writes those whose bytes differ from what is there.
  ///
  /// What is unchanged is not touched, so that a build recompiles only what is new.
  ///
  /// - Parameters:
  ///   - emitter: gives the files; file n comes from the run's document n.
  ///   - inputs: what the run read.
  ///   - prunes: whether outputs of documents that are gone are deleted. They are told by the line that every
  ///     generated file begins with; nothing else in the folder is touched.
  /// - Returns: the paths written and deleted, and what the operating system refused.
  func write(_ emitter: Emitter, _ inputs: Inputs, prunes: Bool) -> GeneratedFiles {
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
    var names: Set<String> = []
    func write(_ text: @autoclosure () -> String, to name: String) {
      names.insert(name)
      let target = Path.join(path, name)
      attempt { () throws(FileError) in
        if try FileSystem.write(text(), to: target) { result.written.append(target) }
      }
    }
    for (index, document) in inputs.documents.enumerated() {
      if let name = document.output { write(emitter.document(index), to: name) }
    }
    for document in inputs.leftOut {
      guard let name = document.output else { continue }
      write("// The document is not among those that \(EditorConfiguration.name) names.\n", to: name)
    }
    write(emitter.schema(), to: schemaName)
    if prunes {
      attempt { () throws(FileError) in
        for name in try leftovers(behind: names, beginningWith: Emitter.firstLine) {
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
}
