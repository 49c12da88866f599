/// Explains directives of other tools and servers that a schema does not define.
enum ForeignDirectives {
  /// The purpose of a directive and what to do in Apus; nil if the name is not known.
  static func explanation(of name: String) -> String? {
    switch name {
    case "rest", "export":
      "It is for local state of Apollo's clients: the server never sees such a field. Remove the field from the document."
    case "nonnull", "nullable":
      "It speaks of nullability. Say it by \"@required\", or by \"@semanticNonNull\" in the schema."
    case "live":
      "It asks some servers for a live query, which the schema does not define. Use a subscription."
    default: nil
    }
  }
}
