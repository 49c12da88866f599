import Apus
import ApusPlatform

/// A response from the server, for interceptors and transports.
///
/// ```swift
/// struct Statuses: GraphQLInterceptor {
///   func intercept(_ request: GraphQLHTTPRequest, next: @escaping GraphQLNext) async throws -> GraphQLHTTPResponse {
///     let response = try await next(request)
///     print(response.status, response.headers["X-Request-ID"] ?? "")
///     return response
///   }
/// }
/// ```
public struct GraphQLHTTPResponse: Sendable {
  /// The HTTP status code.
  public var status: Int
  /// The HTTP header fields.
  public var headers: GraphQLHTTPHeaders
  /// The body, after decompression.
  public var body: Data
  /// The timing of the request; nil if the transport does not measure it. After redirects, it is the timing of the last request.
  public var timing: GraphQLTiming?

  /// Creates a response.
  public init(
    status: Int, headers: GraphQLHTTPHeaders = [:], body: Data = Data(), timing: GraphQLTiming? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.timing = timing
  }

  /// Creates the response of a GraphQL server.
  package init(graphQL body: Data) {
    self.init(
      status: 200, headers: ["Content-Type": GraphQLMediaType.graphQLResponse.description], body: body)
  }

  /// The media type of the body; nil if the server does not specify it.
  package var mediaType: GraphQLMediaType? {
    headers.first(of: "Content-Type").flatMap(GraphQLMediaType.init)
  }

  /// Whether the body may be a GraphQL response, judging by the status and the media type.
  ///
  /// With `application/graphql-response+json`, it may be one for every status, otherwise only if the status is a success. Some servers send JSON as
  /// `text/plain` or `application/octet-stream`. In that case, the body decides.
  package var mayBeGraphQL: Bool {
    guard let type = mediaType else { return isSuccess }
    if type == .graphQLResponse { return true }
    return isSuccess && (type.isJSON || type.isUnspecific && beginsWithBrace)
  }

  /// Whether the first byte of the body after white space is a `{`, or a `[` for a batch.
  private var beginsWithBrace: Bool {
    let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// Whether the status is a success (2xx).
  public var isSuccess: Bool { 200..<300 ~= status }

  /// Returns the errors in the body, if it is a GraphQL response or a batch of responses; empty otherwise.
  ///
  /// Each call reads the body.
  public func graphQLErrors() -> [GraphQLError] { results().flatMap(\.errors) }

  /// The results of the operations; empty if the body is not GraphQL.
  func results() -> [OperationResult] {
    if let result = OperationResult(json: body) { return [result] }
    guard let ranges = try? GraphQLBatch.ranges(json: body) else { return [] }
    let results = ranges.compactMap { OperationResult(json: body.slice(at: $0)) }
    return results.count == ranges.count ? results : []
  }

  /// Whether the body is a GraphQL response, or a batch of responses, with an error that has this `extensions.code`.
  ///
  /// The body is decoded only if it contains the code anywhere.
  public func hasError(code: String) -> Bool {
    body.containsBytes(of: code) && graphQLErrors().contains { $0.code == code }
  }
}

extension GraphQLHTTPResponse: Hashable {
  /// Whether status, header fields and body are equal. ``timing`` is ignored.
  public static func == (first: GraphQLHTTPResponse, second: GraphQLHTTPResponse) -> Bool {
    first.status == second.status && first.headers == second.headers && first.body == second.body
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(headers)
    hasher.combine(body)
  }
}
