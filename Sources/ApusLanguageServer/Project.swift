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
  /// Whether a build says what belongs together, so that nothing else is to be looked for.
  private var isOfBuild: Bool
  /// Files beside schemas and documents whose changes matter.
  private var watched: [String]
  private let texts: Texts
  private let find: () -> FoundProject
  private var stamps: [String: String] = [:]
  private var documentStamps: [String: String] = [:]
  private var lastSearch: [String] = []

  init(folder: String, texts: Texts, find: @escaping () -> FoundProject) {
    self.folder = folder
    self.texts = texts
    self.find = find
    let found = find()
    diagnostics = found.diagnostics
    isOfBuild = found.isOfBuild
    watched = found.watched
    session = CheckSession(found.inputs) { [texts] (path) throws(FileError) in try texts.read(path) }
    lastSearch = Project.shape(found)
    stamps = stamps(of: found.inputs.schemas + found.watched)
    documentStamps = stamps(of: found.inputs.documents.map(\.path))
  }

  /// The `apus.json` that holds for the project.
  var configurationPath: String? {
    watched.first { Path.lastComponent(of: $0) == ConfigurationFile.name }
  }

  var hasSchema: Bool { !session.inputs.schemas.isEmpty }

  /// Whether a document is compiled by the project itself, or a file is of its schema.
  func owns(_ path: String) -> Bool {
    session.inputs.documents.contains { $0.path == path && $0.module == nil } || isSchema(path)
  }

  /// Whether a file is read, also as a document of a module below.
  func contains(_ path: String) -> Bool {
    session.inputs.documents.contains { $0.path == path } || session.inputs.schemas.contains(path)
  }

  func isSchema(_ path: String) -> Bool { session.inputs.schemas.contains(path) }

  private static func shape(_ found: FoundProject) -> [String] {
    found.inputs.documents.map(\.path) + ["--"] + found.inputs.schemas
  }

  private func stamps(of paths: [String]) -> [String: String] {
    var stamps: [String: String] = [:]
    for path in paths { stamps[path] = texts.stamp(path) }
    return stamps
  }

  /// Searches for files that came or went, and reads schema and configuration again where they changed.
  func refresh() {
    let found = find()
    isOfBuild = found.isOfBuild
    watched = found.watched
    let shape = Project.shape(found)
    let stamps = stamps(of: found.inputs.schemas + found.watched)
    let documentStamps = self.stamps(of: found.inputs.documents.map(\.path))
    if stamps != self.stamps {
      diagnostics = found.diagnostics
      session.inputs = found.inputs
      session.loadSchema()
      isStale = true
    } else if shape != lastSearch || documentStamps != self.documentStamps {
      diagnostics = found.diagnostics
      session.inputs = found.inputs
      isStale = true
    }
    self.stamps = stamps
    self.documentStamps = documentStamps
    lastSearch = shape
  }

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
    let unknown = isOfBuild ? [] : SharedFragments.unknown(in: result)
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
  /// Whether it is what a build compiles, by the arguments that it has noted.
  var isOfBuild = false
}
