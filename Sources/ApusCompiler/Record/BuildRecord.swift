import ApusDiagnostics
import ApusDocuments
import ApusSchema

/// A file that tells what the last good run read and wrote: where both are still the same, there is nothing to make.
///
/// It is no cache: what it stands for are the outputs, and whether they are as they were is judged by their bytes. So it
/// holds for builds that are restored, that change branches, or whose documents were saved as they are.
package struct BuildRecord {
  /// Where the file is.
  package let path: String
  /// What tells this tool from others, which would make other outputs of the same.
  package let tool: String

  package init(path: String, tool: String) {
    self.path = path
    self.tool = tool
  }

  /// Everything that lowering and emission read.
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
    // Its severities as well: they have been applied to the warnings.
    result.add(reflecting: inputs.configuration)
    for dependency in inputs.dependencies {
      result.add(dependency.name)
      result.add(reflecting: dependency.configuration)
      result.add(reflecting: dependency.dependencies)
    }
    return result
  }

  /// The warnings of a run that read `inputs` and left what `folder` holds; nil when the file does not say that there was
  /// one.
  func warnings(_ inputs: Inputs, _ read: Fingerprint, _ folder: OutputFolder, _ index: DocumentIndex)
    -> [Diagnostic]?
  {
    guard let file = try? FileSystem.read(path) else { return nil }
    return BuildRecordText(files: BuildRecord.files(index)).warnings(in: file, read) {
      folder.fingerprint(of: inputs)
    }
  }

  /// Notes a run that ended well.
  ///
  /// - Parameter warnings: what lowering said: who does without it has to say it again.
  /// - Returns: a warning where the file cannot be written, since the next run will make everything.
  func write(
    _ inputs: Fingerprint, _ outputs: Fingerprint, _ warnings: [Diagnostic], _ index: DocumentIndex
  ) -> [Diagnostic] {
    let form = BuildRecordText(files: BuildRecord.files(index))
    guard let text = form.text(inputs, outputs, warnings) else { return [] }
    do throws(FileError) {
      let folder = Path.parent(of: path)
      if !folder.isEmpty { try FileSystem.makeDirectory(folder) }
      try FileSystem.write(text, to: path)
      return []
    } catch {
      let message =
        "The record cannot be written, and the next run will make everything anew: \(error.reason)."
      return [Diagnostic(.warning, .unwritableFile, message, path: error.path)]
    }
  }

  private static func files(_ index: DocumentIndex) -> [SourceFile] {
    (index.schema.tree.files + index.tree.files).map(\.source)
  }
}
