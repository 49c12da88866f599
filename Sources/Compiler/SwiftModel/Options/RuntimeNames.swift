/// The names of the runtime's public types. A module that declares a type with such a name finds its own first. A module above imports both, and the
/// name is ambiguous.
enum RuntimeNames {
  static func contains(_ name: String) -> Bool {
    name.hasPrefix("GraphQL") || name.hasPrefix("_GraphQL") || others.contains(name)
  }

  private static let others: Set<String> = ["ObjectReader", "ObjectWriter", "TypeName"]
}
