import ApusDiagnostics

/// The files at the root of a package that were added after the build was planned, so that its arguments do not name them.
enum UnplannedFiles {
  /// An error for each file in `root` that would matter if the plugin looked for files now.
  static func find(in root: String, _ arguments: ParsedArguments) -> [Diagnostic] {
    guard let names = try? FileSystem.names(in: root) else { return [] }
    let schemas = arguments.values("default-schema")
    // A schema of the target, or of a module below, goes before those at the root.
    let usesRootSchemas = schemas.allSatisfy { Path.parent(of: Path.normalized($0)) == Path.normalized(root) }
    return names.filter { name in
      switch name {
      case ConfigurationFile.name: return !arguments.has("config")
      case let name where EditorConfiguration.names.contains(name): return !arguments.has("editor-config")
      case let name where Starter.isSchema(name):
        let path = Path.normalized(Path.join(root, name))
        return usesRootSchemas && !schemas.contains { Path.normalized($0) == path }
      default: return false
      }
    }.map { name in
      Diagnostic(
        .error, .unplannedFile,
        "'\(name)' was added after this build was planned, so the build does not know it. Run 'touch Package.swift', and build again.",
        path: Path.join(root, name))
    }
  }
}
