/// Explains directives of other tools and servers that a schema does not define.
enum ForeignDirectives {
  /// The purpose of a directive and what to do in Apus; nil if the name is not known.
  static func explanation(of name: String) -> String? {
    switch name {
    case "rest", "export":
      "It marks local state of Apollo's clients, which is never sent. Remove the field from the document."
    case "nonnull", "nullable":
      "It is about nullability. Use \"@required\", or \"@semanticNonNull\" in the schema."
    case "live":
      "It requests a live query from some servers. Use a subscription."
    default: nil
    }
  }
}
