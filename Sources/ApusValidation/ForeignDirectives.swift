/// Directives that documents of other tools and of other servers have: what to say where a schema does not define them.
enum ForeignDirectives {
  /// What a directive of that name is for, and what to do here; nil for a name that is not known.
  static func explanation(of name: String) -> String? {
    switch name {
    case "client", "rest", "export":
      "It is for local state of Apollo's clients: the server never sees such a field. Remove the field from the document."
    case "connection":
      "It names a key for the caches of Apollo and Relay. Remove it: the selection stays the same."
    case "argumentDefinitions", "arguments":
      "It is Relay's: fragments take no arguments here. Write the variable in the fragment; each operation declares it."
    case "refetchable", "relay", "inline", "raw_response_type", "appendEdge", "prependEdge", "deleteRecord",
      "deleteEdge",
      "preloadable", "catch", "throwOnFieldError":
      "It is Relay's, and no server sees it. Remove it."
    case "required":
      "It is of Relay and of Apollo Kotlin. A field is optional in Swift where the schema says so. Remove it."
    case "semanticNonNull", "nonnull", "nullable":
      "It speaks of nullability. A field is optional in Swift where the schema says so. Remove it, or define it in the schema."
    case "apollo_client_ios_localCacheMutation", "apollo_client_ios_mutableFragment", "import":
      "It is Apollo iOS's. Remove it; \"mutableProperties\" in apus.json makes properties settable."
    case "live":
      "It asks some servers for a live query, which the schema does not define. Use a subscription."
    default: nil
    }
  }
}
