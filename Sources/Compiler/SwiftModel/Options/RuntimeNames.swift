/// The names of the runtime's public types. A module that declares a type with such a name finds its own first. A module above imports both, and the
/// name is ambiguous.
package enum RuntimeNames {
  package static func contains(_ name: String) -> Bool {
    prefixes.contains(where: name.hasPrefix) || others.contains(name)
  }

  /// Whether a name has the form of the runtime's codec names.
  static func isCodec(_ name: String) -> Bool {
    name.hasSuffix("Codec") && prefixes.contains(where: name.hasPrefix)
  }

  /// The second prefix is for types that only generated code refers to.
  private static let prefixes = ["GraphQL", "_GraphQL"]
  private static let others: Set<String> = ["ObjectReader", "ObjectWriter", "TypeName"]
}
