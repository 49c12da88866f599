import ApusEmitter

/// Files at the root of a package that apply to all of its targets.
///
/// The plugin cannot declare them as inputs, because SwiftPM only reruns it when a target's files change. So each run
/// looks for them, and a generated note tells the build when to run.
package struct PackageRoot {
  let configuration: String?
  let editorConfiguration: String?
  let schemas: [String]

  init(_ folder: String) {
    configuration = ConfigurationFile.find(in: [folder])
    editorConfiguration = EditorConfiguration.find(in: [folder])
    schemas = PackageRoot.names(in: folder).filter(DocumentSearch.isSchema).map { Path.join(folder, $0) }
  }

  /// A Swift file without code. It changes whenever a relevant file in `folders` is added or removed.
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

  /// Whether the note of `folders` lists the schema at `path`, if it exists.
  package static func isNoted(_ path: String, among folders: [String]) -> Bool {
    let path = Path.normalized(path)
    return DocumentSearch.isSchema(Path.lastComponent(of: path))
      && folders.contains { Path.normalized($0) == Path.parent(of: path) }
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileSystem.names(in: folder)) ?? []).filter { name in
      [ConfigurationFile.name, RegisteredOperations.fileName].contains(name)
        || EditorConfiguration.names.contains(name) || DocumentSearch.isSchema(name)
    }
  }
}
