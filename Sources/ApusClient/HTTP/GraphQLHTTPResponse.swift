import Apus
import Foundation

/// What a server answers, as interceptors and transports see it.
public struct GraphQLHTTPResponse: Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var headers: GraphQLHTTPHeaders
  /// The bytes of the body.
  public var body: Data

  /// A response of these parts.
  public init(status: Int, headers: GraphQLHTTPHeaders = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The media type of the body; nil when the server does not say.
  public var mediaType: GraphQLMediaType? {
    headers.values(of: "Content-Type").first.flatMap(GraphQLMediaType.init)
  }

  /// Whether the server says that all went well: any status of the form 2xx.
  public var isSuccess: Bool { 200..<300 ~= status }

  /// The errors of the body, when it is a GraphQL response with errors; empty otherwise.
  ///
  /// Reads the body each time.
  public func graphQLErrors() -> [GraphQLError] { (try? ErrorsOnly(json: body).errors) ?? [] }

  /// Whether the body is a GraphQL response with an error of this `extensions.code`.
  ///
  /// A body in which the code's text does not occur at all is not decoded.
  public func hasError(code: String) -> Bool {
    body.containsBytes(of: code) && graphQLErrors().contains { $0.code == code }
  }
}

/// The part of a response that is there whatever was asked for.
private struct ErrorsOnly: GraphQLObject {
  let errors: [GraphQLError]

  init(_reading reader: inout ObjectReader) throws { errors = try reader.selectionsOrNil("errors") ?? [] }

  func _write(to writer: inout ObjectWriter) { writer.selections("errors", errors) }
}
