/// The names of the runtime's public types. If a module declares a type with such a name, Swift finds the module's own type there, and in modules
/// that import both, the name is ambiguous.
package enum RuntimeNames {
  /// Whether the runtime declares a type with this name, or may do so in the future.
  package static func contains(_ name: String) -> Bool {
    prefixes.contains(where: name.hasPrefix)
  }

  /// Whether a name has the form of the runtime's codecs, such as `GraphQLURLCodec`.
  static func isCodec(_ name: String) -> Bool {
    name.hasSuffix("Codec") && prefixes.contains(where: name.hasPrefix)
  }

  /// The second prefix is for types that only generated code refers to.
  private static let prefixes = ["GraphQL", "_GraphQL"]
}
