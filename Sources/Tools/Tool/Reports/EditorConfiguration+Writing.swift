import ApusDriver
import ApusSource

extension EditorConfiguration {
  /// The folder for a target's file: the root of its package, or else its own folder.
  package static func root(around folder: String) -> String {
    var root = folder
    // A relative path ends at the current folder, but the package may be above it.
    for _ in 0..<64 {
      let path = root.isEmpty ? "." : root
      if FileSystem.kind(of: Path.join(path, "Package.swift")) == .file { return path }
      if path == "/" { break }
      if path == "." || Path.lastComponent(of: path) == ".." {
        root = path == "." ? ".." : Path.join(path, "..")
        if FileSystem.identity(of: root) == FileSystem.identity(of: path) { break }
      } else {
        root = Path.parent(of: path)
      }
    }
    return folder
  }

  /// The contents of a file in `root` for the documents below `folder`.
  package static func text(root: String, schemas: [String], folder: String) -> String {
    let names = schemas.map { path(from: root, to: $0) }
    let below = path(from: root, to: folder)
    let members: [(name: String, value: JSONOutput)] = [
      ("schema", names.count == 1 ? .string(names[0]) : .strings(names)),
      ("documents", .string(below.isEmpty || below == "." ? "**/*.graphql" : below + "/**/*.graphql")),
    ]
    return JSONOutput.object(members).text(lineDepth: 1) + "\n"
  }

  /// A path relative to `root`, or an absolute path if that is impossible.
  private static func path(from root: String, to path: String) -> String {
    if let relative = Path.relativeFrom(root, to: path) { return relative }
    let current = FileSystem.currentDirectory ?? "/"
    let (root, path) = (Path.normalized(Path.join(current, root)), Path.normalized(Path.join(current, path)))
    return Path.relativeFrom(root, to: path) ?? path
  }
}
