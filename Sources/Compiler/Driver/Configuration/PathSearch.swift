import ApusSource

/// Finds files whose paths match a pattern.
enum PathSearch {
  /// The files that match `pattern`, sorted by path. A pattern without wildcards is returned whether or not the file
  /// exists.
  ///
  /// - Parameter folder: the folder that relative patterns start from.
  static func files(_ pattern: String, in folder: String) -> [String] {
    let isWildcard: (Character) -> Bool = { "*?{".contains($0) }
    guard pattern.contains(where: isWildcard) else { return [Path.normalized(Path.join(folder, pattern))] }
    let path = Path.normalized(pattern)
    // Start the search at the last folder that the pattern names without wildcards.
    let names = path.split(separator: "/").prefix { !$0.contains(where: isWildcard) }
    // Refuse to search the whole file system.
    if names.isEmpty, path.hasPrefix("/") { return [] }
    let start = Path.normalized((path.hasPrefix("/") ? "/" : "") + names.joined(separator: "/"))
    var found: [String] = []
    var open: Set<FileIdentity> = []
    let matcher = PathPattern(path)
    search(names.isEmpty ? "" : start, in: folder, matcher, &open, &found)
    return found.map { Path.normalized(Path.join(folder, $0)) }.sorted { ByteOrder.precedes($0, $1) }
  }

  private static func search(
    _ relative: String, in folder: String, _ pattern: PathPattern, _ open: inout Set<FileIdentity>,
    _ found: inout [String]
  ) {
    let directory = relative.isEmpty ? (folder.isEmpty ? "." : folder) : Path.join(folder, relative)
    // Do not follow a link back to an enclosing folder.
    guard let identity = FileSystem.identity(of: directory), open.insert(identity).inserted else { return }
    defer { open.remove(identity) }
    for name in (try? FileSystem.names(in: directory)) ?? [] where !name.hasPrefix(".") {
      let path = relative.isEmpty ? name : "\(relative)/\(name)"
      switch FileSystem.kind(of: Path.join(directory, name)) {
      case .directory: search(path, in: folder, pattern, &open, &found)
      case .file: if pattern.matches(path) { found.append(path) }
      default: break
      }
    }
  }
}
