import Foundation
import PackagePlugin

/// The files of a target that have to do with GraphQL, by their names.
struct TargetFiles {
  let name: String
  let module: String
  /// What the documents' paths are told from.
  let directory: URL
  private(set) var documents: [URL] = []
  private(set) var schemas: [URL] = []
  private(set) var configurations: [URL] = []

  init(name: String, module: String, directory: URL, files: [URL]) {
    self.name = name
    self.module = module
    self.directory = directory
    for file in files {
      switch file.lastPathComponent {
      case RootFiles.configuration, RootFiles.editorConfiguration, RootFiles.manifest:
        configurations.append(file)
      case let name where RootFiles.isSchema(name): schemas.append(file)
      case let name where name.hasSuffix(".graphql"): documents.append(file)
      default: break
      }
    }
    // The order that the build system has them in is its own affair.
    documents.sort { $0.absoluteString < $1.absoluteString }
    schemas.sort { $0.absoluteString < $1.absoluteString }
  }

  init(_ target: any SourceModuleTarget) {
    self.init(
      name: target.name, module: target.moduleName, directory: target.directoryURL,
      files: target.sourceFiles.map(\.url))
  }

  /// Whether the target has nothing to compile and nothing to compile by.
  var isEmpty: Bool { documents.isEmpty && schemas.isEmpty }

  /// The path of a document below the target's folder.
  func relativePath(of document: URL) -> String {
    let path = document.path(percentEncoded: false)
    let folder = directory.path(percentEncoded: false)
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
