import ApusDriver
import ApusSource
import ApusLanguageService
import ApusSyntax

/// The input of one compiler run: a schema, a configuration and documents.
final class Project {
  /// The folder that contains its documents.
  let folder: String
  /// Its name in a `.graphqlrc.json` with several projects.
  let name: String?
  private(set) var session: CheckSession
  /// The result of the last check of all documents.
  private(set) var checked: CheckedDocuments?
  /// Diagnostics about which files belong to the project, not about their contents.
  private(set) var diagnostics: [Diagnostic] = []
  /// The paths with published diagnostics.
  var published: Set<String> = []
  /// Whether something changed since the last check.
  var isStale = true
  /// Whether the last check only served a request, so that its diagnostics are not published yet.
  var isUnpublished = false
  /// Whether the documents have been lowered since the last check.
  var isLowered = false
  /// Diagnostics that only lowering finds.
  var lowered: [Diagnostic] = []

  /// When its files were last looked at, by the server's clock.
  var refreshed = Int.min / 2
  /// Documents that changed since they were last looked at.
  var changed: Set<String> = []
  /// The documents of other targets that the last check included.
  private(set) var shared: [Document] = []
  var hasShared: Bool { !shared.isEmpty }
  let texts: Texts
  private let find: () -> FoundProject
  /// The result of the last search for the project's files.
  private var found: FoundProject
  private var own: Set<String> = []
  private var documents: Set<String> = []
  private var schemas: Set<String> = []
  /// The states of the files when they were last looked at.
  private let states: States

  /// The states of the files that a project reads.
  private final class States {
    /// States of schemas and configurations.
    var rules: [Texts.State] = []
    /// States of the documents, in their order.
    var documents: [Texts.State] = []
    var folders: [Texts.State] = []
    var byPath: [String: Texts.State] = [:]
  }

  init(folder: String, name: String? = nil, texts: Texts, find: @escaping () -> FoundProject) {
    self.folder = folder
    self.name = name
    self.texts = texts
    self.find = find
    let found = find()
    let states = States()
    self.found = found
    self.states = states
    diagnostics = found.diagnostics
    session = CheckSession(found.inputs) { [texts] (path) throws(FileError) in
      try texts.read(path, in: states.byPath[path])
    }
    take(found)
    look()
  }

  private func take(_ found: FoundProject) {
    self.found = found
    own = Set(found.inputs.documents.filter { $0.module == nil }.map(\.path))
    documents = Set(found.inputs.documents.map(\.path))
    schemas = Set(found.inputs.schemas)
  }

  /// The `apus.json` that applies to the project.
  var configurationPath: String? {
    found.watched.first { Path.lastComponent(of: $0) == ConfigurationFile.name }
  }

  var hasSchema: Bool { !schemas.isEmpty }

  /// Whether the project itself compiles a document, or a file belongs to its schema.
  func owns(_ path: String) -> Bool { own.contains(path) || isSchema(path) }

  /// Whether a file is read, including documents of dependencies.
  func contains(_ path: String) -> Bool { documents.contains(path) || isSchema(path) }

  func isSchema(_ path: String) -> Bool { schemas.contains(path) }

  /// Updates the states of all files.
  ///
  /// - Returns: whether schemas or configurations changed, and whether documents changed.
  @discardableResult
  private func look() -> (rules: Bool, documents: Bool) {
    let rules = (found.inputs.schemas + found.watched).map(texts.state)
    let documents = found.inputs.documents.map { texts.state($0.path) }
    let changes = (rules: rules != states.rules, documents: documents != states.documents)
    if changes.rules { states.rules = rules }
    if changes.documents {
      states.documents = documents
      states.byPath.removeAll(keepingCapacity: true)
      for (document, state) in zip(found.inputs.documents, documents) { states.byPath[document.path] = state }
    }
    return changes
  }

