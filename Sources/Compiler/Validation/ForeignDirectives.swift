/// Explains directives of other tools and servers that a schema does not define.
enum ForeignDirectives {
  /// The purpose of a directive and what to do in Apus; nil if the name is not known.
  static func explanation(of name: String) -> String? {
    switch name {
    case "rest", "export":
      "Apollo's clients use it for local state, which is never sent. Remove the field from the document."
    case "nonnull", "nullable":
      "To change nullability, use \"@required\" here, or \"@semanticNonNull\" in the schema."
    case "experimental_disableErrorPropagation":
      "The server does not have it. If it supports `onError`, write \"onError\": \"NULL\" in apus.json."
    case "live":
      "It requests a live query from some servers. Use a subscription."
    case "mock":
      "It is a draft for tools that answer from files. `swift package apus-mock --examples` does that, and `GraphQLScriptedTransport` in tests."
    case "matches":
      "It is a draft for filtering by type on the server. Use type conditions instead."
    default: nil
    }
  }
}
