import Foundation
import Testing

@testable import ApusClient
@testable import ApusHTTP

/// What may be shown or passed on of a request, and the times of one.
@Suite(.timeLimit(.minutes(15))) struct ShownValuesTests {
  @Test(arguments: [
    ("https://user:pass@a.example:8080/b%20c?d=e#f", "https://a.example:8080/b%20c"),
    ("http://a.example", "http://a.example"), ("https://a.example/?", "https://a.example/"),
    ("/relative?x=1", "/relative"), ("wss://user@a.example/g#f", "wss://a.example/g"),
  ])
  func `a URL is shown without what may be secret`(_ url: String, _ shown: String) {
    #expect(ShownURL(url)?.text() == shown)
  }

  @Test func `a path that is shown instead need not be valid`() {
    let url = ShownURL("https://user:pass@a.example/b%20c/d?e=f")
    #expect(url?.text { $0.replacingOccurrences(of: "b%20c", with: "<a b>") } == "https://a.example/<a b>/d")
    #expect(url?.text { _ in "" } == "https://a.example")
  }

  @Test func `an error that is dumped has no password, whoever has thrown it`() throws {
    let url = try #require(URL(string: "https://ann:secret@a.example/graphql?key=secret#secret"))
    let cause = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url])
    let connection = GraphQLConnectionError(.timedOut, url: url, cause: cause)
    let errors: [any Error] = [
      connection, GraphQLClientError.transport(connection), GraphQLClientError.outcomeUnknown(connection),
      GraphQLSubscriptionError.connectionLost(connection),
    ]
    for error in errors {
      var text = ""
      dump(error, to: &text)
      #expect(!text.contains("secret") && !"\(error)".contains("secret"))
      #expect(text.contains("a.example") && !String(reflecting: error).contains("secret"))
    }
  }

  @Test(arguments: [
    "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "www-authenticate",
    "referer", "origin",
    "location", "etag", "sec-websocket-key", "x-amz-security-token",
  ])
  func `fields that may hold a secret are neither logged nor sent to another origin`(_ name: String) {
    #expect(!NonSecretHeaders.logged.contains(name) && !NonSecretHeaders.forwarded.contains(name))
  }

  @Test func `what may be sent to another origin may be logged, and not the other way round`() {
    #expect(NonSecretHeaders.forwarded.isStrictSubset(of: NonSecretHeaders.logged))
    for name in NonSecretHeaders.logged { #expect(name == name.lowercased()) }
    for name in ["content-type", "accept", "user-agent", "priority"] {
      #expect(NonSecretHeaders.forwarded.contains(name))
    }
    for name in ["server", "date", "retry-after", "apollographql-client-name"] {
      #expect(NonSecretHeaders.logged.contains(name) && !NonSecretHeaders.forwarded.contains(name))
    }
  }
}

#if os(Linux)
  @testable import ApusCurl

  extension ShownValuesTests {
    @Test func `each phase is counted from the end of the one before`() {
      let timing = GraphQLTiming(
        microseconds: (nameLookup: 1, connect: 3, tls: 7, firstByte: 9, total: 10), isReused: false)
      #expect(
        timing
          == GraphQLTiming(
            nameLookup: .microseconds(1), connect: .microseconds(2), tls: .microseconds(4),
            firstByte: .microseconds(9), total: .microseconds(10), isReused: false))
    }

    @Test func `there is no TLS over plain HTTP, and no connecting over a connection that was kept`() {
      let plain = GraphQLTiming(
        microseconds: (nameLookup: 3, connect: 2, tls: 0, firstByte: 9, total: 10), isReused: false)
      #expect(plain.tls == nil && plain.connect == .zero)
      let kept = GraphQLTiming(
        microseconds: (nameLookup: 1, connect: 3, tls: 7, firstByte: 9, total: 10), isReused: true)
      #expect(
        kept == GraphQLTiming(firstByte: .microseconds(9), total: .microseconds(10), isReused: true))
    }
  }
#endif
