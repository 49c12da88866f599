import Foundation
import Testing

import ApusClient

@Suite(.timeLimit(.minutes(15))) struct RedirectionTests {
  private func redirected(
    _ status: Int, to location: String?, from url: String = "https://one.example/graphql",
    method: GraphQLHTTPRequest.Method = .post
  ) throws -> GraphQLHTTPRequest? {
    var request = GraphQLHTTPRequest(
      method: method, url: try #require(URL(string: url)),
      headers: [
        "Authorization": "secret", "Cookie": "secret", "X-Auth": "secret", "X-JWT": "secret",
        "Private-Key": "secret", "X-Anything": "secret", "Accept": "a", "X-Known": "k",
        "Content-Type": "application/json",
      ],
      body: .bytes(Data("b".utf8)))
    request.forwardedHeaders = ["x-known"]
    let headers: GraphQLHTTPHeaders = location.map { ["location": $0] } ?? [:]
    return request.redirected(by: GraphQLHTTPResponse(status: status, headers: headers))
  }

  @Test(arguments: [307, 308])
  func `method, body and credentials stay within an origin`(_ status: Int) throws {
    let request = try #require(try redirected(status, to: "../v2?a=1"))
    #expect(request.url.absoluteString == "https://one.example/v2?a=1")
    #expect(request.method == .post)
    #expect(request.body == .bytes(Data("b".utf8)))
    #expect(request.headers["Authorization"] == "secret")
  }

  @Test(arguments: ["https://two.example/graphql", "https://one.example:8443/graphql"])
  func `to another origin go known fields only`(_ location: String) throws {
    let request = try #require(try redirected(307, to: location))
    #expect(request.headers == ["Accept": "a", "X-Known": "k", "Content-Type": "application/json"])
  }

  @Test(arguments: [("https://one.example", ":443"), ("http://one.example", ":80")])
  func `the port of a scheme may be written out`(_ origin: String, _ port: String) throws {
    let request = try redirected(307, to: "\(origin)\(port)/v2", from: "\(origin)/graphql")
    #expect(request?.headers["Authorization"] == "secret")
  }

  @Test func `what is posted does not become a get`() throws {
    for status in [301, 302, 303] { #expect(try redirected(status, to: "/v2") == nil) }
    for status in [301, 302, 303] { #expect(try redirected(status, to: "/v2", method: .get) != nil) }
  }

  /// RFC 10008: only 303 names a place that is not asked anew.
  @Test(arguments: [301, 302, 303, 307, 308])
  func `QUERY is asked again elsewhere, or its answer got`(_ status: Int) throws {
    let request = try #require(try redirected(status, to: "/v2", method: .query))
    #expect(request.method == (status == 303 ? .get : .query))
    #expect(request.body == (status == 303 ? .none : .bytes(Data("b".utf8))))
    #expect(request.headers["Content-Type"] == (status == 303 ? nil : "application/json"))
    #expect(request.headers["Apollo-Require-Preflight"] == (status == 303 ? "true" : nil))
  }

  @Test func `not from https to http, not to what is no HTTP, not to nowhere`() throws {
    #expect(try redirected(307, to: "http://one.example/graphql") == nil)
    #expect(try redirected(307, to: "file:///etc/passwd") == nil)
    #expect(try redirected(307, to: nil) == nil)
    #expect(try redirected(200, to: "/v2") == nil)
    #expect(try redirected(307, to: "https://one.example/", from: "http://one.example/") != nil)
  }
}
