import Foundation

/// The files at the root of a package or project that have to do with GraphQL.
struct RootFiles {
  static let configuration = "apus.json"
  /// The configuration that GraphQL editors read.
  static let editorConfiguration = ".graphqlrc.json"
  /// The manifest of registered operations that a configuration may name.
  static let manifest = "apus.operations.json"

  let directory: URL
  let schemas: [URL]
  let configurations: [URL]

  init(_ directory: URL) {
    self.directory = directory
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: directory.path(percentEncoded: false))) ?? []
    schemas = names.sorted().filter(RootFiles.isSchema).map { directory.appending(path: $0) }
    configurations = [RootFiles.configuration, RootFiles.editorConfiguration, RootFiles.manifest]
      .filter(names.contains).map { directory.appending(path: $0) }
  }

  /// Whether one of them configures the compiler.
  var hasConfiguration: Bool {
    configurations.contains { $0.lastPathComponent == RootFiles.configuration }
  }

  /// Whether a file of that name is a schema.
  static func isSchema(_ name: String) -> Bool {
    name.hasSuffix(".graphqls") || name == "schema.graphql" || name == "schema.json"
  }
}
