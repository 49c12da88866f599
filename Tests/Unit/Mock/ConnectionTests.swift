import ApusLoopback
import Testing

@testable import ApusMock

/// Connections with a clock of the test's own.
@Suite(.timeLimit(.minutes(15))) struct ConnectionTests {
  private let endpoint = MockEndpoint.ofTwoFields()

  private func request(_ query: String, _ accept: String = "application/json") -> [UInt8] {
    let body = "{\"query\":\"\(query)\"}"
    return Array(
      "POST / HTTP/1.1\r\nContent-Type: application/json\r\nAccept: \(accept)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        .utf8)
  }

  private func text(_ connection: LoopbackConnection) -> String {
    String(decoding: connection.output, as: UTF8.self)
  }

  @Test func `the next request waits for the answer to be taken`() {
    var connection = LoopbackConnection(0, now: 0)
    connection.receive((request("{__typename}") + request("{b:__typename}"))[...], endpoint, now: 0)
    #expect(text(connection).hasSuffix("{\"data\":{\"__typename\":\"Query\"}}"))
    connection.sent(10, endpoint, now: 0)
    #expect(!text(connection).contains("\"b\""))
    connection.sent(connection.output.count, endpoint, now: 0)
    #expect(text(connection).hasSuffix("{\"data\":{\"b\":\"Query\"}}"))
    #expect(!connection.isOver(now: 0))
  }

  @Test func `who is slow is left`() {
    var connection = LoopbackConnection(0, now: 0)
    connection.receive(request("{__typename}").prefix(20), endpoint, now: 5000)
    #expect(!connection.isOver(now: 15_000))
    connection.receive([0x41], endpoint, now: 14_000)
    #expect(connection.isOver(now: 15_001))
    #expect(connection.rest(now: 14_000) == 1001)
  }

  @Test func `events come one by one`() {
    var connection = LoopbackConnection(0, now: 0)
    connection.receive(request("subscription{a}", "text/event-stream")[...], endpoint, now: 100)
    #expect(text(connection).contains("Connection: close\r\n\r\n"))
    connection.advance(now: 100)
    #expect(!text(connection).contains("event:"))
    connection.sent(connection.output.count, endpoint, now: 100)
    connection.advance(now: 100)
    #expect(text(connection).hasPrefix("event: next\ndata: {\"data\":{\"a\":"))
    // Ten seconds to take it, and the pause of half a second.
    #expect(connection.rest(now: 100) == 10_501)
    #expect(!connection.isOver(now: 10_600) && connection.isOver(now: 10_601))
    connection.sent(connection.output.count, endpoint, now: 100)
    connection.advance(now: 599)
    #expect(connection.output.isEmpty && connection.rest(now: 599) == 1)
    connection.advance(now: 600)
    #expect(text(connection).hasSuffix("event: complete\ndata:\n\n"))
    connection.sent(connection.output.count, endpoint, now: 600)
    #expect(connection.isOver(now: 600))
  }

  @Test func `a client that asks may go on`() {
    var connection = LoopbackConnection(0, now: 0)
    let head =
      "POST / HTTP/1.1\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 24\r\n\r\n"
    connection.receive(Array(head.utf8)[...], endpoint, now: 0)
    #expect(text(connection) == "HTTP/1.1 100 Continue\r\n\r\n")
    connection.sent(connection.output.count, endpoint, now: 0)
    connection.receive(Array("{\"query\":\"{__typename}\"}".utf8)[...], endpoint, now: 0)
    #expect(text(connection).hasPrefix("HTTP/1.1 200 OK\r\n"))
  }

  @Test func `requests are read in any pieces`() {
    let bytes = request("{__typename}")
    for count in bytes.indices.dropLast() {
      guard case .incomplete = HTTPRequest.parse(Array(bytes.prefix(count))) else {
        Issue.record("\(count) bytes are no whole request")
        return
      }
    }
    guard case .request(let parsed, let count) = HTTPRequest.parse(bytes + [0x41]) else {
      Issue.record("the request is not read")
      return
    }
    #expect(count == bytes.count && parsed.method == "POST" && parsed.body.count == 24)
  }

  @Test func `parameters are decoded`() {
    let request = HTTPRequest(
      method: "GET", target: "/graphql?query=%7Ba+b%7d&x=%zz%&empty=&none", headers: [:], body: [])
    #expect(request.parameters == ["query": "{a b}", "x": "%zz%", "empty": "", "none": ""])
  }

  @Test func `a connection ends after a request that is refused`() {
    var connection = LoopbackConnection(0, now: 0)
    connection.receive(Array("GET /\r\n\r\nGET /\r\n\r\n".utf8)[...], endpoint, now: 0)
    let sent = text(connection)
    #expect(sent.hasPrefix("HTTP/1.1 400 Bad Request\r\n") && sent.hasSuffix("Connection: close\r\n\r\n"))
    // What arrives afterwards is not read.
    connection.receive(request("{__typename}")[...], endpoint, now: 0)
    #expect(text(connection) == sent && !connection.isOver(now: 0))
    connection.sent(connection.output.count, endpoint, now: 0)
    #expect(connection.output.isEmpty && connection.isOver(now: 0))
  }

  @Test func `input during a stream is not read`() {
    var connection = LoopbackConnection(0, now: 0)
    connection.receive(request("subscription{a}", "text/event-stream")[...], endpoint, now: 0)
    connection.receive(request("{__typename}")[...], endpoint, now: 0)
    #expect(connection.input.isEmpty)
  }

  @Test func `a connection waits a minute for the next request, and ten seconds for its end`() {
    var connection = LoopbackConnection(0, now: 0)
    connection.receive(request("{__typename}")[...], endpoint, now: 100)
    connection.sent(connection.output.count, endpoint, now: 100)
    #expect(connection.rest(now: 100) == 60_001)
    #expect(!connection.isOver(now: 60_100) && connection.isOver(now: 60_101))
    connection.receive([0x47], endpoint, now: 60_000)
    #expect(connection.rest(now: 60_000) == 10_001)
    #expect(!connection.isOver(now: 70_000) && connection.isOver(now: 70_001))
  }
}
