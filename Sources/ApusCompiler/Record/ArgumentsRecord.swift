import ApusDiagnostics

/// The arguments of a build's run, beside its ``BuildRecord``: how an editor learns what belongs together.
package enum ArgumentsRecord {
  /// How the file's name ends, behind that of the record.
  package static let ending = ".arguments"

  /// Notes arguments, whose paths are absolute, in the form that `@FILE` reads, one a line. A file that says so already is not touched, so that
  /// nothing that depends on its date is stale.
  ///
  /// - Returns: a warning where the file cannot be written.
  package static func write(_ arguments: [String], beside record: String) -> [Diagnostic] {
    // The form has no way to write a line end; none of the plugin's arguments but a path could have one.
    if arguments.contains(where: { $0.contains { $0 == "\n" || $0 == "\r\n" } || $0.isEmpty }) { return [] }
    do throws(FileError) {
      let folder = Path.parent(of: record)
      if !folder.isEmpty { try FileSystem.makeDirectory(folder) }
      try FileSystem.write(arguments.joined(separator: "\n") + "\n", to: record + ending)
      return []
    } catch {
      let message = "Editors will not know what this build compiles: \(error.reason)."
      return [Diagnostic(.warning, .unwritableFile, message, path: error.path)]
    }
  }
}
