import Apus
import ApusClient
import Foundation

/// The credentials for AWS AppSync, which expects them in the URL of the opening request and in each message that starts a subscription.
/// Everything else is graphql-ws.
///
/// Specification: <https://docs.aws.amazon.com/appsync/latest/devguide/real-time-websocket-client.html>.
struct AppSyncAuthorization: Sendable {
  /// The header fields for an API key, and for the token of a user pool, an OpenID provider or a Lambda function.
  private static let fields = ["Authorization", "x-api-key"]

  /// The request that opens the connection.
  let opening: GraphQLHTTPRequest
  private let authorization: GraphQLValue

  /// - Parameter request: a request to the API's own URL, with the header fields that authorize it.
  init(_ request: GraphQLHTTPRequest) throws {
    var opening = request
    var members: [String: GraphQLValue] = ["host": .string(request.url.host ?? "")]
    for name in Self.fields {
      if let value = request.headers[name] { members[name] = .string(value) }
      opening.headers[name] = nil
    }
    authorization = .object(members)
    opening.url = try Self.realtimeURL(request.url, authorization: Data(try authorization.json()))
    self.opening = opening
  }

  /// The URL for connections. It differs in the host, `example.appsync-realtime-api.…`, or for an API with a custom domain in the path.
  private static func realtimeURL(_ url: URL, authorization: Data) throws -> URL {
    var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let host = url.host ?? ""
    let realtimeHost = host.components(separatedBy: ".appsync-api.").joined(
      separator: ".appsync-realtime-api.")
    components?.host = realtimeHost
    if realtimeHost == host { components?.path += "/realtime" }
    let header = authorization.base64EncodedString()
      .addingPercentEncoding(withAllowedCharacters: .alphanumerics)
    // The payload for an opening request: `{}`.
    let own = components?.percentEncodedQuery.map { $0 + "&" } ?? ""
    components?.percentEncodedQuery = "\(own)header=\(header ?? "")&payload=e30%3D"
    guard let url = components?.url else {
      throw GraphQLClientError.invalidRequest("the URL is not that of an AppSync API")
    }
    return url
  }

  /// The payload of the message that starts a subscription.
  ///
  /// - Parameter body: the operation as JSON.
  @Sendable func payload(_ body: Data) -> Data {
    let payload: GraphQLValue = [
      "data": .string(String(decoding: body, as: UTF8.self)),
      "extensions": ["authorization": authorization],
    ]
    return Data(payload.description.utf8)
  }

  /// Whether the server rejected a subscription because these credentials have expired. It checks them each time one starts.
  ///
  /// - Parameter errors: the payload of a message of type `error`.
  @Sendable static func isExpired(_ errors: Data) -> Bool {
    let errors = (try? GraphQLValue(json: errors))?["errors"].list ?? []
    return errors.contains { $0["errorType"].string == "UnauthorizedException" }
  }
}
