import ApusDriver
import ApusLanguageService
import ApusSource

/// The folders that tools for coding agents may read, and the projects in them.
///
/// A path that an agent passes must lead into the folders. A project's own files may be elsewhere: those that the user's
/// configuration, package or builds name, and those that symbolic links in the folders lead to.
///
/// Each call reads the files again, so no result is older than its call.
struct AgentTools {
  /// The instructions that clients may show to an agent.
  static let instructions = """
    Apus compiles GraphQL documents to Swift. Before writing a query or fragment, find the fields with find_in_schema. Check \
    the text with check_document before writing the file, and see with show_swift which names and types it generates. Never \
    write or edit generated Swift.
    """

  let folders: [String]
  private let recorded: RecordedRuns
  private let log: (String) -> Void

  init(folders: [String], arguments: [String], log: @escaping (String) -> Void) {
    let current = FileSystem.currentDirectory ?? "/"
    let given = folders.isEmpty ? [current] : folders.map { Path.join(current, $0) }
    self.folders = given.map(Path.normalized)
    recorded = RecordedRuns(arguments, log: log)
    self.log = log
  }

  // MARK: - Projects

  /// A workspace with the current files.
  ///
  /// - Parameter document: a document's text that replaces the file at its path, whether that file exists or not.
  func workspace(with document: (path: String, text: String)? = nil) -> Workspace {
    let workspace = Workspace(folders, recorded: recorded, log: log)
    if let document { workspace.texts.open(document.path, uri: "", version: nil, text: document.text) }
    return workspace
  }

  /// The projects of all documents and schemas in the folders.
  func projects(_ workspace: Workspace) -> [Project] {
    let search = DocumentSearch.run(folders, schemas: [], bounds: .editor)
    let documents = search.documents.map {
      (path: $0.path, folder: ProjectLayout.folder(of: $0.path, in: folders))
    }
    // The folder of a package also contains its targets, so those come first.
    for document in documents.sorted(by: { $0.folder.utf8.count > $1.folder.utf8.count }) {
      _ = workspace.project(for: document.path)
    }
    for schema in search.schemas { _ = workspace.project(for: schema) }
    return workspace.ordered
  }

  /// A project's name: its folder, relative to the agent's, and its name in a `.graphqlrc.json` with several.
  func name(of project: Project) -> String {
    let relative = folders.lazy.compactMap { Path.relative(project.folder, to: $0) }.first
    let folder = folders.contains(project.folder) ? "." : relative ?? project.folder
    return project.name.map { "\(folder)#\($0)" } ?? folder
  }

  /// The project that an agent names. Without a name, the projects must have the same schema.
  func project(_ name: String?, in workspace: Workspace) throws(ToolError) -> Project {
    let all = projects(workspace)
    if let name { return try project(named: name, among: all) }
    guard let first = all.first(where: \.hasSchema) ?? all.first else {
      throw ToolError(
        "There are no GraphQL documents and no schema in \(folders.joined(separator: ", ")). A schema is a file named "
          + "schema.graphqls or schema.json in the folder of a target. Start the server with the folder of the package."
      )
    }
    let schemas = Set(all.filter(\.hasSchema).map { $0.session.inputs.schemas })
    if schemas.count > 1 {
      throw ToolError("The targets have different schemas. Pass one of these as \"project\": \(list(all)).")
    }
    return first
  }

  private func project(named name: String, among all: [Project]) throws(ToolError) -> Project {
    let wanted = Path.normalized(name)
    if let found = all.first(where: {
      self.name(of: $0) == name || self.name(of: $0) == wanted || $0.folder == wanted
    }) {
      return found
    }
    let byLastName = all.filter { Path.lastComponent(of: self.name(of: $0)) == wanted }
    if let found = byLastName.first, byLastName.count == 1 { return found }
    throw ToolError("There is no project \"\(name)\". The projects are: \(all.isEmpty ? "none" : list(all)).")
  }

  /// The maximum number of projects, or of a project's schema files, that a sentence names.
  static let maximumNames = 40

  /// The names of projects for a sentence.
  func list(_ projects: [Project]) -> String {
    let names = projects.prefix(AgentTools.maximumNames).map { "\"\(name(of: $0))\"" }.joined(separator: ", ")
    let rest = projects.count - AgentTools.maximumNames
    return rest > 0 ? "\(names) and \(rest) more, which list_projects names" : names
  }

  // MARK: - Files

  /// Makes an agent's path absolute. It must be in one of the folders, also after its symbolic links are resolved, so that an
  /// agent names no other files.
  func path(_ given: String) throws(ToolError) -> String {
    let candidates = folders.map { Path.normalized(Path.join($0, given)) }
    let inside = candidates.filter { path in folders.contains { Path.relative(path, to: $0) != nil } }
    guard let first = inside.first else {
      throw ToolError("\"\(given)\" is outside of \(folders.joined(separator: ", ")), so it is not read.")
    }
    let path = inside.first { FileSystem.kind(of: $0) != nil } ?? first
    let real = FileSystem.resolved(path)
    guard folders.contains(where: { Path.relative(real, to: FileSystem.resolved($0)) != nil }) else {
      throw ToolError(
        "\"\(given)\" leads by a symbolic link to a place outside of \(folders.joined(separator: ", ")), so it is not "
          + "read. Start the server with the folder that contains that place, too.")
    }
    return path
  }

  /// The path of a file that exists.
  func existingFile(_ given: String) throws(ToolError) -> String {
    let path = try path(given)
    switch FileSystem.kind(of: path) {
    case .file: return path
    case .directory: throw ToolError("\"\(given)\" is a folder. Pass a file.")
    default: throw ToolError("There is no file \"\(given)\" in \(folders.joined(separator: ", ")).")
    }
  }

  /// A path as agents see it: relative to the only folder, or absolute.
  func shown(_ path: String) -> String {
    guard folders.count == 1, let relative = Path.relative(path, to: folders[0]) else { return path }
    return relative
  }
}
