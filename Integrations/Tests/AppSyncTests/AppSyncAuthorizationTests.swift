import Apus
import ApusClient
import Foundation
import Testing

@testable import ApusAppSync

@Suite(.timeLimit(.minutes(15))) struct AppSyncAuthorizationTests {
  private func authorization(_ url: String) throws -> AppSyncAuthorization {
    try AppSyncAuthorization(
      GraphQLHTTPRequest(
        method: .get, url: try #require(URL(string: url)),
        headers: ["X-API-Key": "da2", "Authorization": "token", "X-Screen": "home"]))
  }

  @Test(arguments: [
    (
      "https://one.appsync-api.eu-west-1.amazonaws.com/graphql",
      "https://one.appsync-realtime-api.eu-west-1.amazonaws.com/graphql?"
    ),
    ("https://api.example.com/graphql", "https://api.example.com/graphql/realtime?"),
    ("https://api.example.com/graphql?stage=a%2Bb", "https://api.example.com/graphql/realtime?stage=a%2Bb&"),
  ])
  func `connections have a URL of their own`(_ api: String, _ start: String) throws {
    let opening = try authorization(api).opening
    #expect(opening.url.absoluteString.hasPrefix(start + "header="))
    let items = URLComponents(url: opening.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    let header = try #require(items.first { $0.name == "header" }?.value)
    let value = try GraphQLValue(json: try #require(Data(base64Encoded: header)))
    let host = try #require(URL(string: api)?.host)
    #expect(value == ["host": .string(host), "x-api-key": "da2", "Authorization": "token"])
    #expect(items.first { $0.name == "payload" }?.value == "e30=")
    #expect(opening.headers == ["X-Screen": "home"])
  }

  @Test func `a subscription is started with the operation as a text`() throws {
    let body = Data(#"{"query":"subscription { a(b: \"c\") }"}"#.utf8)
    let payload = try GraphQLValue(json: authorization("https://api.example.com/graphql").payload(body))
    #expect(payload["data"].string == String(decoding: body, as: UTF8.self))
    #expect(payload["extensions"]["authorization"]["host"] == "api.example.com")
  }

  @Test func `only a refusal of the credentials calls for new ones`() {
    let expired = Data(#"{"errors":[{"errorType":"UnauthorizedException","message":"x"}]}"#.utf8)
    #expect(AppSyncAuthorization.isExpired(expired))
    for text in [#"{"errors":[{"errorType":"LimitExceededError"}]}"#, "[]", "x"] {
      #expect(!AppSyncAuthorization.isExpired(Data(text.utf8)))
    }
  }
}
