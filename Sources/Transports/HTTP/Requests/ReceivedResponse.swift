import Apus

/// Status, header fields and timing of the HTTP response that brought a GraphQL response.
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
  /// The status code of the HTTP response; nil when none brought it, as from a cache or in a test. It does not count when responses are
  /// compared, nor do ``headers`` and ``timing``.
  public var status: Int? { origin.received?.status }

  /// The header fields of the HTTP response; none when no HTTP response brought it.
  public var headers: GraphQLHTTPHeaders { origin.received?.headers ?? [:] }

  /// The duration of the request; nil if the transport does not measure it, and for responses that come in parts.
  public var timing: GraphQLTiming? { origin.received?.timing }
}

extension GraphQLFailure {
  /// The status code of the HTTP response; nil when none brought it.
  public var status: Int? { origin.received?.status }

  /// The header fields of the HTTP response; none when no HTTP response brought it.
  public var headers: GraphQLHTTPHeaders { origin.received?.headers ?? [:] }
}
