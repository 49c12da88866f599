import Foundation

/// The names of GraphQL-related files other than documents, in a target or at the root of a package or project.
enum RootFiles {
  static let configuration = "apus.json"
  /// The names of editor configurations, in the order in which the compiler looks for them.
  static let editorConfigurations = [
    ".graphqlrc.json", ".graphqlrc.yml", ".graphqlrc.yaml", ".graphqlrc", "graphql.config.json",
    "graphql.config.yml", "graphql.config.yaml",
  ]
  /// The manifest of registered operations that a configuration can use.
  static let manifest = "apus.operations.json"

  /// All names except those of schemas.
  static let names = [configuration] + editorConfigurations + [manifest]

  /// Whether a file of that name is a schema.
  static func isSchema(_ name: String) -> Bool {
    name.hasSuffix(".graphqls") || name == "schema.graphql" || name == "schema.json"
  }

  /// The existing files in a folder.
  static func all(in folder: URL) -> [URL] {
    let found =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
    return found.sorted().filter { names.contains($0) || isSchema($0) }.map { folder.appending(path: $0) }
  }
}
