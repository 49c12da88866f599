/// The names of the runtime's public types. Where a module declares a type of such a name, Swift finds its own first; in a module above both
/// are imported.
enum RuntimeNames {
  static func contains(_ name: String) -> Bool {
    name.hasPrefix("GraphQL") || name.hasPrefix("_GraphQL") || others.contains(name)
  }

  private static let others: Set<String> = ["ObjectReader", "ObjectWriter", "TypeName"]
}
