/// Header fields that never hold a secret. Any other may: nobody can know the names that servers think of.
package enum NonSecretHeaders {
  /// Request header fields that may be sent to another origin.
  package static let forwarded: Set<String> = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "content-encoding",
    "content-language", "content-type", "graphql-require-preflight", "apollo-require-preflight", "pragma",
    "priority",
    "user-agent", "x-apollo-operation-name", "x-requested-with",
  ]

  /// Fields of requests and responses whose values are logged.
  package static let logged = forwarded.union([
    "age", "allow", "alt-svc", "apollographql-client-name", "apollographql-client-version", "connection",
    "content-length", "date", "expires", "host", "keep-alive", "retry-after", "server", "server-timing",
    "strict-transport-security", "transfer-encoding", "vary", "via", "x-cache", "x-content-type-options",
    "x-powered-by", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset",
  ])
}
