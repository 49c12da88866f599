/// Header fields that never contain a secret. All others may, because servers can give secrets any name.
package enum NonSecretHeaders {
  /// Request header fields that may be sent to another origin.
  package static let forwarded: Set<String> = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "content-encoding",
    "content-language", "content-type", "graphql-require-preflight", "apollo-require-preflight", "pragma",
    "priority",
    "user-agent", "x-apollo-operation-name", "x-requested-with",
  ]

  /// Request header fields that identify a single request, so they differ between requests of the same user.
  package static let ofSingleRequests: Set<String> = [
    "b3", "baggage", "date", "idempotency-key", "last-event-id", "request-id", "sentry-trace", "traceparent",
    "tracestate",
    "x-amzn-trace-id", "x-b3-parentspanid", "x-b3-sampled", "x-b3-spanid", "x-b3-traceid",
    "x-cloud-trace-context", "x-correlation-id", "x-datadog-parent-id", "x-datadog-trace-id", "x-request-id",
  ]

  /// Fields of requests and responses whose values are logged.
  package static let logged = forwarded.union([
    "age", "allow", "alt-svc", "apollographql-client-name", "apollographql-client-version", "connection",
    "content-length", "date", "expires", "host", "keep-alive", "retry-after", "server", "server-timing",
    "strict-transport-security", "transfer-encoding", "vary", "via", "x-cache", "x-content-type-options",
    "x-powered-by", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset",
  ])
}
