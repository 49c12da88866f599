/// The names of the runtime's public types. A module that declares a type with such a name finds its own first. A module above imports both, and the
/// name is ambiguous.
package enum RuntimeNames {
  package static func contains(_ name: String) -> Bool {
    prefixes.contains(where: name.hasPrefix) || others.contains(name)
  }

  /// Whether a name is that of a codec, of the runtime or in its manner.
  static func isCodec(_ name: String) -> Bool {
    name.hasSuffix("Codec") && prefixes.contains(where: name.hasPrefix)
  }

  /// The second one is that of types which only generated code names.
  private static let prefixes = ["GraphQL", "_GraphQL"]
  private static let others: Set<String> = ["ObjectReader", "ObjectWriter", "TypeName"]
}
