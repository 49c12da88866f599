import Foundation
import PackagePlugin

/// The files of a target, or of a part of it, that have to do with GraphQL, by their names.
struct TargetFiles {
  let name: String
  let module: String
  /// What the documents' paths are told from.
  let directory: URL
  /// The folder of a part of a target, as a path below the target's; empty where there is but one part, and for what stands
  /// in no part's folder.
  private(set) var part = ""
  private(set) var documents: [URL] = []
  private(set) var schemas: [URL] = []
  private(set) var configurations: [URL] = []

  init(name: String, module: String, directory: URL, files: [URL]) {
    self.name = name
    self.module = module
    self.directory = directory
    for file in files {
      switch file.lastPathComponent {
      case let name where RootFiles.names.contains(name): configurations.append(file)
      case let name where RootFiles.isSchema(name): schemas.append(file)
      case let name where name.hasSuffix(".graphql"): documents.append(file)
      default: break
      }
    }
    // The order that the build system has them in is its own affair.
    documents.sort { $0.absoluteString < $1.absoluteString }
    schemas.sort { $0.absoluteString < $1.absoluteString }
    configurations.sort { $0.absoluteString < $1.absoluteString }
  }

  init(_ target: any SourceModuleTarget) {
    self.init(
      name: target.name, module: target.moduleName, directory: target.directoryURL,
      files: target.sourceFiles.flatMap { TargetFiles.contents(of: $0.url) })
  }

  /// The names of what comes of it.
  var outputNames: [String] {
    documents.map { OutputName.forDocument(at: relativePath(of: $0)) } + [OutputName.schema(ofFolder: part)]
  }

  /// The folder that it stands in.
  var folder: URL { part.isEmpty ? directory : directory.appending(path: part) }

  /// The file itself or, where a whole folder is a resource (`.copy`), the files in it: a document is compiled wherever it is
  /// in the target, as a resource too.
  static func contents(of url: URL) -> [URL] {
    guard url.hasDirectoryPath,
      let names = FileManager.default.enumerator(atPath: url.path(percentEncoded: false))
    else { return [url] }
    // A folder may have a name like a document's.
    return names.compactMap { $0 as? String }.map { url.appending(path: $0) }.filter { !isFolder($0) }
  }

  private static func isFolder(_ url: URL) -> Bool {
    (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true
  }

  /// Whether there is nothing to compile and nothing to compile by.
  var isEmpty: Bool { documents.isEmpty && schemas.isEmpty }

  /// The parts that are compiled each by itself. Where several folders of a target have a configuration, each is one with
  /// all that is below it, and the rest is another, which lends its schema to a part that has none.
  func parts() -> [TargetFiles] {
    let folders = configurations.filter { $0.lastPathComponent == RootFiles.configuration }
      .map { relativePath(of: $0).split(separator: "/").dropLast().joined(separator: "/") }
    if folders.count < 2 { return [self] }
    var parts: [String: TargetFiles] = [:]
    for file in documents + schemas + configurations {
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
    let one = TargetFiles(name: name, module: module, directory: directory, files: [file])
    part = folder
    documents += one.documents
    schemas += one.schemas
    configurations += one.configurations
  }

  /// The path of a document below the target's folder.
  func relativePath(of document: URL) -> String {
    let path = document.path(percentEncoded: false)
    let folder = directory.path(percentEncoded: false)
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
