import Foundation

/// The names of files that have to do with GraphQL and are no documents, in a target or at the root of a package or project.
enum RootFiles {
  static let configuration = "apus.json"
  /// The names of the configuration that GraphQL editors read, in the order in which the compiler looks for them.
  static let editorConfigurations = [
    ".graphqlrc.json", ".graphqlrc.yml", ".graphqlrc.yaml", ".graphqlrc", "graphql.config.json",
    "graphql.config.yml", "graphql.config.yaml",
  ]
  /// The manifest of registered operations that a configuration may name.
  static let manifest = "apus.operations.json"

  /// The names of all but the schemas.
  static let names = [configuration] + editorConfigurations + [manifest]

  /// Whether a file of that name is a schema.
  static func isSchema(_ name: String) -> Bool {
    name.hasSuffix(".graphqls") || name == "schema.graphql" || name == "schema.json"
  }

  /// Those that are in a folder now.
  static func all(in folder: URL) -> [URL] {
    let found =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
    return found.sorted().filter { names.contains($0) || isSchema($0) }.map { folder.appending(path: $0) }
  }
}
