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
  /// What is unchanged is not touched, so that a build recompiles only what is new. Where one file cannot be written, for example on a
  /// full disk, none is.
  ///
  /// - Parameters:
  ///   - emitter: gives the files; file n comes from the run's document n.
  ///   - inputs: what the run read.
  ///   - fingerprint: becomes what ``fingerprint(of:)`` will say of the files; nil when nobody asks.
  /// - Returns: the paths written, and what the operating system refused.
  func write(_ emitter: Emitter, _ inputs: Inputs, _ fingerprint: inout Fingerprint?) -> GeneratedFiles {
    var result = GeneratedFiles()
    attempt(&result, prepare)
    if result.hasErrors { return result }
    var staged: [StagedFile] = []
    func write(_ text: String, to name: String) {
      fingerprint?.add(name)
      fingerprint?.add(text)
      attempt(&result) { (_) throws(FileError) in
        if let file = try FileSystem.stage(text, for: Path.join(path, name)) { staged.append(file) }
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
    if result.hasErrors {
      for file in staged { file.discard() }
      return result
    }
    for file in staged {
      attempt(&result) { (result) throws(FileError) in
        try file.put()
        result.written.append(file.path)
      }
    }
    return result
  }

  /// Emits some of the documents, and writes those whose bytes differ from what is there.
  ///
  /// - Parameter names: the names of outputs by the document's number in the emitter's program.
  func write(_ emitter: Emitter, _ names: [(document: Int, name: String)]) -> GeneratedFiles {
    var result = GeneratedFiles()
    attempt(&result) { (_) throws(FileError) in try FileSystem.makeDirectory(path) }
    if result.hasErrors { return result }
    for (document, name) in names {
      let target = Path.join(path, name)
      attempt(&result) { (result) throws(FileError) in
        guard let file = try FileSystem.stage(emitter.document(document), for: target) else { return }
        try file.put()
        result.written.append(target)
      }
    }
    return result
  }

  /// The paths of a run's outputs.
  func paths(of inputs: Inputs) -> [String] { names(of: inputs).map { Path.join(path, $0) } }

  /// What tells the outputs that are there from others; nil when one is missing.
  func fingerprint(of inputs: Inputs) -> Fingerprint? {
    var result = Fingerprint()
    for name in names(of: inputs) {
      guard let file = try? FileSystem.read(Path.join(path, name)) else { return nil }
      result.add(name)
      result.add(file.bytes, count: file.count)
    }
    return result
  }

  /// Deletes outputs of documents that are gone.
  ///
  /// They are told by the line that every generated file begins with; nothing else in the folder is touched.
  ///
  /// - Parameter kept: outputs of other runs that write to the same folder.
  func prune(_ inputs: Inputs, keeping kept: [String], _ result: inout GeneratedFiles) {
    attempt(&result) { (result) throws(FileError) in
      for name in try leftovers(behind: Set(names(of: inputs) + kept), beginningWith: Emitter.firstLine) {
        try FileSystem.remove(Path.join(path, name))
        result.removed.append(Path.join(path, name))
      }
    }
  }

  private func attempt(
    _ result: inout GeneratedFiles, _ body: (inout GeneratedFiles) throws(FileError) -> Void
  ) {
    do throws(FileError) {
      try body(&result)
    } catch {
      let message = "The output cannot be written: \(error.reason)."
      result.diagnostics.append(Diagnostic(.error, .unwritableFile, message, path: error.path))
    }
  }

  /// The names of a run's outputs, in the order in which they are written.
  private func names(of inputs: Inputs) -> [String] {
    (inputs.documents + inputs.leftOut).compactMap(\.output) + [schemaName]
  }

  /// The names of generated files in the folder that are not among `names`.
  private func leftovers(
    behind names: Set<String>, beginningWith header: String
  ) throws(FileError) -> [String] {
    try FileSystem.unsortedNames(in: path).filter { name in
      guard !names.contains(name), name.hasSuffix(OutputName.ending),
        let file = try? FileSystem.read(Path.join(path, name))
      else { return false }
      return UnsafeBufferPointer(start: file.bytes, count: file.count).starts(with: header.utf8)
    }.sorted { Path.precedes($0, $1) }
  }

  /// Makes the folder, and rids it of what an interrupted run left.
  private func prepare(_: inout GeneratedFiles) throws(FileError) {
    try FileSystem.makeDirectory(path)
    try FileSystem.removeLeftovers(in: path)
  }
}
