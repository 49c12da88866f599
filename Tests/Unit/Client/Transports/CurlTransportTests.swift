#if os(Linux)
  import ApusPlatform
  @testable import ApusClient
  import Foundation
  import TestSupport
  import Testing

  /// What only `GraphQLCurlTransport` does.
  @Suite(.enabled(if: GraphQLCurlTransport() != nil, "There is no libcurl."))
  struct CurlTransportTests {
    private func transport(
      _ configuration: GraphQLCurlTransport.Configuration = GraphQLCurlTransport.Configuration()
    ) throws -> GraphQLCurlTransport {
      try GraphQLCurlTransport(configuration)
    }

    @Test func `clients use it by default`() throws {
      let url = try #require(URL(string: "http://localhost/"))
      #expect(GraphQLClient(url: url).transport is GraphQLCurlTransport)
    }

    @Test func `a Unix domain socket`() async throws {
      let path = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: path) }
      let server = try RawServer(path: path.path) { connection, _ in
        while let request = connection.readRequest() { connection.answer(request.target) }
      }
      var configuration = GraphQLCurlTransport.Configuration()
      configuration.unixSocket = path
      let transport = try transport(configuration)
      let response = try await transport.send(GraphQLHTTPRequest(url: server.url))
      #expect(response.body == Data("/graphql".utf8))
    }

    @Test func `a proxy`() async throws {
      let proxy = try RawServer { connection, _ in
        while let request = connection.readRequest() {
          connection.answer("\(request.method) \(request.target)")
        }
      }
      let transport = try transport(GraphQLCurlTransport.Configuration(proxy: proxy.url))
      let url = try #require(URL(string: "http://example.invalid/graphql"))
      let response = try await transport.send(GraphQLHTTPRequest(url: url))
      #expect(String(decoding: response.body, as: UTF8.self) == "POST http://example.invalid/graphql")
    }

    @Test func `a tunnel's answer is not the server's`() async throws {
      let proxy = try RawServer { connection, _ in
        _ = connection.readHead()
        connection.write("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
      }
      let transport = try transport(GraphQLCurlTransport.Configuration(proxy: proxy.url))
      let url = try #require(URL(string: "https://example.invalid/graphql"))
      await #expect(throws: GraphQLConnectionError.self) {
        try await transport.send(GraphQLHTTPRequest(url: url))
      }
    }

    @Test func `no more connections than allowed`() async throws {
      let (open, most) = (Tally(), Locked(0))
      let server = try RawServer { connection, _ in
        open.add(1)
        most.withLock { $0 = max($0, open.value) }
        while connection.readRequest() != nil {
          usleep(1000)
          connection.answer()
        }
        open.add(-1)
      }
      var configuration = GraphQLCurlTransport.Configuration()
      configuration.maximumConnectionsPerHost = 4
      let transport = try transport(configuration)
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<200 {
          group.addTask { try await transport.send(GraphQLHTTPRequest(url: server.url)).status }
        }
        for try await status in group { #expect(status == 200) }
      }
      #expect(most.withLock { $0 } <= 4)
      #expect(server.connectionCount == 4)
    }

    /// The transport uses libcurl's handles again, and with them what is the same for all requests.
    @Test func `nothing of a request is left for the next`() async throws {
      let server = try RawServer { connection, _ in
        while let request = connection.readRequest() {
          let fields = ["Authorization", "Content-Type", "X-Empty"].map { request.field($0) ?? "-" }
          let body = String(decoding: request.body, as: UTF8.self)
          connection.answer(([request.method, request.target] + fields + [body]).joined(separator: "|"))
        }
      }
      let transport = try transport()
      let other = try #require(URL(string: "/other?a=1", relativeTo: server.url)?.absoluteURL)
      let json: GraphQLHTTPHeaders = ["Authorization": "secret", "Content-Type": "application/json"]
      let small = GraphQLHTTPBody.bytes(Data("small".utf8))
      let parts = GraphQLHTTPBody.parts([.bytes(Data("in ".utf8)), .bytes(Data("parts".utf8))])
      let get = GraphQLHTTPRequest.Method.get
      let requests: [(GraphQLHTTPRequest, String)] = [
        (
          GraphQLHTTPRequest(url: server.url, headers: json, body: small, isIdempotent: true),
          "POST|/graphql|secret|application/json|-|small"
        ),
        (GraphQLHTTPRequest(method: get, url: server.url), "GET|/graphql|-|-|-|"),
        (GraphQLHTTPRequest(url: server.url, body: parts), "POST|/graphql|-|-|-|in parts"),
        (GraphQLHTTPRequest(url: server.url), "POST|/graphql|-|-|-|"),
        (
          GraphQLHTTPRequest(url: other, headers: ["X-Empty": ""], body: small, isIdempotent: true),
          "POST|/other?a=1|-|-||small"
        ),
        (
          GraphQLHTTPRequest(url: other, headers: ["X-Empty": "full"], body: small, isIdempotent: true),
          "POST|/other?a=1|-|-|full|small"
        ),
        (
          GraphQLHTTPRequest(url: other, headers: ["X-Empty": "fool"], body: small, isIdempotent: true),
          "POST|/other?a=1|-|-|fool|small"
        ),
        (
          GraphQLHTTPRequest(method: get, url: other, body: parts, isIdempotent: true),
          "GET|/other?a=1|-|-|-|in parts"
        ),
        (GraphQLHTTPRequest(url: server.url, headers: json), "POST|/graphql|secret|application/json|-|"),
        (GraphQLHTTPRequest(method: get, url: server.url, isIdempotent: true), "GET|/graphql|-|-|-|"),
      ]
      // In this order, then in random ones.
      for round in 0..<20 {
        for (request, expected) in round == 0 ? requests : requests.shuffled() {
          let body = try await transport.send(request).body
          #expect(String(decoding: body, as: UTF8.self) == expected)
        }
      }
    }

    /// A mutation after a query has the query's handle: without a way back for its body all the same.
    @Test func `a mutation on a handle that has sent a query is sent once`() async throws {
      let bodies = Locked<[String]>([])
      let server = try RawServer { connection, _ in
        while let request = connection.readRequest() {
          let body = String(decoding: request.body, as: UTF8.self)
          bodies.withLock { $0.append(body) }
          if body == "mutation" { return connection.reset() }
          connection.answer()
        }
      }
      let transport = try transport()
      for _ in 0..<20 {
        _ = try await transport.send(
          GraphQLHTTPRequest(url: server.url, body: .bytes(Data("query".utf8)), isIdempotent: true))
        await #expect(throws: GraphQLClientError.self) {
          try await transport.send(GraphQLHTTPRequest(url: server.url, body: .bytes(Data("mutation".utf8))))
        }
      }
      #expect(bodies.withLock { $0.count { $0 == "mutation" } } == 20)
    }

    @Test func `after a pause the transport goes on, and ends while it sleeps`() async throws {
      let server = try RawServer { connection, _ in
        while connection.readRequest() != nil { connection.answer() }
      }
      weak var gone: GraphQLCurlTransport?
      do {
        let transport = try transport()
        gone = transport
        // The thread sleeps in two ways, one after the other, and is woken around the change.
        for milliseconds in [0, 1, 20, 95, 99, 100, 101, 105, 150, 300] {
          try await Task.sleep(for: .milliseconds(milliseconds))
          #expect(try await transport.send(GraphQLHTTPRequest(url: server.url)).status == 200)
        }
      }
      try await eventually("the transport is released") { gone == nil }
      #expect(server.connectionCount == 1)
    }

    /// A server that answers at once, but for requests whose body is "hang".
    private func hangingServer() throws -> RawServer {
      try RawServer { connection, _ in
        while let request = connection.readRequest() {
          if request.body == Array("hang".utf8) { return connection.waitForEnd() }
          connection.answer()
        }
      }
    }

    private func hang(_ count: Int, _ server: RawServer, _ transport: GraphQLCurlTransport) async throws
      -> [Task<GraphQLHTTPResponse, any Error>]
    {
      let request = GraphQLHTTPRequest(url: server.url, body: .bytes(Data("hang".utf8)), isIdempotent: true)
      let tasks = (0..<count).map { _ in Task { try await transport.send(request) } }
      try await eventually("the server has \(count) connections") { server.connectionCount == count }
      return tasks
    }

    @Test(.timeLimit(.minutes(15))) func `requests that hang do not hold up the next ones`() async throws {
      let (server, transport) = (try hangingServer(), try transport())
      let hanging = try await hang(32, server, transport)
      let request = GraphQLHTTPRequest(
        url: server.url, body: .bytes(Data("{}".utf8)), timeout: .seconds(60), isIdempotent: true)
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<10 { group.addTask { try await transport.send(request).status } }
        for try await status in group { #expect(status == 200) }
      }
      #expect(server.connectionCount <= 32 + 32)
      for task in hanging { task.cancel() }
      // Without those that hang the limit is the old one.
      let count = server.connectionCount
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<100 { group.addTask { try await transport.send(request).status } }
        for try await status in group { #expect(status == 200) }
      }
      #expect(server.connectionCount <= count + 32)
    }

    @Test func `a strict limit of connections`() async throws {
      let server = try hangingServer()
      var configuration = GraphQLCurlTransport.Configuration()
      configuration.maximumConnectionsPerHost = 2
      configuration.slowRequestTime = nil
      let transport = try transport(configuration)
      let hanging = try await hang(2, server, transport)
      let request = GraphQLHTTPRequest(
        url: server.url, body: .bytes(Data("{}".utf8)), timeout: .seconds(4), isIdempotent: true)
      await #expect(throws: GraphQLClientError.self) { try await transport.send(request) }
      #expect(server.connectionCount == 2)
      for task in hanging { task.cancel() }
    }

    @Test(arguments: [200_000, 1_000_000])
    func `a header field that is too long is told`(_ count: Int) async throws {
      let server = try RawServer { connection, _ in
        _ = connection.readRequest()
        connection.answer(fields: ["X-Long: " + String(repeating: "x", count: count)])
      }
      for isIdempotent in [true, false] {
        let request = GraphQLHTTPRequest(
          url: server.url, body: .bytes(Data("{}".utf8)), isIdempotent: isIdempotent)
        let client = GraphQLClient(url: server.url, transport: try transport())
        let error = await #expect(throws: GraphQLClientError.self) {
          try await client.send(request, GraphQLRequestOptions())
        }
        #expect(try #require(error).description.contains("header field"))
      }
    }

    @Test func `requests that wait for a connection can be cancelled`() async throws {
      let server = try RawServer { connection, _ in
        guard connection.readRequest() != nil else { return }
        connection.waitForEnd()
      }
      var configuration = GraphQLCurlTransport.Configuration()
      configuration.maximumConnectionsPerHost = 1
      configuration.slowRequestTime = nil
      let transport = try transport(configuration)
      let tasks = (0..<20).map { _ in
        Task { try await transport.send(GraphQLHTTPRequest(url: server.url)) }
      }
      try await eventually("the server has a connection") { server.connectionCount == 1 }
      for task in tasks { task.cancel() }
      for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    }

    @Test func `progress of an upload and a download`() async throws {
      let server = try RawServer { connection, _ in
        while let request = connection.readRequest() {
          connection.answer(String(repeating: "x", count: request.body.count))
        }
      }
      for count in [100, 1_000_000] {
        let all = Locked<[GraphQLProgress]>([])
        var request = GraphQLHTTPRequest(url: server.url, body: .bytes(Data(repeating: 1, count: count)))
        request.progress = { progress in all.withLock { $0.append(progress) } }
        _ = try await transport().send(request)
        let steps = all.withLock { $0 }
        #expect(steps.map(\.sentBytes) == steps.map(\.sentBytes).sorted())
        #expect(steps.map(\.receivedBytes) == steps.map(\.receivedBytes).sorted())
        #expect(steps.allSatisfy { $0.totalBytesToSend == count })
        let last = try #require(steps.last)
        #expect(
          last
            == GraphQLProgress(
              sentBytes: count, totalBytesToSend: count, receivedBytes: count, totalBytesToReceive: count))
      }
    }

    @Test func `a file that shrinks while it is sent`() async throws {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
      try Data(repeating: 1, count: 1000).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let server = try RawServer { connection, _ in
        _ = connection.readRequest()
        connection.answer()
      }
      let request = GraphQLHTTPRequest(url: server.url, body: .parts([.file(file, byteCount: 2000)]))
      let error = await #expect(throws: GraphQLClientError.self) { try await transport().send(request) }
      guard case .invalidRequest = error else { throw error ?? .invalidRequest("nothing was thrown") }
    }
  }
#endif
