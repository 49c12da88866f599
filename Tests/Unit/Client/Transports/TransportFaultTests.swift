import ApusClient
import Foundation
import Testing

/// Answers that are not as they should be, or do not come.
@Suite(.timeLimit(.minutes(15))) struct TransportFaultTests {
  /// What servers do before they close the connection.
  enum Fault: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case nothing = ""
    case garbage = "once upon a time\r\n\r\n"
    case headOnly = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"
    case truncated = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"
    case truncatedChunk = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\nhello"
    case noLastChunk = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
    case badChunkSize = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n0\r\n\r\n"
    case badGzip = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello"

    var testDescription: String { "\(self)" }
  }

  @Test(arguments: TransportKind.all, Fault.allCases)
  func `a connection that is closed too early`(_ kind: TransportKind, _ fault: Fault) async throws {
    let server = try RawServer { connection, _ in
      _ = connection.readRequest()
      connection.write(fault.rawValue)
    }
    let error = try await transportError(kind, server.url)
    #expect(error is GraphQLConnectionError)
    #expect(!error.localizedDescription.isEmpty)
  }

  @Test(arguments: TransportKind.all)
  func `a status without fields`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\n")
    }
    #expect(try await transportError(kind, server.url) is GraphQLConnectionError)
  }

  @Test(arguments: TransportKind.all, [Fault.nothing, .headOnly, .truncated, .truncatedChunk])
  func `a connection that is reset`(_ kind: TransportKind, _ fault: Fault) async throws {
    let server = try RawServer { connection, _ in
      _ = connection.readRequest()
      connection.write(fault.rawValue)
      usleep(20_000)
      connection.reset()
    }
    #expect(try await transportError(kind, server.url) is GraphQLConnectionError)
  }

  @Test(arguments: TransportKind.all)
  func `a server that closes before it has read the request`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in connection.reset() }
    let body = GraphQLHTTPBody.bytes(Data(repeating: 1, count: 2_000_000))
    #expect(try await transportError(kind, server.url, body) is GraphQLConnectionError)
  }

  @Test(arguments: TransportKind.all)
  func `a server that rejects a body that it has not read`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      _ = connection.readHead()
      connection.answer("too large", status: "413 Content Too Large", fields: ["Connection: close"])
      connection.waitForEnd()
    }
    let body = GraphQLHTTPBody.bytes(Data(repeating: 1, count: 2_000_000))
    let response = try await kind.make().send(GraphQLHTTPRequest(url: server.url, body: body))
    #expect(response.status == 413)
  }

  @Test(arguments: TransportKind.all)
  func `fields without an end`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nX-Long: ")
      let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
      for _ in 0..<64 { guard connection.write(piece) else { return } }
      connection.write("\r\nContent-Length: 0\r\n\r\n")
    }
    #expect(try await transportError(kind, server.url) is GraphQLConnectionError)
  }

  @Test(arguments: TransportKind.all)
  func `nobody listens`(_ kind: TransportKind) async throws {
    let socket = try ListeningSocket(accepts: false)
    defer { close(socket.descriptor) }
    let url = try #require(URL(string: "http://127.0.0.1:\(socket.port)/"))
    let error = try #require(try await transportError(kind, url) as? GraphQLConnectionError)
    #expect(error.code == .cannotConnectToHost)
  }

  #if os(Linux)
    // What Foundation does with some of them is its own affair.
    @Test(arguments: TransportKind.all, ["file:///etc/hosts", "ftp://127.0.0.1/", "gopher://127.0.0.1/"])
    func `URLs of other schemes`(_ kind: TransportKind, _ text: String) async throws {
      let url = try #require(URL(string: text))
      let error = try #require(try await transportError(kind, url) as? GraphQLConnectionError)
      #expect(error.code == .unsupportedURL)
    }
  #endif

  @Test(arguments: TransportKind.all, [10, 300_000])
  func `a kept connection that the server has closed`(_ kind: TransportKind, _ size: Int) async throws {
    let server = try RawServer { connection, _ in
      guard let request = connection.readRequest() else { return }
      connection.answer("\(request.body.count)")
      connection.close()
    }
    let transport = try kind.make()
    for _ in 0..<5 {
      let body = GraphQLHTTPBody.bytes(Data(repeating: 1, count: size))
      let request = GraphQLHTTPRequest(url: server.url, body: body, isIdempotent: true)
      let response = try await transport.send(request)
      #expect(String(decoding: response.body, as: UTF8.self) == "\(size)")
    }
    #expect(server.connectionCount == 5)
  }

  /// The server closes at the moment at which the next request comes, which no look at the socket foretells.
  @Test(arguments: TransportKind.all, [10, 300_000])
  func `a kept connection that the server closes on the request`(_ kind: TransportKind, _ size: Int)
    async throws
  {
    let server = try RawServer { connection, number in
      guard let request = connection.readRequest() else { return }
      connection.answer("\(request.body.count)")
      // The first connection is closed when the next request has begun, without an answer.
      if number == 0 {
        _ = connection.readHead()
        return connection.reset()
      }
      while let request = connection.readRequest() { connection.answer("\(request.body.count)") }
    }
    let transport = try kind.make()
    for _ in 0..<3 {
      let body = GraphQLHTTPBody.bytes(Data(repeating: 1, count: size))
      let request = GraphQLHTTPRequest(url: server.url, body: body, isIdempotent: true)
      let response = try await transport.send(request)
      #expect(String(decoding: response.body, as: UTF8.self) == "\(size)")
    }
    #expect(server.connectionCount == 2)
  }

  @Test(arguments: TransportKind.all)
  func `a request that was answered in part is not sent again`(_ kind: TransportKind) async throws {
    let requests = Tally()
    let server = try RawServer { connection, _ in
      guard connection.readRequest() != nil else { return }
      connection.answer()
      guard connection.readRequest() != nil else { return }
      requests.add(1)
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhel")
      usleep(20_000)
      connection.reset()
    }
    let transport = try kind.make()
    _ = try await transport.send(GraphQLHTTPRequest(url: server.url))
    await #expect(throws: GraphQLConnectionError.self) {
      try await transport.send(GraphQLHTTPRequest(url: server.url))
    }
    #expect(requests.value == 1)
  }

  /// `GraphQLURLSessionTransport` copies the parts to one file first, `GraphQLCurlTransport` reads them while it sends.
  @Test(arguments: TransportKind.all)
  func `an upload that is cancelled while its file is prepared`(_ kind: TransportKind) async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
    #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
    defer { try? FileManager.default.removeItem(at: file) }
    // Without blocks on the disk: copying it would take minutes.
    let size = 1 << 36
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: UInt64(size))
    try handle.close()
    let server = try RawServer { connection, _ in connection.waitForEnd() }
    let body = GraphQLHTTPBody.parts([.file(file, byteCount: size)])
    let transport = try kind.make()
    let task = Task { try await transport.send(GraphQLHTTPRequest(url: server.url, body: body)) }
    // Outside of tasks: other tests may keep their threads while the copy fills the disk.
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { task.cancel() }
    await #expect(throws: CancellationError.self) { try await task.value }
    #if !os(Linux)
      #expect(server.connectionCount == 0)
    #endif
  }

  private func transportError(
    _ kind: TransportKind, _ url: URL, _ body: GraphQLHTTPBody = .bytes(Data("{}".utf8))
  ) async throws -> any Error {
    do {
      let request = GraphQLHTTPRequest(url: url, body: body, isIdempotent: true)
      let response = try await kind.make().send(request)
      Issue.record("an answer came: \(response)")
    } catch {
      return error
    }
    throw CancellationError()
  }
}
