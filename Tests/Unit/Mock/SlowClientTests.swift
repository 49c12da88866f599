import ApusLoopback
import ApusSource
import Foundation
import Testing

@testable import ApusMock

/// Clients that take an answer in small pieces, or not at all.
@Suite(.timeLimit(.minutes(15))) struct SlowClientTests {
  private func connect(to port: Int) throws -> Int32 {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = Int32(SOCK_STREAM)
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    // Small, so that the server's buffer is soon full.
    var size: Int32 = 4096
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #if canImport(Darwin)
          Darwin.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        #else
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        #endif
      }
    }
    try #require(result == 0)
    return descriptor
  }

  private func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    #expect(send(descriptor, bytes, bytes.count, 0) == bytes.count)
  }

  /// What comes until the server closes the connection.
  private func readToEnd(_ descriptor: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count <= 0 { return all }
      all += buffer[..<count]
    }
  }

  /// Calls `body` with the port of a server that runs until then.
  private func withServer(
    _ answers: @escaping @Sendable () -> MockAnswers, _ body: (_ port: Int) throws -> Void
  ) async throws {
    let (ports, port) = AsyncStream<Int>.makeStream()
    let thread = Thread {
      defer { port.finish() }
      guard var server = try? LoopbackServer(MockEndpoint(answers: answers()), port: 0) else { return }
      port.yield(server.port)
      server.run { Thread.current.isCancelled }
    }
    thread.start()
    var iterator = ports.makeAsyncIterator()
    let number = try #require(await iterator.next())
    let result = Result { try body(number) }
    thread.cancel()
    _ = await iterator.next()
    try result.get()
  }

  private func expectAnswer(_ descriptor: Int32) {
    write("GET /?query={__typename} HTTP/1.1\r\nConnection: close\r\n\r\n", to: descriptor)
    let answer = String(decoding: readToEnd(descriptor), as: UTF8.self)
    #expect(answer.hasSuffix(#"{"data":{"__typename":"Query"}}"#))
  }

  @Test func `a client that reads late gets the whole answer, and others need not wait for it`() async throws
  {
    @Sendable func answers() -> MockAnswers {
      let sources = [SourceFile(path: "s.graphqls", text: "type Query { a: [String!]! }")]
      let schema = MockSchema(sources)
      // The system keeps up to four megabytes for a client that does not read.
      let text = String(repeating: "x", count: 1000)
      let file = SourceFile(path: "examples.json", text: #"{"scalars":{"String":"\#(text)"}}"#)
      var options = MockOptions()
      options.listLength = 6000
      return MockAnswers(sources, schema, MockExamples.read(file, schema).0, options)
    }
    try await withServer(answers) { port in
      let slow = try connect(to: port)
      write("GET /?query={a} HTTP/1.1\r\nConnection: close\r\n\r\n", to: slow)
      for _ in 0..<3 {
        let other = try connect(to: port)
        expectAnswer(other)
        close(other)
      }
      let answer = String(decoding: readToEnd(slow), as: UTF8.self)
      close(slow)
      let parts = answer.components(separatedBy: "\r\n\r\n")
      let body = try #require(parts.last)
      #expect(parts.first?.contains("\r\nContent-Length: \(body.utf8.count)\r\n") == true)
      #expect(body.utf8.count > 6_000_000 && body.hasSuffix("]}}"))
    }
  }

  @Test func `a server has 128 connections at most`() async throws {
    @Sendable func answers() -> MockAnswers {
      let sources = [SourceFile(path: "s.graphqls", text: "type Query { a: Int }")]
      return MockAnswers(sources, MockSchema(sources), MockExamples(), MockOptions())
    }
    try await withServer(answers) { port in
      let all = try (0..<129).map { _ in try connect(to: port) }
      defer { for descriptor in all { close(descriptor) } }
      // The last one is closed at once: if it had timed out, so would have those before it.
      #expect(readToEnd(all[128]).isEmpty)
      expectAnswer(all[127])
      let next = try connect(to: port)
      expectAnswer(next)
      close(next)
    }
  }
}
