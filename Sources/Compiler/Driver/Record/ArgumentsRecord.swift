import ApusSource

/// The arguments of a build's run, stored next to its ``BuildRecord``, from which an editor learns which files belong
/// together.
package enum ArgumentsRecord {
  /// The suffix that is added to the record's name.
  package static let ending = ".arguments"

  /// Writes the arguments, which have absolute paths, in the format that `@FILE` reads: one per line. An unchanged file
  /// is not touched, so that nothing that depends on its date becomes stale.
  ///
  /// - Returns: a warning if the file cannot be written.
  package static func write(_ arguments: [String], nextTo record: String) -> [Diagnostic] {
    // The format cannot represent line ends. Only a path could contain one.
    if arguments.contains(where: { $0.contains { $0 == "\n" || $0 == "\r\n" } || $0.isEmpty }) { return [] }
    do throws(FileError) {
      let folder = Path.parent(of: record)
      if !folder.isEmpty { try FileSystem.makeDirectory(folder) }
      try FileSystem.write(arguments.joined(separator: "\n") + "\n", to: record + ending)
      return []
    } catch {
      let message = "The file that shows editors what this build compiles cannot be written: \(error.reason)."
      return [Diagnostic(.warning, .unwritableFile, message, path: error.path)]
    }
  }
}
