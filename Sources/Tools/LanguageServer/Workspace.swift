import ApusDriver
import ApusSource

/// The projects of some folders. Editors and coding agents ask it which project compiles a file.
final class Workspace {
  /// The folders that are open in the editor, or that an agent may ask about.
  var folders: [String]
  let texts = Texts()
  /// The runs that builds have recorded.
  let recorded: RecordedRuns
  /// Projects by folder, followed by the project's name if a `.graphqlrc.json` has several.
  private(set) var projects: [String: Project] = [:]
  /// The build records that existed when projects were last looked up.
  private(set) var knownRecords: [String] = []
  private let log: (String) -> Void

  init(
    _ folders: [String] = [], recorded: RecordedRuns, log: @escaping (String) -> Void = { _ in }
  ) {
    self.folders = folders
    self.recorded = recorded
    self.log = log
  }

  /// The projects, ordered by folder.
  var ordered: [Project] { projects.values.sorted { $0.folder < $1.folder } }

  /// The project that a document belongs to, which is created when it is first asked for.
  func project(for path: String) -> Project {
    if let known = projects.values.first(where: { $0.owns(path) }) { return known }
    let isFile = path.hasPrefix("/")
    if isFile, let project = projectOfBuild(for: path) { return project }
    let folder = isFile ? ProjectLayout.folder(of: path, in: folders) : folders.first ?? "/"
    let name = ProjectLayout.projectName(of: path, in: folder)
    let key = name.map { "\(folder)\n\($0)" } ?? folder
    if let known = projects[key] { return known }
    let texts = texts
    let project = Project(folder: folder, name: name, texts: texts) { [weak self] in
      ProjectLayout.find(
        folder, project: name, open: texts.openPaths, workspace: self?.folders ?? [])
    }
    add(project, key)
    return project
  }

  private func add(_ project: Project, _ key: String) {
    projects[key] = project
    let inputs = project.session.inputs
    let schemas = inputs.schemas.joined(separator: ", ")
    log("\(key): \(inputs.documents.count) documents, schema: \(schemas)")
  }

  /// The project of the build that compiles a document, according to build records; nil if there is none.
  private func projectOfBuild(for path: String) -> Project? {
    let folders = recordFolders([path])
    knownRecords = recorded.files(recordFolders())
    guard let file = recorded.file(for: path, folders) else { return nil }
    if let known = projects[file] { return known }
    let texts = texts
    let recorded = recorded
    guard let found = recorded.find(file, open: texts.openPaths, folders) else { return nil }
    let folder = recorded.run(file)?.folder ?? Path.parent(of: path)
    var last = found
    let project = Project(folder: folder, texts: texts) {
      // While a build is writing its arguments, keep the previous ones.
      last = recorded.find(file, open: texts.openPaths, folders) ?? last
      return last
    }
    add(project, file)
    return project
  }

  /// The folders that may contain build records: the workspace folders, and the packages of documents.
  ///
  /// - Parameter paths: the documents; by default, all open ones.
  func recordFolders(_ paths: [String]? = nil) -> [String] {
    var folders = folders
    for path in paths ?? texts.openPaths where path.hasPrefix("/") {
      if let package = ProjectLayout.package(of: Path.parent(of: path)), !folders.contains(package) {
        folders.append(package)
      }
    }
    return folders
  }

  /// Whether a build record appeared or disappeared, so that documents may belong to different projects.
  var hasOtherRecords: Bool { recorded.files(recordFolders()) != knownRecords }

  /// Forgets all projects and looks up those of the open documents.
  func findProjectsAnew() {
    knownRecords = recorded.files(recordFolders())
    projects = [:]
    for path in texts.openPaths { _ = project(for: path) }
  }
}
