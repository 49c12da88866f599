/// Directives that documents of other tools and of other servers have: what to say where a schema does not define them.
enum ForeignDirectives {
  /// What a directive of that name is for, and what to do here; nil for a name that is not known.
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
