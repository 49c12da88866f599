import ApusClient
import Foundation
import Testing

/// Answers that are as they should be, in all forms that HTTP/1.1 has for them.
@Suite(.timeLimit(.minutes(15))) struct TransportAnswerTests {
  @Test(arguments: TransportKind.all)
  func `status, fields and body`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      while let request = connection.readRequest() {
        let fields = ["X-Method: \(request.method)", "X-Sent: \(request.field("X-Sent") ?? "none")"]
        connection.answer(String(decoding: request.body, as: UTF8.self), status: "418 Teapot", fields: fields)
      }
    }
    let transport = try kind.make()
    for text in ["", "{}", String(repeating: "é", count: 50_000), String(repeating: "x", count: 400_000)] {
      let body = GraphQLHTTPBody.bytes(Data(text.utf8))
      let request = GraphQLHTTPRequest(
        url: server.url, headers: ["X-Sent": "é;q=1"], body: body, isIdempotent: true)
      let response = try await transport.send(request)
      #expect(response.status == 418)
      #expect(response.headers["x-method"] == "POST")
      #expect(response.headers["x-sent"] == "é;q=1")
      #expect(response.body == Data(text.utf8))
    }
    // The connection was kept.
    #expect(server.connectionCount == 1)
  }

  @Test(arguments: TransportKind.all)
  func `a field without a value, and no field of the transport's own choice`(_ kind: TransportKind)
    async throws
  {
    let server = try RawServer { connection, _ in
      guard let request = connection.readRequest() else { return }
      connection.answer(request.head)
    }
    let request = GraphQLHTTPRequest(
      url: server.url, headers: ["X-Empty": "", "X-Full": "1"], body: .bytes(Data("{}".utf8)))
    let head = try await String(decoding: kind.make().send(request).body, as: UTF8.self).lowercased()
    #expect(head.contains("x-full: 1"))
    #expect(head.contains("user-agent: "))
    if kind == .curl {
      #expect(head.contains("\r\nx-empty:"))
      #expect(!head.contains("content-type"))
    }
  }

  @Test(arguments: TransportKind.all)
  func `chunks with a trailer`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      while connection.readRequest() != nil {
        connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n")
        connection.write("5\r\nhello\r\n6;name=value\r\n world\r\n0\r\nX-Sum: 1\r\n\r\n")
      }
    }
    let transport = try kind.make()
    for _ in 0..<2 {
      let response = try await transport.send(GraphQLHTTPRequest(url: server.url))
      #expect(response.status == 200)
      #expect(String(decoding: response.body, as: UTF8.self) == "hello world")
      #expect(response.headers["X-Sum"] == nil)
    }
    #expect(server.connectionCount == 1)
  }

  /// One connection, so that what a method leaves behind would show in the next.
  @Test(arguments: TransportKind.all)
  func `methods in turn, each with its body`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      while let request = connection.readRequest() {
        connection.answer("\(request.method) \(String(decoding: request.body, as: UTF8.self))")
      }
    }
    let transport = try kind.make()
    for method in [GraphQLHTTPRequest.Method.query, .get, .query, .post, .query] {
      let body: GraphQLHTTPBody = method == .get ? .none : .bytes(Data("{}".utf8))
      let request = GraphQLHTTPRequest(
        method: method, url: server.url, headers: ["Content-Type": "application/json"], body: body,
        isIdempotent: true)
      let answer = String(decoding: try await transport.send(request).body, as: UTF8.self)
      #expect(answer == "\(method.rawValue) \(method == .get ? "" : "{}")")
    }
  }

  @Test(arguments: TransportKind.all)
  func `a body that ends with the connection`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      _ = connection.readRequest()
      connection.write("HTTP/1.0 200 OK\r\n\r\nto the end")
    }
    let response = try await kind.make().send(GraphQLHTTPRequest(url: server.url))
    #expect(String(decoding: response.body, as: UTF8.self) == "to the end")
  }

  @Test(arguments: TransportKind.all)
  func `an answer that comes a byte at a time`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      _ = connection.readRequest()
      for byte in "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nslow".utf8 {
        connection.write([byte])
        usleep(2000)
      }
    }
    let response = try await kind.make().send(GraphQLHTTPRequest(url: server.url))
    #expect(String(decoding: response.body, as: UTF8.self) == "slow")
  }

  // Newer versions of libcurl reject more than 5,000 in one answer.
  @Test(arguments: TransportKind.all)
  func `4,900 fields`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      _ = connection.readRequest()
      connection.answer(
        fields: (0..<4900).map { "X-\($0): value \($0)" } + ["Set-Cookie: a=1", "Set-Cookie: b=2"])
    }
    let headers = try await kind.make().send(GraphQLHTTPRequest(url: server.url)).headers
    #expect(headers["X-4899"] == "value 4899")
    #expect(headers.fields.count >= 4903)
    if kind == .curl { #expect(headers.values(of: "set-cookie") == ["a=1", "b=2"]) }
  }

  @Test(arguments: TransportKind.all)
  func `100 (Continue) before the body is sent`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      guard let head = connection.readHead() else { return }
      let expected = head.field("Expect")
      if expected != nil { connection.write("HTTP/1.1 100 Continue\r\nX-Early: 1\r\n\r\n") }
      let count = head.field("Content-Length").flatMap { Int($0) } ?? 0
      connection.readBody(count)
      connection.answer(fields: ["X-Expected: \(expected ?? "none")"])
      connection.waitForEnd()
    }
    let body = GraphQLHTTPBody.bytes(Data(repeating: 7, count: 1_200_000))
    let request = GraphQLHTTPRequest(url: server.url, headers: ["Expect": "100-continue"], body: body)
    let response = try await kind.make().send(request)
    #expect(response.status == 200)
    #expect(response.headers["X-Early"] == nil)
    #expect(response.headers["X-Expected"] == "100-continue")
  }

  @Test(arguments: TransportKind.all)
  func `103 (Early Hints) before the answer`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
      connection.answer()
    }
    let response = try await kind.make().send(GraphQLHTTPRequest(url: server.url))
    #expect(response.status == 200)
    #expect(response.headers["Link"] == nil)
  }

  @Test(arguments: TransportKind.all)
  func `parts of a body, a file among them`(_ kind: TransportKind) async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("apus-part-\(UUID().uuidString)")
    let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try content.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let server = try RawServer { connection, _ in
      guard let request = connection.readRequest() else { return }
      connection.answer("\(request.body.count) \(request.body.reduce(into: 0) { $0 = $0 &* 31 &+ Int($1) })")
    }
    let body = GraphQLHTTPBody.parts([
      .bytes(Data("head".utf8)), .file(file, byteCount: content.count), .bytes(Data("end".utf8)),
    ])
    let response = try await kind.make().send(GraphQLHTTPRequest(url: server.url, body: body))
    let whole = Data("head".utf8) + content + Data("end".utf8)
    let sum = whole.reduce(into: 0) { $0 = $0 &* 31 &+ Int($1) }
    #expect(String(decoding: response.body, as: UTF8.self) == "\(whole.count) \(sum)")
  }
}
