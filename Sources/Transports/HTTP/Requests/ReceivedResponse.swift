import Apus

/// The status, header fields and timing of the HTTP response that contained a GraphQL response.
package struct ReceivedResponse: Sendable {
  package let status: Int
  package let headers: GraphQLHTTPHeaders
  package let timing: GraphQLTiming?

  package init(_ http: GraphQLHTTPResponse) {
    status = http.status
    headers = http.headers
    timing = http.timing
  }
}

extension ResponseOrigin {
  package init(_ http: GraphQLHTTPResponse) { self.init(ReceivedResponse(http)) }

  package var received: ReceivedResponse? { value as? ReceivedResponse }
}

extension GraphQLResponse {
  /// The HTTP status code; nil if there was no HTTP response, for example with a cache or in a test. Comparisons of responses ignore it, as well as
  /// ``headers`` and ``timing``.
  public var status: Int? { origin.received?.status }

  /// The HTTP header fields; empty if there was no HTTP response.
  public var headers: GraphQLHTTPHeaders { origin.received?.headers ?? [:] }

  /// The timing of the request; nil if the transport does not measure it, and for incremental responses.
  public var timing: GraphQLTiming? { origin.received?.timing }
}

extension GraphQLFailure {
  /// The HTTP status code; nil if there was no HTTP response.
  public var status: Int? { origin.received?.status }

  /// The HTTP header fields; empty if there was no HTTP response.
  public var headers: GraphQLHTTPHeaders { origin.received?.headers ?? [:] }
}
