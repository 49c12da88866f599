import ApusAsyncHTTPClient
import ApusClient
import Foundation
import Testing

@testable import TestServer

/// What each transport does, by the same tests.
@Suite(.timeLimit(.minutes(5))) struct TransportTests {
  enum Kind: CaseIterable, CustomTestStringConvertible {
    case asyncHTTPClient
    #if os(Linux)
      case curl
    #else
      case urlSession
    #endif

    func transport() throws -> any GraphQLTransport {
      switch self {
      case .asyncHTTPClient: AsyncHTTPClientTransport()
      #if os(Linux)
        case .curl: try #require(GraphQLCurlTransport())
      #else
        case .urlSession: GraphQLURLSessionTransport()
      #endif
      }
    }

    var testDescription: String { "\(self)" }
  }

  @Test(arguments: Kind.allCases) func `a response has its status, header fields and body`(_ kind: Kind)
    async throws
  {
    let handler: TestServer.Handler = { _ in
      TestResponse(
        418, [("X-One", "1"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")], bytes: Array("tea".utf8))
    }
    try await TestServer.run(handler) { server in
      let response = try await kind.transport().send(
        GraphQLHTTPRequest(
          url: server.url("/x"), headers: ["Accept": "text/plain"], body: .bytes(Data("{}".utf8))))
      #expect(response.status == 418 && response.headers["x-one"] == "1")
      #expect(response.headers["Set-Cookie"]?.contains("a=1") == true)
      #expect(response.headers["Set-Cookie"]?.contains("b=2") == true)
      #expect(response.body == Data("tea".utf8))
      let request = try #require(server.requests.first)
      #expect(request.method == "POST" && request.path == "/x" && request["Accept"] == "text/plain")
      #expect(request.text == "{}" && request["Content-Length"] == "2")
    }
  }

  @Test(arguments: Kind.allCases) func `the generated operations are answered`(_ kind: Kind) async throws {
    try await TestServer.run({ _ in .album }) { server in
      let client = try GraphQLClient(url: server.url("/graphql"), transport: kind.transport())
      for _ in 0..<3 {
        let data = try await client.fetch(AlbumQuery(id: "a1"))
        #expect(data.album?.title == "Blue")
      }
      #expect(server.requests.allSatisfy { $0.text.contains(#""variables":{"id":"a1"}"#) })
    }
  }

  @Test(arguments: Kind.allCases) func `large bodies go and come whole`(_ kind: Kind) async throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try await TestServer.run({ TestResponse(bytes: $0.body) }) { server in
      let response = try await kind.transport().send(
        GraphQLHTTPRequest(url: server.url("/"), body: .bytes(Data(bytes))))
      #expect(response.body == Data(bytes))
    }
  }

  @Test(arguments: Kind.allCases) func `parts and files are sent one after the other`(_ kind: Kind)
    async throws
  {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).txt")
    let content = String(repeating: "file ", count: 50_000)
    try Data(content.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await TestServer.run({ _ in .album }) { server in
      let body = GraphQLHTTPBody.parts([
        .bytes(Data("before ".utf8)), .file(file, byteCount: content.utf8.count), .bytes(Data("after".utf8)),
      ])
      _ = try await kind.transport().send(GraphQLHTTPRequest(url: server.url("/"), body: body))
      #expect(server.requests.first?.text == "before " + content + "after")
    }
  }

  @Test(arguments: Kind.allCases) func `a response that is too large ends early`(_ kind: Kind) async throws {
    try await TestServer.run({ _ in TestResponse(bytes: Array(repeating: 0, count: 5_000_000)) }) { server in
      let error = try await #require(throws: GraphQLClientError.self) {
        try await kind.transport().send(
          GraphQLHTTPRequest(
            url: server.url("/"), maximumResponseBytes: 100_000, isIdempotent: true))
      }
      guard case .responseTooLarge(100_000) = error else { throw error }
    }
  }

  @Test(arguments: Kind.allCases) func `compressed responses are unpacked`(_ kind: Kind) async throws {
    // `printf '{"data":{"album":{"title":"Blue"}}}' | gzip -9 | base64`
    let zipped = try #require(
      Data(base64Encoded: "H4sIAAAAAAACA6tWSkksSVSyqlZKzEkqzQUxSjJLclKVrJScckpTlWprawEc0koSIwAAAA=="))
    let handler: TestServer.Handler = { request in
      guard request["Accept-Encoding"]?.contains("gzip") == true else { return TestResponse(406, bytes: []) }
      return TestResponse(
        200, [("Content-Type", "application/json"), ("Content-Encoding", "gzip")], bytes: Array(zipped))
    }
    try await TestServer.run(handler) { server in
      let client = try GraphQLClient(url: server.url("/"), transport: kind.transport())
      let data = try await client.fetch(AlbumQuery(id: "1"))
      #expect(data.album?.title == "Blue")
    }
  }

  @Test(arguments: Kind.allCases) func `pieces of a body are handed over as they arrive`(_ kind: Kind)
    async throws
  {
    let (pieces, feed) = AsyncStream.makeStream(of: [UInt8].self)
    try await TestServer.run({ _ in TestResponse(200, [("X-Stream", "yes")], pieces: pieces) }) { server in
      let transport = try #require(try kind.transport() as? any GraphQLStreamingTransport)
      let stream = try await transport.stream(GraphQLHTTPRequest(url: server.url("/")))
      #expect(stream.status == 200 && stream.headers["X-Stream"] == "yes")
      for text in ["one", "two", "three"] {
        // The next piece is sent when the one before has been read.
        feed.yield(Array(text.utf8))
        var received = Data()
        while received.count < text.utf8.count, let piece = try await stream.next() { received += piece }
        #expect(received == Data(text.utf8))
      }
      feed.finish()
      #expect(try await stream.next() == nil)
    }
  }

  @Test(arguments: Kind.allCases) func `a reader who leaves ends the stream`(_ kind: Kind) async throws {
    let (pieces, feed) = AsyncStream.makeStream(of: [UInt8].self)
    try await TestServer.run({ _ in TestResponse(200, [], pieces: pieces) }) { server in
      let transport = try #require(try kind.transport() as? any GraphQLStreamingTransport)
      do {
        let stream = try await transport.stream(GraphQLHTTPRequest(url: server.url("/")))
        feed.yield([1])
        #expect(try await stream.next() == Data([1]))
        #expect(server.openConnections == 1)
      }
      // The server notices when it writes.
      while server.openConnections > 0 {
        feed.yield(Array(repeating: 2, count: 100_000))
        try await Task.sleep(for: .milliseconds(5))
      }
    }
  }

  @Test(arguments: Kind.allCases) func `subscriptions arrive as server-sent events`(_ kind: Kind)
    async throws
  {
    let events = """
      event: next
      data: {"data":{"rated":{"title":"Blue"}}}

      event: next
      data: {"data":{"rated":{"title":"Hejira"}}}

      event: complete
      data:


      """
    let handler: TestServer.Handler = { _ in
      TestResponse(200, [("Content-Type", "text/event-stream")], bytes: Array(events.utf8))
    }
    try await TestServer.run(handler) { server in
      var client = try GraphQLClient(url: server.url("/"), transport: kind.transport())
      client.subscriptions = GraphQLHTTPSubscriptionTransport(.eventStream)
      var titles: [String] = []
      for try await data in client.subscribe(to: RatedSubscription()) { titles.append(data.rated.title) }
      #expect(titles == ["Blue", "Hejira"])
    }
  }
}

extension TestServer {
  func url(_ path: String, host: String = "127.0.0.1") throws -> URL {
    try #require(URL(string: "http://\(host):\(port)\(path)"))
  }
}
