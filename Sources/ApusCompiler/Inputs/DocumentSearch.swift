import ApusDiagnostics

/// Finds the documents that paths on a command line stand for.
package struct DocumentSearch {
  /// What was found, in the order of the paths given, in a folder in the order of names.
  package private(set) var documents: [Document] = []
  /// Files that are schemas by their names.
  package private(set) var schemas: [String] = []
  /// Documents and schemas, also those that the compiler would refuse for the name of their output.
  package private(set) var files: [String] = []
  package private(set) var diagnostics: [Diagnostic] = []
  /// The folders that were searched, at every depth.
  package private(set) var folders: [String] = []
  /// Schemas, which are no documents even where their name ends like one's.
  private let excluded: Set<String>
  private var inputOfOutput: [String: String] = [:]
  private var known: Set<String> = []
  private let bounds: Bounds
  /// The folders around the one being searched: a link back to one of them is not followed.
  private var open: Set<FileIdentity> = []

  /// How far a search goes in folders that nobody has named for it, such as the one that an editor happens to be in.
  package struct Bounds {
    /// The folders that are searched at most.
    var folderCount: Int
    /// The names of folders that other tools fill.
    var passedOver: Set<String>

    /// Nothing but what the paths say.
    package static let none = Bounds(folderCount: .max, passedOver: [])
    package static let editor = Bounds(
      folderCount: 5000, passedOver: ["DerivedData", "node_modules", "Pods", "Carthage"])
    /// A folder without those in it.
    package static let flat = Bounds(folderCount: 1, passedOver: [])
  }

  /// Searches `paths`: a file stands for itself, a folder for every document below it.
  ///
  /// - Parameters:
  ///   - schemas: the schema's files: they are left out.
  ///   - target: the folder of the target that the documents are of; files in it are named by their paths below it.
  package static func run(
    _ paths: [String], schemas: [String], target: String? = nil, bounds: Bounds = .none
  ) -> DocumentSearch {
    var search = DocumentSearch(excluded: Set(schemas.map(Path.normalized)), bounds)
    for path in paths { search.add(path, in: target) }
    if search.documents.isEmpty, search.schemas.isEmpty, search.diagnostics.isEmpty {
      let places = paths.joined(separator: ", ")
      search.diagnostics.append(
        Diagnostic(
          .error, .noDocuments,
          "No file whose name ends in '.graphql' in \(places). Give a folder that holds operations, or a file."
        ))
    }
    return search
  }

  private init(excluded: Set<String>, _ bounds: Bounds) {
    self.excluded = excluded
    self.bounds = bounds
  }

  private mutating func add(_ path: String, in target: String?) {
    if path == FileSystem.standardInput {
      documents.append(Document(path: path))
      files.append(path)
      return
    }
    switch FileSystem.kind(of: path) {
    case .directory: search(path, below: path)
    case .file where Starter.isSchema(Path.lastComponent(of: path)): addSchema(path)
    case .file where excluded.contains(Path.normalized(path)): break
    case .file, .other:
      add(path, named: target.flatMap { Path.relative(path, to: $0) } ?? Path.lastComponent(of: path))
    case nil:
      diagnostics.append(
        Diagnostic(.error, .unreadableFile, "Nothing is at '\(path)'. Correct the path.", path: path))
    }
  }

  private mutating func search(_ directory: String, below top: String) {
    guard let identity = FileSystem.identity(of: directory), open.insert(identity).inserted else { return }
    defer { open.remove(identity) }
    folders.append(directory)
    let entries: [(name: String, kind: FileSystem.Kind?)]
    do {
      entries = try FileSystem.entries(in: directory)
    } catch {
      diagnostics.append(
        Diagnostic(.error, .unreadableFile, "The folder cannot be read: \(error.reason).", path: directory))
      return
    }
    // Hidden folders hold what tools keep for themselves, `.build` among them.
    for (name, kind) in entries where !name.hasPrefix(".") {
      let path = Path.join(directory, name)
      switch kind {
      case .directory where bounds.passedOver.contains(name): continue
      case .directory where folders.count >= bounds.folderCount: noteBound(path)
      case .directory: search(path, below: top)
      case .file where Starter.isSchema(name): addSchema(path)
      case .file where DocumentSearch.isDocument(name):
        if excluded.contains(Path.normalized(path)) { continue }
        add(path, named: Path.relative(path, to: top) ?? name)
      case nil where FileSystem.isLink(path) && (DocumentSearch.isDocument(name) || Starter.isSchema(name)):
        diagnostics.append(
          Diagnostic(
            .error, .unreadableFile, "The link leads nowhere. Correct or remove it.", path: path))
      default: break
      }
    }
  }

  /// Says once where the search has ended, unless it was to look at one folder alone.
  private mutating func noteBound(_ path: String) {
    if bounds.folderCount == 1 || diagnostics.contains(where: { $0.code == .unsearchedFolder }) { return }
    diagnostics.append(
      Diagnostic(
        .warning, .unsearchedFolder,
        "More than \(bounds.folderCount) folders: this one and others are not searched for documents."
          + " Put an apus.json into the folder that holds the GraphQL, or open that one.", path: path))
  }

  /// Whether a file of that name holds operations and fragments; `schema.graphql` is a schema by convention.
  package static func isDocument(_ name: String) -> Bool {
    name.hasSuffix(".graphql") && name != "schema.graphql"
  }

  private mutating func addSchema(_ path: String) {
    schemas.append(path)
    files.append(path)
  }

  private mutating func add(_ path: String, named name: String) {
    guard known.insert(Path.normalized(path)).inserted else {
      diagnostics.append(
        Diagnostic(.warning, .givenTwice, "The document is given twice; it is compiled once.", path: path))
      return
    }
    files.append(path)
    let target = OutputName.forDocument(at: name)
    if let other = inputOfOutput.updateValue(path, forKey: target) {
      diagnostics.append(
        Diagnostic(
          .error, .sameOutput,
          "'\(other)' and '\(path)' would both become '\(target)'. Give the folder that holds both instead.",
          path: path))
      return
    }
    documents.append(Document(path: path, output: target))
  }
}
