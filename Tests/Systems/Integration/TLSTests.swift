import ApusClient
import Foundation
import Testing

/// Certificates, good and bad, and HTTP/2.
@Suite(
  .enabled(if: TLSServers.areAvailable, "There is no Python for the servers, or no openssl."),
  .timeLimit(.minutes(15)))
struct TLSTests {
  #if os(Linux)
    /// What the server says of a request.
    private struct Answer: Decodable {
      let path: String
      let received: Int
      let `protocol`: String
      let connection: Int
    }

    private func transport(usesHTTP2: Bool = true) async throws -> GraphQLCurlTransport {
      let authority = try await TLSServers.authority()
      var configuration = GraphQLCurlTransport.Configuration(certificateAuthorities: authority)
      configuration.usesHTTP2 = usesHTTP2
      return try GraphQLCurlTransport(configuration)
    }

    private func answer(
      _ transport: GraphQLCurlTransport, _ server: KeyPath<TLSServers.Ready, Int> & Sendable,
      _ path: String = "/",
      size: Int = 2
    ) async throws -> Answer {
      let body = GraphQLHTTPBody.bytes(Data(repeating: 1, count: size))
      // One that must be sent once gets no connection that was idle for long, as it may be on a busy machine.
      let request = GraphQLHTTPRequest(
        url: try await TLSServers.url(server, path), body: body, isIdempotent: true)
      return try JSONDecoder().decode(Answer.self, from: await transport.send(request).body)
    }

    @Test(arguments: [true, false])
    func `an authority of one's own`(_ usesHTTP2: Bool) async throws {
      let transport = try await transport(usesHTTP2: usesHTTP2)
      for size in [0, 2, 3_000_000] {
        let answer = try await answer(transport, \.good, "/a?b=%20c", size: size)
        #expect(answer.protocol == (usesHTTP2 ? "h2" : "http/1.1"))
        #expect(answer.path == "/a?b=%20c")
        #expect(answer.received == size)
      }
    }

    @Test func `without HTTP/2 at the server`() async throws {
      #expect(try await answer(transport(), \.http1).protocol == "http/1.1")
    }

    @Test(
      arguments: [\TLSServers.Ready.selfSigned, \.wrongHost, \.expired]
        as [KeyPath<TLSServers.Ready, Int> & Sendable])
    func `bad certificates`(_ server: KeyPath<TLSServers.Ready, Int> & Sendable) async throws {
      let error = await #expect(throws: GraphQLConnectionError.self) { try await answer(transport(), server) }
      #expect(error?.code == .serverCertificateUntrusted)
    }

    @Test func `an authority that only we know is not the system's`() async throws {
      let transport = try #require(GraphQLCurlTransport())
      let error = await #expect(throws: GraphQLConnectionError.self) { try await answer(transport, \.good) }
      #expect(error?.code == .serverCertificateUntrusted)
    }

    @Test func `requests at once share an HTTP/2 connection`() async throws {
      let transport = try await transport()
      let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
        for _ in 0..<64 { group.addTask { try await answer(transport, \.good) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count == 64)
      #expect(Set(answers.map(\.connection)).count == 1)
    }

    @Test func `fields and a large body over HTTP/2`() async throws {
      let url = try await TLSServers.url(\.good, "/bytes/5000000")
      let response = try await transport().send(GraphQLHTTPRequest(method: .get, url: url))
      #expect(response.status == 200)
      #expect(response.body.count == 5_000_000)
      #expect(response.headers.values(of: "Set-Cookie") == ["a=1", "b=2"])
    }

    @Test func `a cancelled request leaves the others of its connection alone`() async throws {
      let transport = try await transport()
      let first = try await answer(transport, \.good)
      let url = try await TLSServers.url(\.good, "/silent")
      let task = Task { try await transport.send(GraphQLHTTPRequest(url: url)) }
      try await Task.sleep(for: .milliseconds(50))
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await answer(transport, \.good).connection == first.connection)
    }

