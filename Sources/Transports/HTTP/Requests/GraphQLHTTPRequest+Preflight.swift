extension GraphQLHTTPRequest {
  /// Adds the header fields that servers ask for if a web page's form could send a request's method and content type: a browser
  /// sends neither field to another origin without asking it first. Apollo Server and Router look for the second one.
  package mutating func requirePreflight() {
    headers["GraphQL-Require-Preflight"] = "1"
    headers["Apollo-Require-Preflight"] = "true"
  }
}
