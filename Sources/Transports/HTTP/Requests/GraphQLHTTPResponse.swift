import Apus
import ApusPlatform

/// A response, as interceptors and transports see it.
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
  /// The status code of the response.
  public var status: Int
  /// The header fields of the message.
  public var headers: GraphQLHTTPHeaders
  /// The bytes of the body.
  public var body: Data
  /// The durations of its parts; nil if the transport does not measure them. After a redirection, those of the last request.
  public var timing: GraphQLTiming?

  /// A response of these parts.
  public init(
    status: Int, headers: GraphQLHTTPHeaders = [:], body: Data = Data(), timing: GraphQLTiming? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.timing = timing
  }

  /// The media type of the body; nil when the server does not say.
  package var mediaType: GraphQLMediaType? {
    headers.first(of: "Content-Type").flatMap(GraphQLMediaType.init)
  }

  /// Whether the body may be a GraphQL response, judging by the status and the media type.
  ///
  /// With `application/graphql-response+json` it is one whatever the status, otherwise only if the status is a success.
  /// Some servers send JSON as `text/plain` or `application/octet-stream`, so with these the body decides.
  package var mayBeGraphQL: Bool {
    guard let type = mediaType else { return isSuccess }
    if type == .graphQLResponse { return true }
    return isSuccess && (type.isJSON || type.isUnspecific && beginsWithBrace)
  }

  /// Whether the first byte of the body after white space is a `{` or a `[`, for a batch.
  private var beginsWithBrace: Bool {
    let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// Whether the status is a success: any of the form 2xx.
  public var isSuccess: Bool { 200..<300 ~= status }

  /// The errors of the body, when it is a GraphQL response with errors, or a batch of responses; empty otherwise.
  ///
  /// Reads the body each time.
  public func graphQLErrors() -> [GraphQLError] { results().flatMap(\.errors) }

  /// The results of the operations; none if the body is not GraphQL.
  func results() -> [OperationResult] {
    if let result = OperationResult(json: body) { return [result] }
    guard let ranges = try? GraphQLBatch.ranges(json: body) else { return [] }
    let results = ranges.compactMap { range in
      let start = body.startIndex
      return OperationResult(json: body[(start + range.lowerBound)..<(start + range.upperBound)])
    }
    return results.count == ranges.count ? results : []
  }

  /// Whether the body is a GraphQL response, or a batch of responses, with an error of this `extensions.code`.
  ///
  /// A body in which the code's text does not occur at all is not decoded.
  public func hasError(code: String) -> Bool {
    body.containsBytes(of: code) && graphQLErrors().contains { $0.code == code }
  }
}

extension GraphQLHTTPResponse: Hashable {
  /// Equal if status, header fields and body are; ``timing`` does not count.
  public static func == (first: GraphQLHTTPResponse, second: GraphQLHTTPResponse) -> Bool {
    first.status == second.status && first.headers == second.headers && first.body == second.body
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(headers)
    hasher.combine(body)
  }
}
