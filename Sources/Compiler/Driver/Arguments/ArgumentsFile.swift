/// Response files, for command lines longer than the system allows: `@FILE` is replaced by the arguments in a file, one
/// per line.
package enum ArgumentsFile {
  /// Replaces the files among `arguments` with their contents. Response files do not nest.
  package static func expand(_ arguments: [String]) throws(UsageError) -> [String] {
    var expanded: [String] = []
    for argument in arguments {
      guard argument.hasPrefix("@"), argument.count > 1 else {
        expanded.append(argument)
        continue
      }
      do {
        let source = try FileSystem.read(String(argument.dropFirst()))
        let lines = source.text(0, source.count).split { $0 == "\n" || $0 == "\r\n" }
        expanded += lines.map(String.init)
      } catch {
        throw UsageError("The arguments file '\(error.path)' cannot be read: \(error.reason).")
      }
    }
    return expanded
  }
}