  /// Searches for added and deleted files, and rereads the schema and configuration if they changed.
  ///
  /// - Parameter isQuick: whether to skip the search if the searched folders are unchanged.
  func refresh(isQuick: Bool = false) {
    let folders = found.folders.map(texts.state)
    var changes = (rules: false, documents: false)
    if isQuick, folders == states.folders {
      changes = look()
      // The configuration may now name other files.
      if !changes.rules, !states.documents.contains(.missing) {
        if changes.documents { isStale = true }
        return
      }
    }
    let last = found
    take(find())
    // Use the state from before the search, so that a file that appears during it is found next time.
    states.folders = found.folders == last.folders ? folders : []
    let isOther = documentPaths(found) != documentPaths(last) || found.inputs.schemas != last.inputs.schemas
    let more = look()
    changes = (rules: changes.rules || more.rules, documents: changes.documents || more.documents)
    guard changes.rules || changes.documents || isOther else { return }
    diagnostics = found.diagnostics
    session.inputs = found.inputs
    if changes.rules { session.loadSchema() }
    isStale = true
  }

  private func documentPaths(_ found: FoundProject) -> [String] { found.inputs.documents.map(\.path) }

  /// The maximum size of a document in bytes. Checking a larger one at each keystroke would block the editor.
  static let maximumSize = 16 << 20

  private static func notChecked(_ path: String) -> Diagnostic {
    Diagnostic(
      .warning, .fileTooLarge,
      "Documents of more than \(maximumSize >> 20) MiB are not checked while you edit them. The build checks them.",
      path: path)
  }

  /// Checks all documents, including those of other targets that define fragments used here.
  func check() {
    let all = session.inputs.documents
    let large = all.filter { texts.size($0.path) > Project.maximumSize }
    if !large.isEmpty { session.inputs.documents.removeAll { texts.size($0.path) > Project.maximumSize } }
    defer { session.inputs.documents = all }
    var result = session.check().with(large.map { Project.notChecked($0.path) })
    let unknown = found.isOfBuild ? [] : SharedFragments.unknown(in: result)
    shared = []
    if !unknown.isEmpty {
      let own = session.inputs.documents
      shared = SharedFragments.documents(defining: unknown, besides: folder, texts)
      if !shared.isEmpty {
        session.inputs.documents = own + shared
        result = session.check().with(large.map { Project.notChecked($0.path) })
        session.inputs.documents = own
        let paths = Set(shared.map(\.path))
        result = result.without { SharedFragments.concerns($0, paths) }
      }
    }
    checked = result
    lowered = []
    isStale = false
    isLowered = hasShared
    changed = []
  }

  /// Checks the documents that changed since the last full check, and those whose fragments they use.
  ///
  /// - Returns: the diagnostics of each document; nil if a full check is needed first.
  func checkNear() -> [String: [Diagnostic]]? {
    guard let checked, let index = checked.index, !changed.isEmpty, !hasShared,
      !changed.contains(where: { texts.size($0) > Project.maximumSize })
    else { return nil }
    let reach = FragmentReach(index)
    let sources = changed.compactMap { path in try? texts.read(path) }
    let found = session.check(reach.paths(from: sources)).diagnostics
    let last = Dictionary(grouping: checked.diagnostics) { $0.ranges.first?.file.path ?? "" }
    var result: [String: [Diagnostic]] = [:]
    for path in changed {
      let near = found.filter { diagnostic in
        diagnostic.ranges.first?.file.path == path && !FragmentReach.needsAllDocuments(diagnostic, index)
      }
      let kept = (last[path] ?? []).filter { FragmentReach.needsAllDocuments($0, index) }
      result[path] = (near + kept).sortedByPlace()
    }
    changed = []
    return result
  }

  /// The analysis for questions about one document. After a change, only that document is parsed again.
  func analysis(of path: String) -> Analysis? {
    if !isStale { return analysis }
    return session.check([path]).index.map(Analysis.init)
  }

  /// The analysis of the last full check.
  var analysis: Analysis? { checked?.index.map(Analysis.init) }
}

/// The result of a search for a project's files.
struct FoundProject {
  var inputs: Inputs
  var diagnostics: [Diagnostic] = []
  /// Configuration files to watch.
  var watched: [String] = []
  /// The folders that were searched.
  var folders: [String] = []
  /// Whether it comes from a recorded build.
  var isOfBuild = false
}
