import Foundation
import PackagePlugin

/// The GraphQL-related files of a target, or of a part of it, recognized by name.
struct TargetFiles {
  let name: String
  let module: String
  /// The folder that the documents' paths are relative to.
  let directory: URL
  /// The folder of a part, relative to the target's; empty if there is a single part, and for files outside of all
  /// parts.
  private(set) var part = ""
  private(set) var documents: [URL] = []
  private(set) var schemas: [URL] = []
  private(set) var configurations: [URL] = []
  /// Files that are almost named like one of those, so that nothing reads them.
  private(set) var mistaken: [URL] = []

  /// The Swift files that count as documents.
  enum SwiftFiles {
    case none, all
    /// Those in which the type of a document is named, for commands, which may read files.
    case mentioningDocuments

    func includes(_ file: URL) -> Bool {
      switch self {
      case .none: return false
      case .all: return true
      case .mentioningDocuments:
        let text = try? Data(contentsOf: file, options: .mappedIfSafe)
        return text?.range(of: Data("GraphQLSource".utf8)) != nil
      }
    }
  }

  init(name: String, module: String, directory: URL, files: [URL], swiftFiles: SwiftFiles = .none) {
    self.name = name
    self.module = module
    self.directory = directory
    for file in files {
      switch file.lastPathComponent {
      case let name where RootFiles.names.contains(name): configurations.append(file)
      case let name where RootFiles.isSchema(name): schemas.append(file)
      case let name where name.hasSuffix(".graphql"): documents.append(file)
      case let name where name.hasSuffix(".swift") && swiftFiles.includes(file): documents.append(file)
      default: break
      }
      if MistakenName.correction(of: file.lastPathComponent) != nil { mistaken.append(file) }
    }
    // The build system's order is unspecified.
    documents.sort { $0.absoluteString < $1.absoluteString }
    schemas.sort { $0.absoluteString < $1.absoluteString }
    configurations.sort { $0.absoluteString < $1.absoluteString }
  }

  init(_ target: any SourceModuleTarget, swiftFiles: SwiftFiles = .none) {
    self.init(
      name: target.name, module: target.moduleName, directory: target.directoryURL,
      files: target.sourceFiles.flatMap { TargetFiles.contents(of: $0.url) }, swiftFiles: swiftFiles)
  }

  /// The names of the outputs.
  var outputNames: [String] {
    documents.map(outputName) + OutputName.shared(ofFolder: part)
  }

  /// The name of a document's output.
  func outputName(of document: URL) -> String { OutputName.forDocument(at: relativePath(of: document)) }

  /// The folder of the part.
  var folder: URL { part.isEmpty ? directory : directory.appending(path: part) }

  /// The file itself or, if a whole folder is a resource (`.copy`), the files in it. Documents are compiled wherever
  /// they are in the target, even in resources.
  static func contents(of url: URL) -> [URL] {
    guard url.hasDirectoryPath,
      let names = FileManager.default.enumerator(atPath: url.path(percentEncoded: false))
    else { return [url] }
    // A folder may be named like a document.
    return names.compactMap { $0 as? String }.map { url.appending(path: $0) }.filter { !isFolder($0) }
  }

  private static func isFolder(_ url: URL) -> Bool {
    (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true
  }

  /// Whether there is nothing to compile.
  var isEmpty: Bool { documents.isEmpty && schemas.isEmpty }

  /// The parts to compile separately. If several folders of a target have a configuration, each of them with its
  /// subfolders is a part. The remaining files are another part, whose schema is used by parts without one.
  func parts() -> [TargetFiles] {
    let folders = configurations.filter { $0.lastPathComponent == RootFiles.configuration }
      .map { relativePath(of: $0).split(separator: "/").dropLast().joined(separator: "/") }
    if folders.count < 2 { return [self] }
    var parts: [String: TargetFiles] = [:]
    // A document may be named like a schema, too.
    for file in documents + schemas + configurations + mistaken.filter({ !documents.contains($0) }) {
      let path = relativePath(of: file)
      let folder = folders.filter { path.hasPrefix($0 + "/") }.max { $0.utf8.count < $1.utf8.count } ?? ""
      parts[folder, default: TargetFiles(name: name, module: module, directory: directory, files: [])]
        .add(file, folder)
    }
    let lent = parts[""]?.schemas ?? []
    return parts.values.sorted { $0.part < $1.part }.map { part in
      var part = part
      if part.schemas.isEmpty { part.schemas = lent }
      return part
    }
  }

  private mutating func add(_ file: URL, _ folder: String) {
    let one = TargetFiles(name: name, module: module, directory: directory, files: [file], swiftFiles: .all)
    part = folder
    documents += one.documents
    schemas += one.schemas
    configurations += one.configurations
    mistaken += one.mistaken
  }

  /// The path of a document relative to the target's folder.
  func relativePath(of document: URL) -> String {
    let path = document.path(percentEncoded: false)
    let folder = directory.path(percentEncoded: false)
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
