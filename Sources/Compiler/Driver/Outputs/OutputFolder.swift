import ApusSource
import ApusEmitter

/// The folder for a run's outputs. Nothing is written outside of it.
package struct OutputFolder {
  package let path: String

  /// The folder of the compiled part of a target; empty for the whole target.
  private let part: String

  package init(_ path: String, part: String = "") {
    (self.path, self.part) = (path, part)
  }

  /// The content of a shared file, nil if there is none, and the file for builds that have announced one.
  private func text(of file: OutputName.Shared, _ emitter: Emitter?) -> (content: String?, empty: String) {
    switch file {
    case .schema: (emitter?.schema(), Emitter.emptySchema)
    }
  }

  /// Returns `name` if it is a valid file name in the folder, so that nothing is written outside of it.
  package static func validName(_ name: String) -> String? {
    name.isEmpty || name == "." || name == ".." || name.contains("/") || name.contains("\0") ? nil : name
  }

  /// Generates one file at a time and writes those whose bytes changed.
  ///
  /// Unchanged files are not touched, so that a build only recompiles what changed. If one file cannot be written, for
  /// example because the disk is full, none is.
  ///
  /// - Parameters:
  ///   - emitter: generates the files; nil if there are only Swift files without documents.
  ///   - inputs: the inputs of the run.
  ///   - fingerprint: updated to the value of ``fingerprint(of:)`` for the new files; nil if it is not needed.
  /// - Returns: the paths written, and errors from the operating system.
  func write(_ emitter: Emitter?, _ inputs: Inputs, _ fingerprint: inout Fingerprint?) -> GeneratedFiles {
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
    for document in inputs.documents {
      guard let name = document.output else { continue }
      write(emitter?.document(at: document.path) ?? Emitter.emptyDocument, to: name)
    }
    for document in inputs.leftOut {
      guard let name = document.output else { continue }
      write("// The document is not among those that \(EditorConfiguration.name) names.\n", to: name)
    }
    var unused: [String] = []
    for file in OutputName.Shared.allCases {
      let name = OutputName.shared(file, ofFolder: part)
      let text = text(of: file, emitter)
      // A build has named all outputs before.
      if let content = text.content ?? (fingerprint == nil ? nil : text.empty) {
        write(content, to: name)
      } else {
        unused.append(name)
      }
    }
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
    for name in unused where isGenerated(name) {
      attempt(&result) { (result) throws(FileError) in try remove(name, &result) }
    }
    return result
  }

  /// The fingerprint of the existing outputs; nil if one is missing.
  func fingerprint(of inputs: Inputs) -> Fingerprint? {
    var result = Fingerprint()
    for name in names(of: inputs) {
      guard let file = try? FileSystem.read(Path.join(path, name)) else { return nil }
      result.add(name)
      result.add(file.bytes, count: file.count)
    }
    return result
  }

  /// Deletes outputs whose documents are gone.
  ///
  /// They are recognized by the first line of every generated file. Nothing else in the folder is touched.
  ///
  /// - Parameter kept: outputs of other runs that write to the same folder.
  func prune(_ inputs: Inputs, keeping kept: [String], _ result: inout GeneratedFiles) {
    attempt(&result) { (result) throws(FileError) in
      for name in try leftovers(besides: Set(names(of: inputs) + kept)) { try remove(name, &result) }
    }
  }

  private func remove(_ name: String, _ result: inout GeneratedFiles) throws(FileError) {
    try FileSystem.remove(Path.join(path, name))
    result.removed.append(Path.join(path, name))
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
    (inputs.documents + inputs.leftOut).compactMap(\.output) + OutputName.shared(ofFolder: part)
  }

  /// The names of generated files in the folder that are not in `names`.
  private func leftovers(besides names: Set<String>) throws(FileError) -> [String] {
    try FileSystem.unsortedNames(in: path).filter { name in
      !names.contains(name) && name.hasSuffix(OutputName.ending) && isGenerated(name)
    }.sorted { ByteOrder.precedes($0, $1) }
  }

  private func isGenerated(_ name: String) -> Bool {
    guard let file = try? FileSystem.read(Path.join(path, name)) else { return false }
    return UnsafeBufferPointer(start: file.bytes, count: file.count).starts(with: Emitter.firstLine.utf8)
  }

  /// Creates the folder and removes temporary files of an interrupted run.
  private func prepare(_: inout GeneratedFiles) throws(FileError) {
    try FileSystem.makeDirectory(path)
    try FileSystem.removeLeftovers(in: path)
  }
}
