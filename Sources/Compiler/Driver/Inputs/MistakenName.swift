/// File names that are almost those of documents, schemas or configurations. Such files would silently not be read.
///
/// The plugins compile this file too, through a symbolic link, so that builds and commands recognize the same names.
enum MistakenName {
  /// The name that a file was probably meant to have; nil if the name is unsuspicious.
  static func correction(of name: String) -> String? {
    let lower = name.lowercased()
    if name.hasSuffix(".graphqls") || name == "schema.graphql" || name == "apus.json" { return nil }
    if configurations.contains(lower) { return "apus.json" }
    // Some editors and browsers add an ending to saved files.
    let stem = lower.hasSuffix(".txt") ? String(lower.dropLast(4)) : lower
    guard let dot = stem.lastIndex(of: "."), let ending = endings[String(stem[dot...])] else { return nil }
    let isSchema = stem[..<dot] == "schema"
    if ending == ".json", !isSchema { return nil }
    let base = name.dropLast(lower.count - stem.count).dropLast(stem[dot...].count)
    let corrected = isSchema ? "schema" + (ending == ".json" ? ending : ".graphqls") : base + ending
    return corrected == name ? nil : corrected
  }

  private static let configurations: Set<String> = [
    "apus.json", "apus.jsonc", "apus.json5", ".apus.json", "apus.yml", "apus.yaml", "apus.config.json",
    "apus.json.txt",
  ]

  /// Corrections of endings.
  private static let endings = [
    ".graphql": ".graphql", ".gql": ".graphql", ".graphqls": ".graphqls", ".gqls": ".graphqls",
    ".sdl": ".graphqls",
    ".json": ".json",
  ]
}
