import ApusClient
import ApusPlatform
import Foundation
import TestSupport
import Testing

/// What is sent again when a connection breaks, and what is not.
@Suite(.timeLimit(.minutes(15))) struct TransportRepetitionTests {
  /// Sizes that the transport sends together with the header fields, or by a callback, when it may send them again.
  @Test(arguments: TransportKind.all, [10, 300_000])
  func `a mutation on a kept connection that breaks is not sent again`(_ kind: TransportKind, _ size: Int)
    async throws
  {
    let requests = Tally()
    // Every connection breaks on the first mutation that it reads.
    let server = try RawServer { connection, _ in
      while let request = connection.readRequest() {
        if request.body.isEmpty {
          connection.answer()
        } else {
          requests.add(1)
          return connection.reset()
        }
      }
    }
    let transport = try kind.make()
    _ = try await transport.send(GraphQLHTTPRequest(url: server.url))
    let mutation = GraphQLHTTPRequest(url: server.url, body: .bytes(Data(repeating: 1, count: size)))
    let error = await #expect(throws: GraphQLClientError.self) { try await transport.send(mutation) }
    guard case .outcomeUnknown = error else { throw try #require(error) }
    #expect("\(try #require(error))".contains("may have been executed"))
    #expect(requests.value == 1)
  }

  @Test(arguments: TransportStreamTests.kinds, [0, 20])
  func `a mutation whose response is read in parts has an unknown outcome when the connection ends`(
    _ kind: TransportKind, _ receivedCount: Int
  ) async throws {
    let requests = Tally()
    let server = try RawServer { connection, _ in
      guard connection.readRequest() != nil else { return }
      requests.add(1)
      guard receivedCount > 0 else { return }
      connection.write(
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + String(repeating: "x", count: receivedCount))
    }
    let transport = try #require(try kind.make() as? any GraphQLStreamingTransport)
    let mutation = GraphQLHTTPRequest(url: server.url, body: .bytes(Data("{}".utf8)))
    let received = Tally()
    let error = await #expect(throws: GraphQLClientError.self) {
      for try await piece in try await transport.stream(mutation) { received.add(piece.count) }
    }
    guard case .outcomeUnknown = error else { throw try #require(error) }
    #expect(received.value == receivedCount)
    #expect(requests.value == 1)
  }

  @Test(arguments: TransportKind.all)
  func `a request by GET that is not idempotent is not sent again`(_ kind: TransportKind) async throws {
    let requests = Tally()
    let server = try RawServer { connection, _ in
      while let request = connection.readRequest() {
        if request.method == "POST" {
          connection.answer()
        } else {
          requests.add(1)
          return connection.reset()
        }
      }
    }
    let transport = try kind.make()
    _ = try await transport.send(GraphQLHTTPRequest(url: server.url))
    let error = await #expect(throws: GraphQLClientError.self) {
      try await transport.send(GraphQLHTTPRequest(method: .get, url: server.url))
    }
    guard case .outcomeUnknown = error else { throw try #require(error) }
    #expect(requests.value == 1)
  }

  @Test(arguments: TransportKind.all, [10, 300_000])
  func `a query on a kept connection that breaks is sent again, whole`(_ kind: TransportKind, _ size: Int)
    async throws
  {
    let sizes = Locked<[Int]>([])
    let server = try RawServer { connection, _ in
      guard let first = connection.readRequest() else { return }
      sizes.withLock { $0.append(first.body.count) }
      connection.answer()
      guard let second = connection.readRequest() else { return }
      sizes.withLock { $0.append(second.body.count) }
      connection.reset()
    }
    let transport = try kind.make()
    let query = GraphQLHTTPRequest(
      url: server.url, body: .bytes(Data(repeating: 1, count: size)), isIdempotent: true)
    for _ in 0..<2 { #expect(try await transport.send(query).status == 200) }
    #expect(sizes.withLock { $0 } == [size, size, size])
    #expect(server.connectionCount == 2)
  }

  /// The system's buffers hold less than such a body, so the connection breaks while it is sent.
  @Test(arguments: TransportKind.all, [true, false])
  func `of bodies on a kept connection that breaks within them, those of queries are sent again`(
    _ kind: TransportKind, _ isIdempotent: Bool
  ) async throws {
    let size = 8_000_000
    let heads = Tally()
    let sizes = Locked<[Int]>([])
    let server = try RawServer { connection, number in
      if number == 0 {
        guard connection.readRequest() != nil else { return }
        connection.answer()
        guard connection.readHead() != nil, connection.readBytes(1000) != nil else { return }
        heads.add(1)
        return connection.reset()
      }
      guard let request = connection.readRequest() else { return }
      heads.add(1)
      sizes.withLock { $0.append(request.body.count) }
      connection.answer()
    }
    let transport = try kind.make(maximumIdleTime: .seconds(600))
    _ = try await transport.send(GraphQLHTTPRequest(url: server.url))
    let request = GraphQLHTTPRequest(
      url: server.url, body: .bytes(Data(repeating: 1, count: size)), isIdempotent: isIdempotent)
    if isIdempotent {
      #expect(try await transport.send(request).status == 200)
      #expect(heads.value == 2)
      #expect(sizes.withLock { $0 } == [size])
    } else {
      let error = await #expect(throws: GraphQLClientError.self) { try await transport.send(request) }
      guard case .outcomeUnknown = error else { throw try #require(error) }
      #expect(heads.value == 1)
    }
  }

  #if os(Linux)
    /// The connection breaks while libcurl waits for the rest of the body, so it notices when it sends and not when it receives.
    @Test(arguments: [true, false])
    func `where sending the rest of a body fails, only a query is sent again, whole`(_ isIdempotent: Bool)
      async throws
    {
      let pipe = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID())")
      try #require(mkfifo(pipe.path, 0o600) == 0)
      defer { unlink(pipe.path) }
      // So little goes through the pipe at once: the first attempt leaves nothing in it for the second.
      let (size, rest) = (300_000, 4000)
      let heads = Tally()
      let kept = Tally()
      // Open until the second attempt has a writer of its own: otherwise the pipe might end where that reads.
      let firstWriter = Locked<FileHandle?>(nil)
      let server = try RawServer { connection, number in
        // Two connections are kept, which are open at the same time.
        if number < 2 {
          guard connection.readRequest() != nil else { return }
          kept.add(1)
          blockThread { kept.value == 2 }
          connection.answer()
        }
        guard connection.readHead() != nil else { return }
        let isFirst = heads.next() == 0
        // The retry must use a new connection: the other kept one may be dead, too.
        if !isFirst, number < 2 { return connection.reset() }
        // Opening the pipe waits until the client reads from it.
        guard connection.readBytes(size) != nil, let writer = try? FileHandle(forWritingTo: pipe) else {
          return
        }
        if isFirst {
          connection.reset()
          firstWriter.withLock { $0 = writer }
          try? writer.write(contentsOf: Data(count: rest))
          return
        }
        firstWriter.withLock { $0 = nil }
        try? writer.write(contentsOf: Data(count: rest))
        try? writer.close()
        if connection.readBytes(rest) != nil { connection.answer() }
      }
      let transport = try TransportKind.curl.make(maximumIdleTime: .seconds(600))
      async let other = transport.send(GraphQLHTTPRequest(url: server.url))
      _ = try await (transport.send(GraphQLHTTPRequest(url: server.url)), other)
      let request = GraphQLHTTPRequest(
        url: server.url, body: .parts([.bytes(Data(count: size)), .file(pipe, byteCount: rest)]),
        isIdempotent: isIdempotent)
      if isIdempotent {
        #expect(try await inTime("the second attempt") { try await transport.send(request) }.status == 200)
        #expect(heads.value == 2)
      } else {
        let error = await #expect(throws: GraphQLClientError.self) {
          try await inTime("the second attempt") { try await transport.send(request) }
        }
        guard case .outcomeUnknown = error else { throw try #require(error) }
        #expect(heads.value == 1)
      }
    }
  #endif

  @Test(arguments: TransportKind.all, [true, false])
  func `a new connection that breaks before the answer is not tried again`(
    _ kind: TransportKind, _ isIdempotent: Bool
  ) async throws {
    let requests = Tally()
    let server = try RawServer { connection, _ in
      guard connection.readRequest() != nil else { return }
      requests.add(1)
      connection.reset()
    }
    let request = GraphQLHTTPRequest(
      url: server.url, body: .bytes(Data("{}".utf8)), isIdempotent: isIdempotent)
    await #expect(throws: (any Error).self) { try await kind.make().send(request) }
    #expect(requests.value == 1)
  }

  @Test func `a subscription is opened again`() async throws {
    for kind in TransportKind.all {
      let server = try RawServer { connection, _ in
        guard connection.readRequest() != nil else { return }
        connection.answer()
        guard connection.readRequest() != nil else { return }
        connection.reset()
      }
      let transport = try kind.make()
      let operation = GraphQLOperationDescription(kind: .subscription, name: "Clock", id: "")
      let request = GraphQLHTTPRequest(
        url: server.url, body: .bytes(Data("{}".utf8)), operations: [operation])
      for _ in 0..<2 { #expect(try await transport.send(request).status == 200) }
      #expect(server.connectionCount == 2)
    }
  }

  @Test(arguments: TransportKind.all)
  func `a mutation that could not be sent has a known outcome`(_ kind: TransportKind) async throws {
    let socket = try ListeningSocket(accepts: false)
    defer { close(socket.descriptor) }
    let url = try #require(URL(string: "http://127.0.0.1:\(socket.port)/"))
    let client = GraphQLClient(url: url, transport: try kind.make())
    #expect(await clientError { _ = try await client.perform(SendMutation()) }?.execution == .notSent)
  }

  @Test func `no rule sends a mutation again that may have been carried out`() async throws {
    for ending in [
      GraphQLClientError.outcomeUnknown(URLError(.networkConnectionLost)), .timedOut(after: .seconds(1)),
    ] {
      let attempts = Tally()
      let retry = GraphQLRetryInterceptor(firstDelay: .zero, shouldRetry: { _, _ in true })
      let url = try #require(URL(string: "http://localhost/"))
      await #expect(throws: GraphQLClientError.self) {
        try await retry.intercept(GraphQLHTTPRequest(url: url, body: .bytes(Data("{}".utf8)))) { _ in
          attempts.add(1)
          throw ending
        }
      }
      #expect(attempts.value == 1)
    }
  }
}

#if os(Linux)
  /// Which connection a request gets.
  @Suite(.enabled(if: GraphQLCurlTransport() != nil, "There is no libcurl."), .timeLimit(.minutes(15)))
  struct IdleConnectionTests {
    /// The server closes a millisecond after each answer, when the next mutation would be on its way.
    @Test func `a mutation does not meet the end of the connection that answered just before`() async throws {
      let server = try RawServer { connection, _ in
        guard connection.readRequest() != nil else { return }
        connection.answer()
        usleep(1000)
      }
      let transport = try #require(GraphQLCurlTransport())
      var successes = 0
      for _ in 0..<40 {
        let mutation = GraphQLHTTPRequest(url: server.url, body: .bytes(Data("{}".utf8)))
        if (try? await transport.send(mutation)) != nil { successes += 1 }
      }
      // A busy machine lets a few milliseconds pass.
      #expect(successes >= 10)
    }

    @Test func `a mutation that waits for a connection can be cancelled`() async throws {
      let requests = Tally()
      let server = try RawServer { connection, _ in
        while let request = connection.readRequest() {
          if !request.body.isEmpty { requests.add(1) }
          connection.answer()
        }
      }
      let transport = try #require(GraphQLCurlTransport())
      var cancelled = 0
      // A busy machine cancels nearly all of them too late.
      while requests.value == cancelled, cancelled < 1000 {
        for _ in 0..<50 {
          _ = try await transport.send(GraphQLHTTPRequest(url: server.url))
          let mutation = Task {
            try await transport.send(GraphQLHTTPRequest(url: server.url, body: .bytes(Data("{}".utf8))))
          }
          try await Task.sleep(for: .milliseconds(1))
          mutation.cancel()
          _ = try? await mutation.value
          cancelled += 1
        }
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(requests.value < cancelled)
    }

    @Test(arguments: [("timeout=2, max=100", 2), ("max=5, Timeout = 600", 1), ("timeout=x", 1)])
    func `the time for which the server keeps a connection counts`(_ field: String, _ connections: Int)
      async throws
    {
      let server = try RawServer { connection, _ in
        while connection.readRequest() != nil { connection.answer(fields: ["Keep-Alive: \(field)"]) }
      }
      var configuration = GraphQLCurlTransport.Configuration()
      configuration.maximumIdleTime = .seconds(600)
      let transport = try GraphQLCurlTransport(configuration)
      for _ in 0..<2 {
        let mutation = GraphQLHTTPRequest(url: server.url, body: .bytes(Data("{}".utf8)))
        _ = try await transport.send(mutation)
      }
      #expect(server.connectionCount == connections)
    }

    @Test(arguments: [(Duration.seconds(2), 2), (.seconds(600), 1), (.zero, 2)])
    func `a mutation goes on a connection that was idle for a short time`(
      _ maximumIdleTime: Duration, _ connections: Int
    ) async throws {
      let server = try RawServer { connection, _ in
        while connection.readRequest() != nil { connection.answer() }
      }
      var configuration = GraphQLCurlTransport.Configuration()
      configuration.maximumIdleTime = maximumIdleTime
      let transport = try GraphQLCurlTransport(configuration)
      let query = GraphQLHTTPRequest(url: server.url, body: .bytes(Data("{}".utf8)), isIdempotent: true)
      _ = try await transport.send(query)
      try await Task.sleep(for: .seconds(2.1))
      _ = try await transport.send(GraphQLHTTPRequest(url: server.url, body: .bytes(Data("{}".utf8))))
      #expect(server.connectionCount == connections)
    }
  }
#endif
