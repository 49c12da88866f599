import ApusClient
import Foundation
import TestSupport
import Testing

/// Answers that are read as they come.
@Suite(.timeLimit(.minutes(15))) struct TransportStreamTests {
  /// The transports that have streams.
  static let kinds = TransportKind.all.filter { (try? $0.make()) is any GraphQLStreamingTransport }

  private func stream(_ kind: TransportKind, _ url: URL) async throws -> GraphQLHTTPStream {
    let transport = try #require(try kind.make() as? any GraphQLStreamingTransport)
    return try await transport.stream(GraphQLHTTPRequest(url: url))
  }

  @Test(arguments: kinds)
  func `pieces come as they are sent`(_ kind: TransportKind) async throws {
    let mayGoOn = DispatchSemaphore(value: 0)
    let server = try RawServer { connection, _ in
      guard connection.readRequest() != nil else { return }
      connection.write("HTTP/1.1 203 OK\r\nX-Kind: parts\r\nTransfer-Encoding: chunked\r\n\r\n")
      for text in ["one", "two", "six"] {
        connection.write("3\r\n\(text)\r\n")
        mayGoOn.wait()
      }
      connection.write("0\r\n\r\n")
    }
    let stream = try await stream(kind, server.url)
    #expect(stream.status == 203)
    #expect(stream.headers["x-kind"] == "parts")
    var pieces: [String] = []
    for try await piece in stream {
      pieces.append(String(decoding: piece, as: UTF8.self))
      mayGoOn.signal()
    }
    #expect(pieces == ["one", "two", "six"])
  }

  @Test(arguments: kinds)
  func `streams have connections of their own: requests do not wait for them`(_ kind: TransportKind)
    async throws
  {
    let end = DispatchSemaphore(value: 0)
    let server = try RawServer { connection, _ in
      while let request = connection.readRequest() {
        guard request.method == "POST" else {
          connection.answer()
          continue
        }
        connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n")
        end.wait()
        connection.write("0\r\n\r\n")
      }
    }
    let transport = try #require(try kind.make() as? any GraphQLStreamingTransport)
    // More than a transport opens connections for requests.
    let count = 40
    var streams: [GraphQLHTTPStream] = []
    for _ in 0..<count { streams.append(try await transport.stream(GraphQLHTTPRequest(url: server.url))) }
    let response = try await transport.send(
      GraphQLHTTPRequest(method: .get, url: server.url, timeout: .seconds(10)))
    #expect(response.status == 200)
    for _ in 0..<count { end.signal() }
    for stream in streams {
      var body = Data()
      for try await piece in stream { body += piece }
      #expect(body == Data("one".utf8))
    }
  }

  @Test(arguments: kinds)
  func `a reader who waits makes the server wait`(_ kind: TransportKind) async throws {
    let sent = Tally()
    let size = 24 << 20
    let server = try RawServer { connection, _ in
      guard connection.readRequest() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
      let piece = [UInt8](repeating: 1, count: 1 << 16)
      while sent.value < size, connection.write(piece) { sent.add(piece.count) }
    }
    let stream = try await stream(kind, server.url)
    var received = 0
    for try await piece in stream {
      if received == 0 {
        var last = -1
        // Until the server cannot write any more.
        while sent.value != last {
          last = sent.value
          try await Task.sleep(for: .milliseconds(200))
        }
        #expect(last < size / 2)
      }
      received += piece.count
    }
    #expect(received == size)
  }

  @Test(arguments: kinds)
  func `a body that breaks off throws, behind what came`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      guard connection.readRequest() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
    }
    let body = try await stream(kind, server.url)
    var received = Data()
    await #expect(throws: GraphQLConnectionError.self) {
      for try await piece in body { received += piece }
    }
    #expect(received == Data("hello".utf8))
  }

  @Test(arguments: kinds)
  func `no answer`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in _ = connection.readRequest() }
    await #expect(throws: GraphQLConnectionError.self) { _ = try await stream(kind, server.url) }
  }

  @Test(arguments: kinds, ["release", "cancel", "cancelBefore"])
  func `a reader who leaves ends the request`(_ kind: TransportKind, _ way: String) async throws {
    let (asked, ended) = (Tally(), Tally())
    let server = try RawServer { connection, _ in
      guard connection.readRequest() != nil else { return }
      asked.add(1)
      if way != "cancelBefore" {
        connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n")
      }
      connection.waitForEnd()
      ended.add(1)
    }
    let transport = try #require(try kind.make() as? any GraphQLStreamingTransport)
    let hasRead = Tally()
    let task = Task {
      let body = try await transport.stream(GraphQLHTTPRequest(url: server.url))
      for try await _ in body {
        hasRead.add(1)
        if way == "release" { return }
      }
    }
    if way == "cancelBefore" {
      // A connection is accepted before the request is written: who leaves in between sends none, which `ended` would not count.
      try await eventually("the server has the request") { asked.value == 1 }
    } else {
      try await eventually("the first piece is read") { hasRead.value == 1 }
    }
    if way == "release" {
      try await task.value
    } else {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    try await eventually("the connection is closed") { ended.value == 1 }
  }
}
