extension GraphQLHTTPRequest {
  /// Adds the header fields that servers require if a web page's form could send the request's method and content type. A browser sends either field
  /// to another origin only after a preflight request. Apollo Server and Router check the second one.
  package mutating func requirePreflight() {
    headers["GraphQL-Require-Preflight"] = "1"
    headers["Apollo-Require-Preflight"] = "true"
  }
}
