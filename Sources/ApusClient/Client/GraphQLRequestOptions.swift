import Apus

/// How one operation is sent, where that differs from the rest of the client's.
public struct GraphQLRequestOptions: Sendable {
  /// Header fields, over the client's.
  public var headers: GraphQLHTTPHeaders

  /// How long the answer may take; nil as the client says.
  public var timeout: Duration?

  /// How a query is sent; nil as the client says. Mutations are always posted.
  public var method: GraphQLHTTPRequest.Method?

  /// Whether sending the operation twice does no harm; nil for what is true of its kind.
  public var isIdempotent: Bool?

  /// Members of the request's `extensions`.
  public var extensions: [String: GraphQLValue]

  /// Options for one request; what is left out is as the client has it.
  public init(
    headers: GraphQLHTTPHeaders = [:], timeout: Duration? = nil, method: GraphQLHTTPRequest.Method? = nil,
    isIdempotent: Bool? = nil, extensions: [String: GraphQLValue] = [:]
  ) {
    self.headers = headers
    self.timeout = timeout
    self.method = method
    self.isIdempotent = isIdempotent
    self.extensions = extensions
  }
}
