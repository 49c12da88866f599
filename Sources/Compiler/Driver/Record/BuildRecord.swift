import ApusSource
import ApusDocuments
import ApusSchema

/// A file that records the inputs and outputs of the last good run. If both are unchanged, there is nothing to
/// generate.
///
/// It is not a cache: it only describes the outputs, which are compared by their bytes. It therefore stays valid if a
/// build is restored, a branch is changed, or a document is saved without changes.
package struct BuildRecord {
  /// The path of the file.
  package let path: String
  /// Identifies this build of the tool, because another one may generate different outputs.
  package let tool: String

  package init(path: String, tool: String) {
    self.path = path
    self.tool = tool
  }

  /// A fingerprint of everything that lowering and emission read.
  ///
  /// - Parameter index: the documents of a run without errors, and their schema.
  func fingerprint(of inputs: Inputs, _ index: DocumentIndex) -> Fingerprint {
    var result = Fingerprint()
    result.add(tool)
    for path in inputs.schemas { result.add(path) }
    for file in BuildRecord.files(index) {
      result.add(file.path)
      result.add(file.bytes, count: file.count)
    }
    for document in inputs.documents + inputs.leftOut {
      result.add(document.path)
      result.add(document.module ?? "")
    }
    // Includes severities, because they have been applied to the recorded warnings.
    result.add(reflecting: inputs.configuration)
    for dependency in inputs.dependencies {
      result.add(dependency.name)
      result.add(reflecting: dependency.configuration)
      result.add(reflecting: dependency.dependencies)
    }
    return result
  }

  /// The warnings of the recorded run if it had the same inputs and its outputs are still in `folder`; otherwise nil.
  func warnings(_ inputs: Inputs, _ read: Fingerprint, _ folder: OutputFolder, _ index: DocumentIndex)
    -> [Diagnostic]?
  {
    guard let file = try? FileSystem.read(path) else { return nil }
    return BuildRecordFormat(files: BuildRecord.files(index)).warnings(in: file, read) {
      folder.fingerprint(of: inputs)
    }
  }

  /// Records a run without errors.
  ///
  /// - Parameter warnings: the warnings of lowering, which a run that skips it has to repeat.
  /// - Returns: a warning if the file cannot be written, because the next run would then generate everything.
  func write(
    _ inputs: Fingerprint, _ outputs: Fingerprint, _ warnings: [Diagnostic], _ index: DocumentIndex
  ) -> [Diagnostic] {
    let form = BuildRecordFormat(files: BuildRecord.files(index))
    guard let text = form.text(inputs, outputs, warnings) else { return [] }
    do throws(FileError) {
      let folder = Path.parent(of: path)
      if !folder.isEmpty { try FileSystem.makeDirectory(folder) }
      try FileSystem.write(text, to: path)
      return []
    } catch {
      let message =
        "The record cannot be written, so the next run will generate everything again: \(error.reason)."
      return [Diagnostic(.warning, .unwritableFile, message, path: error.path)]
    }
  }

  private static func files(_ index: DocumentIndex) -> [SourceFile] {
    (index.schema.tree.files + index.tree.files).map(\.source)
  }
}
