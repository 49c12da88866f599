import Foundation

/// A request on its way to the server, as interceptors and transports see it.
public struct GraphQLHTTPRequest: Hashable, Sendable {
  /// How the request is made.
  public enum Method: String, Hashable, Sendable {
    /// GET: what is asked stands in the URL.
    case get = "GET"
    /// POST: what is asked stands in the body.
    case post = "POST"
  }

  /// What is sent.
  public enum Body: Hashable, Sendable {
    /// No body.
    case none
    /// These bytes.
    case bytes(Data)
    /// The content of a file, which the transport reads while it sends.
    case file(URL)
  }

  /// The HTTP method.
  public var method: Method
  /// Where it goes; with GET, what is asked is part of it.
  public var url: URL
  /// The header fields.
  public var headers: GraphQLHTTPHeaders
  /// What is sent behind the header fields.
  public var body: Body

  /// How long the answer may take, to its last byte; nil is for ever.
  public var timeout: Duration?

  /// The operations that it asks for: one, or those of a batch.
  public var operations: [GraphQLOperationDescription]

  /// Whether sending it again does no harm: true for queries, and for mutations of which the caller says so.
  public var isIdempotent: Bool

  /// 1, and one more for each time that it is sent again.
  public var attempt: Int

  /// A request of these parts.
  public init(
    method: Method = .post, url: URL, headers: GraphQLHTTPHeaders = [:], body: Body = .none,
    timeout: Duration? = nil, operations: [GraphQLOperationDescription] = [], isIdempotent: Bool = false,
    attempt: Int = 1
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.operations = operations
    self.isIdempotent = isIdempotent
    self.attempt = attempt
  }
}
