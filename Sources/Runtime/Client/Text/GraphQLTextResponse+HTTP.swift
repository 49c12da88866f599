import Apus

extension GraphQLTextResponse {
  /// The HTTP status code; nil if there was no HTTP response.
  public var status: Int? { origin.received?.status }

  /// The HTTP header fields; empty if there was no HTTP response.
  public var headers: GraphQLHTTPHeaders { origin.received?.headers ?? [:] }

  /// The timing of the request; nil if the transport does not measure it, and for incremental responses.
  public var timing: GraphQLTiming? { origin.received?.timing }
}
