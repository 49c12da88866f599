import ApusClient
import ApusPlatform
import Foundation
import Testing

/// How long the parts of a request took, by the same type from every transport.
@Suite(.timeLimit(.minutes(15))) struct TransportTimingTests {
  @Test(arguments: TransportKind.all)
  func `the first byte, the end, and whether the connection was kept`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      while connection.readRequest() != nil {
        usleep(100_000)
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 24\r\n\r\n{")
        usleep(100_000)
        connection.write(#""data":{"hello":"you"}}"#)
      }
    }
    let client = GraphQLClient(url: server.url, transport: try kind.make(), timeout: .seconds(3600))
    for isSecond in [false, true] {
      let start = ContinuousClock.now
      let timing = try #require(try await client.response(for: HelloQuery()).timing)
      let elapsed = start.duration(to: .now)
      let firstByte = try #require(timing.firstByte)
      #expect(firstByte >= .milliseconds(90))
      // A busy client may see both parts of the answer at once.
      #expect(timing.total >= firstByte)
      #expect(timing.total <= elapsed)
      #expect(timing.tls == nil)
      // Foundation on Android and Windows does not say.
      if timing.isReused != nil {
        #expect(timing.isReused == isSecond)
        #expect((timing.connect == nil) == isSecond)
        #expect((timing.nameLookup == nil) == isSecond)
      }
    }
  }

  #if os(Linux)
    @Test func `GraphQLCurlTransport knows whether the connection was kept`() async throws {
      let server = try RawServer { connection, _ in
        while connection.readRequest() != nil { connection.answer() }
      }
      let transport = try TransportKind.curl.make()
      for isSecond in [false, true] {
        let timing = try await transport.send(GraphQLHTTPRequest(url: server.url)).timing
        #expect(timing?.isReused == isSecond)
      }
    }
  #endif
}
