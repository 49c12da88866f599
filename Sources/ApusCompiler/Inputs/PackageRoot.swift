import ApusEmitter

/// The files at the root of a package that hold for all of its targets.
///
/// The plugin cannot name them: SwiftPM asks it again only when files of a target change. So each run looks for them, and a build
/// learns from a note when that is needed.
package struct PackageRoot {
  let configuration: String?
  let editorConfiguration: String?
  let schemas: [String]

  init(_ folder: String) {
    configuration = ConfigurationFile.find(in: [folder])
    editorConfiguration = EditorConfiguration.find(in: [folder])
    schemas = PackageRoot.names(in: folder).filter(Starter.isSchema).map { Path.join(folder, $0) }
  }

  /// Swift without code that differs whenever one of the files that matter in `folders` does.
  package static func note(of folders: [String]) -> String {
    var content = Fingerprint()
    for (index, folder) in folders.enumerated() {
      content.add(UInt64(index))
      for name in names(in: folder) {
        content.add(name)
        if let file = try? FileSystem.read(Path.join(folder, name)) {
          content.add(file.bytes, count: file.count)
        }
      }
    }
    return """
      \(Emitter.firstLine)
      // A build reads here whether configurations and schemas at the root of a package are new:
      // \(content.text)

      """
  }

  /// Whether the note of `folders` has the schema at `path`, if that is there.
  package static func isNoted(_ path: String, among folders: [String]) -> Bool {
    let path = Path.normalized(path)
    return Starter.isSchema(Path.lastComponent(of: path))
      && folders.contains { Path.normalized($0) == Path.parent(of: path) }
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileSystem.names(in: folder)) ?? []).filter { name in
      [ConfigurationFile.name, OperationManifest.fileName].contains(name)
        || EditorConfiguration.names.contains(name) || Starter.isSchema(name)
    }
  }
}