    @Test func `a server that goes away is asked on a new connection`() async throws {
      let transport = try await transport()
      let first = try await answer(transport, \.good, "/last")
      let second = try await answer(transport, \.good)
      #expect(first.connection != second.connection)
    }

    @Test func `a stream that the server resets`() async throws {
      let url = try await TLSServers.url(\.good, "/reset")
      let transport = try await transport()
      await #expect(throws: GraphQLConnectionError.self) {
        try await transport.send(GraphQLHTTPRequest(url: url))
      }
      #expect(try await answer(transport, \.good).received == 2)
    }

    /// The server says that it has not processed the stream: by REFUSED_STREAM, or by GOAWAY.
    @Test(arguments: ["/refuse", "/leave"], [true, false])
    func `a request over HTTP/2 that the server has not processed is sent again`(
      _ path: String, _ isIdempotent: Bool
    ) async throws {
      let transport = try await transport()
      for attempt in 0..<20 {
        // With and without a kept connection.
        if attempt % 2 == 0 { _ = try await answer(transport, \.good) }
        let name = "\(path) \(isIdempotent) \(attempt)"
        let request = GraphQLHTTPRequest(
          url: try await TLSServers.url(\.good, path), body: .bytes(Data(name.utf8)),
          isIdempotent: isIdempotent)
        #expect(try await transport.send(request).status == 200)
        #expect(try await ledger(transport).count { $0 == name } == 1, "\(name)")
      }
    }

    @Test func `a mutation over HTTP/2 that a server has carried out before it went away is not sent again`()
      async throws
    {
      let transport = try await transport()
      for attempt in 0..<20 {
        if attempt % 2 == 0 { _ = try await answer(transport, \.good) }
        let name = "/lose \(attempt)"
        let request = GraphQLHTTPRequest(
          url: try await TLSServers.url(\.good, "/lose"), body: .bytes(Data(name.utf8)))
        let error = await #expect(throws: GraphQLClientError.self) { try await transport.send(request) }
        guard case .outcomeUnknown = error else { throw try #require(error) }
        #expect(try #require(error).description.contains("rewind") == false)
        #expect(try await ledger(transport).count { $0 == name } == 1)
      }
    }

    @Test func `a mutation over HTTP/2 that is refused each time was not carried out`() async throws {
      let transport = try await transport()
      for attempt in 0..<4 {
        if attempt % 2 == 0 { _ = try await answer(transport, \.good) }
        let request = GraphQLHTTPRequest(
          url: try await TLSServers.url(\.good, "/never"), body: .bytes(Data("never".utf8)))
        let error = await #expect(throws: GraphQLClientError.self) { try await transport.send(request) }
        #expect(error?.execution == .notSent)
        #expect(try #require(error).description.contains("rejected the request"))
        // The handle's next request is not taken for refused.
        let mutation = GraphQLHTTPRequest(
          url: try await TLSServers.url(\.good, "/lose"), body: .bytes(Data("after \(attempt)".utf8)))
        _ = try? await transport.send(mutation)
        #expect(try await ledger(transport).count { $0 == "after \(attempt)" } == 1)
      }
    }

    private func ledger(_ transport: GraphQLCurlTransport) async throws -> [String] {
      let url = try await TLSServers.url(\.good, "/ledger")
      let request = GraphQLHTTPRequest(method: .get, url: url, isIdempotent: true)
      return try JSONDecoder().decode([String].self, from: await transport.send(request).body)
    }

    @Test func `an answer over HTTP/2 as it comes`() async throws {
      let url = try await TLSServers.url(\.good, "/bytes/5000000")
      let stream = try await transport().stream(GraphQLHTTPRequest(url: url))
      var count = 0
      for try await piece in stream {
        count += piece.count
        if count == piece.count { try await Task.sleep(for: .milliseconds(100)) }
      }
      #expect(count == 5_000_000)
    }
  #endif
}
