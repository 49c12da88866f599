import ApusDriver
import ApusSource

/// Decides which files belong together from their folders, by the same rules as the plugin.
enum ProjectLayout {
  /// The project folder of the file at `path`: `Sources/X` or `Tests/X` in the nearest package, otherwise the nearest
  /// folder with an `apus.json`, otherwise the workspace folder.
  static func folder(of path: String, in workspace: [String]) -> String {
    let root = workspace.filter { Path.relative(path, to: $0) != nil }.max { $0.utf8.count < $1.utf8.count }
    var folder = Path.parent(of: path)
    var configured: String?
    while !folder.isEmpty {
      if FileSystem.kind(of: Path.join(folder, ConfigurationFile.name)) == .file, configured == nil {
        configured = folder
      }
      if FileSystem.kind(of: Path.join(folder, "Package.swift")) == .file {
        return target(of: path, in: folder) ?? configured ?? folder
      }
      if folder == root || folder == "/" { break }
      folder = Path.parent(of: folder)
    }
    return configured ?? root ?? Path.parent(of: path)
  }

  /// The target folder that contains a file of a package.
  private static func target(of path: String, in package: String) -> String? {
    guard let relative = Path.relative(path, to: package) else { return nil }
    let parts = relative.split(separator: "/")
    guard parts.count > 2, parts[0] == "Sources" || parts[0] == "Tests" else { return nil }
    return Path.join(package, "\(parts[0])/\(parts[1])")
  }

  /// The package that contains a folder.
  static func package(of folder: String) -> String? {
    var folder = folder
    while !folder.isEmpty {
      if FileSystem.kind(of: Path.join(folder, "Package.swift")) == .file { return folder }
      if folder == "/" { return nil }
      folder = Path.parent(of: folder)
    }
    return nil
  }

  /// The editor configuration that applies to a folder: in it, or at the root of its package.
  private static func editorConfiguration(of folder: String) -> String? {
    EditorConfiguration.find(in: [folder, package(of: folder)].compactMap { $0 })
  }

  /// The project in the folder's `.graphqlrc.json` that contains the document at `path`; nil if the file does not have
  /// several projects.
  static func projectName(of path: String, in folder: String) -> String? {
    guard let file = editorConfiguration(of: folder) else { return nil }
    let configuration = EditorConfiguration.read(file).configuration
    return configuration.projects.count > 1 ? configuration.project(for: [path]).name : nil
  }

  /// Finds everything to compile in a folder.
  ///
  /// - Parameters:
  ///   - name: the project in its `.graphqlrc.json`, if that has several.
  ///   - open: paths of documents that are open in the editor and may not be on disk yet.
  ///   - workspace: the folders that are open in the editor.
  static func find(
    _ folder: String, project name: String?, open: [String], workspace: [String]
  ) -> FoundProject {
    let package = package(of: folder)
    var found = FoundProject(inputs: Inputs(schemas: [], documents: []))
    let editor = editorConfiguration(of: folder)
    let configuration = [folder, package].compactMap { $0 }.map { Path.join($0, ConfigurationFile.name) }
      .first { FileSystem.kind(of: $0) == .file }
    if let configuration {
      let read = ConfigurationFile.read(configuration)
      found.inputs.configuration = read.configuration
      found.diagnostics += read.diagnostics
      found.watched.append(configuration)
    }
    var editorProject = EditorConfiguration.Project()
    var isOwn: (String) -> Bool = { editorProject.includes($0) }
    if let editor {
      let read = EditorConfiguration.read(editor)
      let all = read.configuration
      editorProject = all.projects.first { $0.name == name } ?? all.project(for: [])
      if name != nil {
        // A document that several projects include belongs to the first.
        isOwn = { editorProject.includes($0) && all.project(for: [$0]).name == name }
      }
      found.diagnostics += read.diagnostics
      found.watched.append(editor)
    }
    // A single open file in a home folder must not trigger a search of the whole folder.
    let isNamed =
      workspace.contains { Path.relative(folder, to: $0) != nil || $0 == folder } || package != nil
      || configuration != nil || editor != nil
    // A document may be open in the editor before its folder exists.
    let exists = FileSystem.kind(of: folder) == .directory
    let search = DocumentSearch.run(
      exists ? [folder] : [], schemas: [], bounds: isNamed ? .editor : .flat)
    found.diagnostics += search.diagnostics.filter { $0.code != .noDocuments }
    let atRoot = package.map(rootSchemas) ?? []
    found.inputs.schemas =
      [found.inputs.configuration.schemas, editorProject.schemas, search.schemas, atRoot].first {
        !$0.isEmpty
      }
      ?? []
    let schemas = Set(found.inputs.schemas.map(Path.normalized))
    var documents = search.documents.filter {
      !schemas.contains(Path.normalized($0.path)) && isOwn($0.path)
    }
    let known = Set(documents.map(\.path))
    for path in open where !known.contains(path) && !search.schemas.contains(path) && !schemas.contains(path)
    {
      guard DocumentSearch.isDocument(Path.lastComponent(of: path)) || Document.isSwift(path),
        Path.relative(path, to: folder) != nil,
        isOwn(path)
      else {
        continue
      }
      documents.append(Document(path: path))
    }
    found.inputs.documents = documents
    found.inputs.isConfigurationShared =
      configuration != nil && Path.parent(of: configuration ?? "") != folder
    found.inputs.searched = [folder]
    found.folders = search.folders + [package].compactMap { $0 }
    return found
  }

  /// The schemas at the root of a package, which apply to targets without their own.
  private static func rootSchemas(_ package: String) -> [String] {
    let names = (try? FileSystem.names(in: package)) ?? []
    return names.filter(DocumentSearch.isSchema).map { Path.join(package, $0) }
  }
}
