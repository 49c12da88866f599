import ApusEmitter
import ApusSource
import ApusSwiftSource

/// Finds documents in the paths on a command line.
package struct DocumentSearch {
  /// The documents, in the order of the given paths, and by name within a folder.
  package private(set) var documents: [Document] = []
  /// Files that are schemas by name.
  package private(set) var schemas: [String] = []
  /// Documents and schemas, including those whose output name the compiler would reject.
  package private(set) var files: [String] = []
  package private(set) var diagnostics: [Diagnostic] = []
  /// All folders that were searched.
  package private(set) var folders: [String] = []
  /// Schema files, which are not documents even if their name looks like one.
  private let excluded: Set<String>
  private var inputOfOutput: [String: String] = [:]
  private var known: Set<String> = []
  /// The number of documents and schemas that were met, including those that were met before or are excluded.
  private var met = 0
  private let bounds: Bounds
  /// The folders that enclose the current one. A link back to one of them is not followed.
  private var open: Set<FileIdentity> = []

  /// Limits for searching a folder that nobody chose, such as the one an editor happens to be in.
  package struct Bounds {
    /// The maximum number of folders.
    var folderCount: Int
    /// Names of folders to skip, because other tools fill them.
    var passedOver: Set<String>

    /// No limits.
    package static let none = Bounds(folderCount: .max, passedOver: [])
    package static let editor = Bounds(
      folderCount: 5000, passedOver: ["DerivedData", "node_modules", "Pods", "Carthage"])
    /// Only the folder itself, without subfolders.
    package static let flat = Bounds(folderCount: 1, passedOver: [])
  }

  /// Searches `paths`. A file is taken as given; a folder is searched for documents.
  ///
  /// - Parameters:
  ///   - schemas: the schema files, which are excluded.
  ///   - target: the target's folder. Outputs are named after paths relative to it.
  ///   - needsDocuments: whether finding only schemas is an error, because the caller has nothing to do without documents.
  package static func run(
    _ paths: [String], schemas: [String], target: String? = nil, needsDocuments: Bool = false,
    bounds: Bounds = .none
  ) -> DocumentSearch {
    var search = DocumentSearch(excluded: Set(schemas.map(Path.normalized)), bounds)
    var emptyFolders: [String] = []
    for path in paths {
      let count = search.met
      search.add(path, in: target)
      // A pattern of the shell gives Swift files without documents, too.
      if search.met == count, FileSystem.kind(of: path) == .directory { emptyFolders.append(path) }
    }
    let isEmpty = search.documents.isEmpty && (needsDocuments || search.schemas.isEmpty)
    if isEmpty || !emptyFolders.isEmpty, !search.diagnostics.contains(where: { $0.severity == .error }) {
      let places = (isEmpty ? paths : emptyFolders).joined(separator: ", ")
      search.diagnostics.append(
        Diagnostic(
          .error, .noDocuments,
          "No file whose name ends in '.graphql', and no Swift file with a GraphQLSource, in \(places). "
            + "Pass a folder that contains operations, or a file."
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
      met += 1
      documents.append(Document(path: path))
      files.append(path)
      return
    }
    switch FileSystem.kind(of: path) {
    case .directory: search(path, below: path)
    case .file where DocumentSearch.isSchema(Path.lastComponent(of: path)): addSchema(path)
    case .file where excluded.contains(Path.normalized(path)): met += 1
    case .file where Document.isSwift(path) && !hasDocuments(path): break
    case .file, .other:
      add(path, named: target.flatMap { Path.relative(path, to: $0) } ?? Path.lastComponent(of: path))
    case nil:
      diagnostics.append(
        Diagnostic(
          .error, .unreadableFile, "There is no file or folder at '\(path)'. Correct the path.", path: path))
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
    // Hidden folders, such as `.build`, belong to tools.
    for (name, kind) in entries where !name.hasPrefix(".") {
      let path = Path.join(directory, name)
      switch kind {
      case .directory where bounds.passedOver.contains(name): continue
      case .directory where folders.count >= bounds.folderCount: noteBound(path)
      case .directory: search(path, below: top)
      case .file where excluded.contains(Path.normalized(path)) && !DocumentSearch.isSchema(name): met += 1
      case .file where DocumentSearch.isSchema(name): addSchema(path)
      case .file where DocumentSearch.isDocument(name) || Document.isSwift(name) && hasDocuments(path):
        add(path, named: Path.relative(path, to: top) ?? name)
        diagnostics += [Diagnostic.mistakenName(path)].compactMap(\.self)
      case nil
      where FileSystem.isLink(path) && (DocumentSearch.isDocument(name) || DocumentSearch.isSchema(name)):
        diagnostics.append(
          Diagnostic(
            .error, .unreadableFile, "The link is broken. Correct or remove it.", path: path))
      case .file: diagnostics += [Diagnostic.mistakenName(path)].compactMap(\.self)
      default: break
      }
    }
  }

  /// Reports once that the search was limited, unless it was for a single folder.
  private mutating func noteBound(_ path: String) {
    if bounds.folderCount == 1 || diagnostics.contains(where: { $0.code == .unsearchedFolder }) { return }
    diagnostics.append(
      Diagnostic(
        .warning, .unsearchedFolder,
        "There are more than \(bounds.folderCount) folders, so this one and others are not searched for documents."
          + " Put an apus.json into the folder with the GraphQL files, or open that folder.", path: path))
  }

  /// Whether a file name is that of a document. By convention, `schema.graphql` is a schema.
  package static func isDocument(_ name: String) -> Bool {
    name.hasSuffix(".graphql") && name != "schema.graphql"
  }

  /// Whether a file name is that of a schema.
  package static func isSchema(_ name: String) -> Bool {
    name.hasSuffix(".graphqls") || name == "schema.graphql" || name == "schema.json"
  }

  private mutating func addSchema(_ path: String) {
    met += 1
    schemas.append(path)
    files.append(path)
  }

  /// Whether a Swift file has documents. Outputs of earlier runs have none.
  private mutating func hasDocuments(_ path: String) -> Bool {
    do throws(FileError) {
      let source = try FileSystem.read(path)
      let isOutput = source.text(0, Emitter.firstLine.utf8.count) == Emitter.firstLine
      return !isOutput && SwiftDocuments.mayContainSome(source)
    } catch {
      // Documents may need those in the file, so it is not passed over.
      diagnostics.append(.unreadable(error))
      return false
    }
  }

  private mutating func add(_ path: String, named name: String) {
    met += 1
    guard known.insert(Path.normalized(path)).inserted else {
      diagnostics.append(
        Diagnostic(.warning, .givenTwice, "The document is given twice. It is compiled once.", path: path))
      return
    }
    files.append(path)
    let target = OutputName.forDocument(at: name)
    if let other = inputOfOutput.updateValue(path, forKey: target) {
      diagnostics.append(
        Diagnostic(
          .error, .sameOutput,
          "'\(other)' and '\(path)' would both become '\(target)'. Pass the folder that contains both instead.",
          path: path))
      return
    }
    documents.append(Document(path: path, output: target))
  }
}
