import Apus

extension GraphQLTextResponse {
  /// The status code of the HTTP response; nil when none brought it.
  public var status: Int? { origin.received?.status }

  /// The header fields of the HTTP response; none when no HTTP response brought it.
  public var headers: GraphQLHTTPHeaders { origin.received?.headers ?? [:] }

  /// The duration of the request; nil if the transport does not measure it, and for responses that come in parts.
  public var timing: GraphQLTiming? { origin.received?.timing }
}
