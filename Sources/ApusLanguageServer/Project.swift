import ApusCompiler
import ApusDiagnostics
import ApusLanguageService
import ApusSyntax

/// What one run of the compiler would take: a schema, a configuration and documents.
final class Project {
  /// The folder that its documents stand in.
  let folder: String
  private(set) var session: CheckSession
  /// The result of the last check of all documents.
  private(set) var checked: CheckedDocuments?
  /// What was found of the project's files, apart from their contents.
  private(set) var diagnostics: [Diagnostic] = []
  /// Paths for which diagnostics are published.
  var published: Set<String> = []
  /// Whether something changed since the last check.
  var isStale = true
  /// Whether the last check was made to answer a question, and its diagnostics are still to be published.
  var isUnpublished = false
  /// Whether the Swift that would be generated has been looked at since the last check.
  var isLowered = false
  /// What only the way to Swift has found.
  var lowered: [Diagnostic] = []

  /// When its files were looked at last, by the server's clock.
  var refreshed = Int.min / 2
  /// Documents that changed since they were looked at last.
  var changed: Set<String> = []
  /// Whether documents of other targets took part in the last check.
  private(set) var hasShared = false
  private let texts: Texts
  private let find: () -> FoundProject
  /// What was found when the project's files were searched last.
  private var found: FoundProject
  private var own: Set<String> = []
  private var documents: Set<String> = []
  private var schemas: Set<String> = []
  /// The files as they were when they were looked at last.
  private let states: States

  /// The states of files that a project reads, for whoever reads them.
  private final class States {
    /// Of schemas and configurations.
    var rules: [Texts.State] = []
    /// Of the documents that were found, in their order.
    var documents: [Texts.State] = []
    var folders: [Texts.State] = []
    var byPath: [String: Texts.State] = [:]
  }

  init(folder: String, texts: Texts, find: @escaping () -> FoundProject) {
    self.folder = folder
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

  /// The `apus.json` that holds for the project.
  var configurationPath: String? {
    found.watched.first { Path.lastComponent(of: $0) == ConfigurationFile.name }
  }

  var hasSchema: Bool { !schemas.isEmpty }

  /// Whether a document is compiled by the project itself, or a file is of its schema.
  func owns(_ path: String) -> Bool { own.contains(path) || isSchema(path) }

  /// Whether a file is read, also as a document of a module below.
  func contains(_ path: String) -> Bool { documents.contains(path) || isSchema(path) }

  func isSchema(_ path: String) -> Bool { schemas.contains(path) }

  /// Asks for the states of all files and notes them.
  ///
  /// - Returns: whether schemas or configurations are other than before, and whether documents are.
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

  /// Searches for files that came or went, and reads schema and configuration again where they changed.
  ///
  /// - Parameter isQuick: whether to do without the search while the folders that were searched are as they were.
  func refresh(isQuick: Bool = false) {
    let folders = found.folders.map(texts.state)
    var changes = (rules: false, documents: false)
    if isQuick, folders == states.folders {
      changes = look()
      // A configuration may name other files now.
      if !changes.rules, !states.documents.contains(.missing) {
        if changes.documents { isStale = true }
        return
      }
    }
    let last = found
    take(find())
    // Of before the search: what comes while it runs is found by the next one.
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

  /// A larger document is not checked: it would take the editor's breath at each keystroke.
  static let maximumSize = 16 << 20

  private static func notChecked(_ path: String) -> Diagnostic {
    Diagnostic(
      .warning, .fileTooLarge,
      "Documents of more than \(maximumSize >> 20) MiB are not checked while they are written. The build checks them.",
      path: path)
  }

  /// Checks all documents, with those of other targets that define fragments which these spread.
  func check() {
    let all = session.inputs.documents
    let large = all.filter { texts.size($0.path) > Project.maximumSize }
    if !large.isEmpty { session.inputs.documents.removeAll { texts.size($0.path) > Project.maximumSize } }
    defer { session.inputs.documents = all }
    var result = session.check().with(large.map { Project.notChecked($0.path) })
    let unknown = found.isOfBuild ? [] : SharedFragments.unknown(in: result)
    hasShared = false
    if !unknown.isEmpty {
      let own = session.inputs.documents
      let shared = SharedFragments.documents(defining: unknown, besides: folder, texts)
      if !shared.isEmpty {
        session.inputs.documents = own + shared
        result = session.check().with(large.map { Project.notChecked($0.path) })
        session.inputs.documents = own
        hasShared = true
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

  /// Checks the documents that changed since the last check of all, with those whose fragments they reach.
  ///
  /// - Returns: the diagnostics of each of them; nil where nothing is known of the others yet.
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

  /// What questions about the meaning of one document are answered from: after a change the document alone is read.
  func analysis(of path: String) -> Analysis? {
    if !isStale { return analysis }
    return session.check([path]).index.map(Analysis.init)
  }

  /// What questions are answered from.
  var analysis: Analysis? { checked?.index.map(Analysis.init) }
}

/// What a search of a project's files comes to.
struct FoundProject {
  var inputs: Inputs
  var diagnostics: [Diagnostic] = []
  /// Configurations, whose changes matter.
  var watched: [String] = []
  /// The folders whose entries the search has looked at.
  var folders: [String] = []
  /// Whether it is what a build compiles, by the arguments that it has noted.
  var isOfBuild = false
}
