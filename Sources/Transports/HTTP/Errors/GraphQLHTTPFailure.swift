import Apus
import ApusPlatform

/// An HTTP response without the expected GraphQL response.
///
/// ```swift
/// do {
///   _ = try await client.fetch(AlbumQuery(id: "a1"))
/// } catch GraphQLClientError.status(let failure) where failure.status == 403 {
///   print("You may not see this.", failure.headers["X-Request-ID"] ?? "")
/// }
/// ```
public struct GraphQLHTTPFailure: Error, Hashable, Sendable {
  /// The HTTP status code.
  public var status: Int
  /// The HTTP header fields.
  public var headers: GraphQLHTTPHeaders

  /// The first kilobyte of the body as a string.
  public var excerpt: String

  /// The GraphQL errors in the body. With `application/json` and an error status, a proxy may have written them.
  public var errors: [GraphQLError]

  /// Whether the server executed the request, as far as the response shows.
  public var execution: GraphQLExecution

  /// The reason why the body is not a GraphQL response; `nil` if it was not read.
  public var reason: GraphQLDecodingError?

  package init(_ response: GraphQLHTTPResponse, reason: GraphQLDecodingError? = nil) {
    status = response.status
    headers = response.headers
    excerpt = String(decoding: response.body.prefix(1024), as: UTF8.self)
    errors = response.graphQLErrors()
    execution = response.execution
    self.reason = reason
  }
}

extension GraphQLHTTPFailure: CustomStringConvertible, LocalizedError {
  /// Equal to ``description``.
  public var errorDescription: String? { description }

  public var description: String {
    var text = "\(status)"
    let location = 300..<400 ~= status ? headers["Location"] : nil
    if let location { text += ", which points to \(ShownURL(location)?.text() ?? "an invalid URL")" }
    if let type = headers["Content-Type"] {
      text += ", \(type)"
      let isRejected = 200..<300 ~= status && GraphQLMediaType(type).map { !$0.isJSON } ?? false
      if isRejected, reason == nil { text += ", which is not a type of JSON" }
    }
    if let reason { text += ", \(reason)" }
    if !errors.isEmpty { return text + ": " + errors.map(\.description).joined(separator: "; ") }
    // The page of a redirect quotes the location, whose parameters may be secrets.
    if location != nil { return text }
    return excerpt.isEmpty ? text + ", no body" : text + ": " + excerpt
  }
}
