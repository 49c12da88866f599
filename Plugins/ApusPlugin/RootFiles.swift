import Foundation

/// The files at the root of a package or project that have to do with GraphQL.
struct RootFiles {
  static let configuration = "apus.json"
  /// The names of the configuration that GraphQL editors read, in the order in which the compiler looks for them.
  static let editorConfigurations = [
    ".graphqlrc.json", ".graphqlrc.yml", ".graphqlrc.yaml", ".graphqlrc", "graphql.config.json",
    "graphql.config.yml", "graphql.config.yaml",
  ]
  /// The manifest of registered operations that a configuration may name.
  static let manifest = "apus.operations.json"

  /// The names of all of them.
  static let names = [configuration] + editorConfigurations + [manifest]

  let directory: URL
  let schemas: [URL]
  let configurations: [URL]

  init(_ directory: URL) {
    self.directory = directory
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: directory.path(percentEncoded: false))) ?? []
    schemas = names.sorted().filter(RootFiles.isSchema).map { directory.appending(path: $0) }
    configurations = RootFiles.names.filter(names.contains).map { directory.appending(path: $0) }
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
