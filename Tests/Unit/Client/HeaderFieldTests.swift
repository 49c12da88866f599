import Apus
import ApusTesting
import Foundation
import Testing

import ApusClient

@Suite(.timeLimit(.minutes(15))) struct HeaderFieldTests {
  @Test func `header fields have no case`() {
    var headers: GraphQLHTTPHeaders = ["Content-Type": "a", "content-type": "b", "X-Ä": "c"]
    #expect(headers["CONTENT-TYPE"] == "b")
    #expect(headers.fields.count == 2)
    #expect(headers == ["x-Ä": "c", "CONTENT-type": "b"])
    #expect(headers.hashValue == (["X-Ä": "c", "CONTENT-type": "b"] as GraphQLHTTPHeaders).hashValue)
    headers["content-Type"] = nil
    #expect(headers.fields.map(\.name) == ["X-Ä"])
  }

  @Test func `several values of one name`() {
    var headers: GraphQLHTTPHeaders = ["Vary": "a", "Date": "d"]
    headers.add("vary", "b")
    #expect(headers.values(of: "VARY") == ["a", "b"])
    #expect(headers["Vary"] == "a, b")
    #expect(headers.fields.count == 3)
    #expect(headers != ["Vary": "b", "Date": "d"])
    headers.merge(["VARY": "c", "Age": "1"])
    #expect(headers.values(of: "Vary") == ["c"])
    headers.add("vary", "e")
    headers["Vary"] = "f"
    #expect(headers.fields.map(\.value).sorted() == ["1", "d", "f"])
    headers["vary"] = nil
    #expect(headers.values(of: "Vary") == [])
  }

  @Test(arguments: [
    ("X-Note", "a\r\nX-Evil: 1"), ("X-Note", "a\n"), ("X-Note", "\r"), ("X-Note", "a\0b"),
    ("X-Evil\r\nY", "a"),
    ("X Note", "a"), ("X:", "a"), ("", "a"), ("X-Ä", "a"), ("Content-Length", "3"),
    ("content-length", "26"), ("Transfer-Encoding", "chunked"),
  ])
  func `fields that cannot be sent are an invalid request`(_ name: String, _ value: String) async throws {
    let server = GraphQLScriptedTransport([.json(world)], repeatsLast: true)
    let options = GraphQLRequestOptions(headers: [name: value])
    let error = await clientError { _ = try await client(server).fetch(HelloQuery(), options: options) }
    guard case .invalidRequest(let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.contains("\r") && !reason.contains("\n"))
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: ["ü", "a\tb", "", " "])
  func `every other value is sent`(_ value: String) async throws {
    let server = GraphQLScriptedTransport([.json(world)])
    let options = GraphQLRequestOptions(headers: ["x_!#$%&'*+-.^`|~9": value])
    _ = try await client(server).fetch(HelloQuery(), options: options)
    #expect(server.requests.first?.headers["X_!#$%&'*+-.^`|~9"] == value)
  }

  @Test func `5,000 fields go through a client`() async throws {
    let fields = (0..<5000).map { GraphQLHTTPHeaders.Field(name: "X-\($0)", value: "\($0)") }
    let headers = GraphQLHTTPHeaders(fields)
    let server = GraphQLScriptedTransport([.status(200, headers: headers, body: world)])
    let client = GraphQLClient(
      url: endpoint, transport: server, headers: headers, timeout: .seconds(3600),
      interceptors: [GraphQLLoggingInterceptor { _ in }])
    _ = try await client.fetch(HelloQuery(), options: GraphQLRequestOptions(headers: headers))
    #expect(server.requests.first?.headers.fields.count == 5002)
  }
}
