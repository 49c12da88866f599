import Foundation
import Testing

@testable import ApusClient

@Suite(.timeLimit(.minutes(15))) struct StreamReaderTests {
  private func events(_ text: String, pieces: Int) throws -> [String] {
    var reader = EventStreamReader(maximumBytes: 1000)
    return try Self.pieces(Data(text.utf8), pieces).flatMap { try reader.read($0) }.map {
      "\($0.name)=\(String(decoding: $0.data, as: UTF8.self))"
    }
  }

  private func parts(_ text: String, boundary: String = "graphql", pieces: Int) throws -> ([String], Bool) {
    var reader = MultipartReader(boundary: boundary, maximumBytes: 1000)
    let parts = try Self.pieces(Data(text.utf8), pieces).flatMap { try reader.read($0) }
    return (parts.map { String(decoding: $0, as: UTF8.self) }, reader.isComplete)
  }

  private static func pieces(_ data: Data, _ size: Int) -> [Data] {
    stride(from: 0, to: data.count, by: size).map { data[$0..<min($0 + size, data.count)] }
  }

  @Test(arguments: [1, 64, 10_000, 1 << 24])
  func `reading many parts moves each byte at most once`(_ size: Int) throws {
    let body = Data((String(repeating: "--graphql\r\n\r\n{}\r\n", count: 5000) + "--graphql--").utf8)
    var reader = MultipartReader(boundary: "graphql", maximumBytes: body.count)
    let count = try Self.pieces(body, size).reduce(0) { try $0 + reader.read($1).count }
    #expect(count == 5000)
    #expect(reader.isComplete)
    // Up to a delimiter is kept of each piece, because the next one may end it.
    #expect(reader.movedByteCount <= body.count + 5000 * 20)
  }

  @Test func `header fields of a part end before long`() {
    var reader = MultipartReader(boundary: "graphql", maximumBytes: 1 << 20)
    let body = Data("--graphql\r\nX: ".utf8) + Data(repeating: UInt8(ascii: "a"), count: 20_000)
    #expect { try reader.read(body) } throws: { error in
      guard case GraphQLClientError.responseTooLarge(let limit) = error else { return false }
      return limit < 20_000
    }
  }

  static let sizes = [1, 2, 3, 7, 10_000]

  @Test(
    arguments: [
      ("event: next\ndata: {\"a\":1}\n\n", ["next={\"a\":1}"]),
      ("event:next\r\ndata:1\r\n\r\nevent: complete\r\ndata:\r\n\r\n", ["next=1", "complete="]),
      ("event: next\rdata: 1\r\rdata: 2\r\r", ["next=1", "message=2"]),
      ("\u{FEFF}data: 1\n\n", ["message=1"]),
      (":\n\n: keep alive\n\nevent: complete\n\n", ["complete="]),
      ("data: 1\ndata:  2\ndata\n\n", ["message=1\n 2\n"]),
      ("id: 7\nretry: 10\nevent: next\ndata: x\nunknown: y\n\n", ["next=x"]),
      ("event: a\nevent: b\ndata: 1\n\ndata: 2\n\n", ["b=1", "message=2"]), ("event: a\n\n", ["a="]),
      ("Event: a\n data: 1\ndata : 2\n\n", []),
      ("event: next\ndata: not ended", []), ("\n\n\n", []), ("", []),
    ] as [(String, [String])])
  func `event streams`(_ text: String, _ expected: [String]) throws {
    for size in Self.sizes { #expect(try events(text, pieces: size) == expected, "in pieces of \(size)") }
  }

  @Test(
    arguments: [
      ("data: x\n\n", nil, nil), ("id: 7\n", nil, nil), ("id: 7\n\n", "7", nil),
      ("id: 7\n\nid: 8\ndata: x\n", "7", nil), ("id: 7\n\ndata: x\n\n", "7", nil),
      ("id: 7\n\nid\n\n", "", nil), ("id: 7\n\nid: a\0b\n\n", "7", nil), ("ID: 7\n\n", nil, nil),
      ("retry: 10\n", nil, 10), ("retry:0\n", nil, 0), ("retry: 10\nretry: 20\n\n", nil, 20),
      ("retry: 10\nretry: 2x\nretry: -1\nretry: 2147483648\nretry\nretry:  1\n", nil, 10),
      ("retry: 2147483647\n", nil, 2_147_483_647),
    ] as [(String, String?, Int?)])
  func `identifiers and pauses of event streams`(
    _ text: String, _ identifier: String?, _ milliseconds: Int?
  ) throws {
    for size in Self.sizes {
      var reader = EventStreamReader(maximumBytes: 1000)
      for piece in Self.pieces(Data(text.utf8), size) { _ = try reader.read(piece) }
      #expect(reader.lastIdentifier == identifier)
      #expect(reader.retryDelay == milliseconds.map { .milliseconds($0) })
    }
  }

  @Test(
    arguments: [
      (
        "--graphql\r\nContent-Type: application/json\r\n\r\n{\"a\":1}\r\n--graphql\r\n\r\n{}\r\n--graphql--\r\n",
        ["{\"a\":1}", "{}"], true
      ),
      // The boundary comes with the next part.
      (
        "\r\n--graphql\r\ncontent-type: application/json\r\n\r\n{\"a\":\"}\\\"\"}", ["{\"a\":\"}\\\"\"}"],
        false
      ),
      // No boundary before the first part, and an empty part at the end.
      (
        "Content-Type: application/json\r\n\r\n{\"a\":1}\r\n--graphql\r\n\r\n\r\n--graphql--", ["{\"a\":1}"],
        true
      ),
      ("{\"a\":1}\r\n--graphql--\r\n", ["{\"a\":1}"], true),
      ("A preamble.\r\n--graphql  \r\nX: y\r\n\r\n[1]\r\n--graphql--\r\nAn epilogue {}", ["[1]"], true),
      ("--graphql\n\n{\"a\":{\"b\":[]}}\n--graphql--\n", ["{\"a\":{\"b\":[]}}"], true),
      // The text of a boundary within a string.
      (
        "--graphql\r\n\r\n{\"a\":\"--graphql--\"}\r\n--graphql\r\n\r\n{\"b\":\"--graphql\"}\r\n--graphql--\r\n",
        ["{\"a\":\"--graphql--\"}", "{\"b\":\"--graphql\"}"], true
      ),
      // A part that breaks off.
      ("--graphql\r\n\r\n{\"a\":\r\n--graphql\r\n\r\n{}\r\n--graphql--", ["{\"a\":", "{}"], true),
      ("--graphql\r\n\r\n--graphql\r\n\r\n{}\r\n--graphql--", ["{}"], true),
    ] as [(String, [String], Bool)])
  func `multipart bodies`(_ text: String, _ expected: [String], _ isComplete: Bool) throws {
    for size in Self.sizes {
      let (parts, ended) = try parts(text, pieces: size)
      #expect(parts == expected, "in pieces of \(size)")
      #expect(ended == isComplete, "in pieces of \(size)")
    }
  }

  @Test func `a boundary of one dash`() throws {
    let text = "\r\n---\r\nContent-Type: application/json\r\n\r\n{\"n\":-1}\r\n---\r\n\r\n{}\r\n-----\r\n"
    for size in Self.sizes {
      #expect(try parts(text, boundary: "-", pieces: size) == (["{\"n\":-1}", "{}"], true))
    }
  }

  @Test func `events, parts and header fields may have as many bytes as the limit says`() throws {
    for size in [1, 99, 10_000] {
      for (count, fits) in [(1000, true), (1001, false)] {
        let line = "data:" + String(repeating: "x", count: count - 5)
        #expect(((try? events(line, pieces: size)) != nil) == fits)
        // The first line counts without its name.
        let lines = "data:x\ndata:" + String(repeating: "y", count: count - 6)
        #expect(((try? events(lines, pieces: size)) != nil) == fits)
        let part = "--graphql\r\n\r\n[" + String(repeating: " ", count: count - 1)
        #expect(((try? parts(part, pieces: size)) != nil) == fits)
      }
      // Header fields are searched from their beginning with each piece.
      for (count, fits) in [(1 << 14, true), (1 << 14 + 1, false)] where size > 1 {
        var reader = MultipartReader(boundary: "graphql", maximumBytes: 1 << 20)
        let head = Data("--graphql\r\n".utf8) + Data(repeating: UInt8(ascii: "a"), count: count)
        let isRead = (try? Self.pieces(head, size).forEach { _ = try reader.read($0) }) != nil
        #expect(isRead == fits)
      }
    }
  }

  @Test func `what is too long`() {
    #expect(throws: GraphQLClientError.self) {
      try events("data: \(String(repeating: "x", count: 2000))", pieces: 99)
    }
    #expect(throws: GraphQLClientError.self) {
      try events(String(repeating: "data: \(String(repeating: "x", count: 100))\n", count: 20), pieces: 99)
    }
    #expect(throws: GraphQLClientError.self) {
      try parts("--graphql\r\n\r\n\"\(String(repeating: "x", count: 2000))", pieces: 99)
    }
  }

  @Test(
    arguments: [
      (#"multipart/mixed; boundary=graphql"#, "graphql"), (#"multipart/mixed;boundary="a;\"b""#, "a;\"b"),
      (#"multipart/mixed; deferSpec=20220824; Boundary = "-" ; x"#, "-"), ("multipart/mixed", nil),
      ("multipart/mixed; boundary", nil), ("multipart/mixed;\tboundary=a\t;\tb=c", "a"),
      ("multipart/mixed ; x=boundary ; boundary=a", "a"),
      ("multipart/mixed; x=\"; boundary=b\"; boundary=a", "a"),
      ("multipart/mixed; boundaryx=b; boundary=\"a b\"", "a b"), ("multipart/mixed; boundary=\"a", "a"),
      (#"multipart/mixed; boundary="a\\b""#, #"a\b"#), ("multipart/mixed; boundary=", ""), ("", nil),
    ] as [(String, String?)])
  func `the boundary of a content type`(_ field: String, _ boundary: String?) {
    let headers: GraphQLHTTPHeaders = ["Content-Type": field]
    #expect(headers.boundary == boundary)
  }

  private static let structure: [UInt8] = Array("\r\n:-{}[]\"\\ dataevent".utf8)

  /// Whatever comes, however it is cut: the same events, no crash.
  @Test func `mutated event streams in pieces of any size`() throws {
    let seed = Array(
      "\u{FEFF}event: next\r\ndata: {\"a\":1}\r\n\r\n:\n\ndata:x\rdata\r\revent: complete\ndata:\n\n".utf8)
    var found = 0
    try Fuzzing.run("event streams") { random in
      var bytes = seed
      bytes.mutate(with: Self.structure, using: &random)
      var whole = EventStreamReader(maximumBytes: 1000)
      var cut = EventStreamReader(maximumBytes: 1000)
      let events = try whole.read(Data(bytes))
      let others = try bytes.pieces(using: &random).flatMap { try cut.read(Data($0)) }
      #expect(events == others, "\(bytes)")
      found += events.count
    }
    #expect(found > 0)
  }

  /// Whatever comes, however it is cut: the same parts, no crash.
  @Test func `mutated multipart bodies in pieces of any size`() throws {
    let seed = Array(
      "--graphql\r\nContent-Type: application/json\r\n\r\n{\"a\":\"\\\"\"}\r\n--graphql\r\n\r\n{}\r\n--graphql--\r\n"
        .utf8)
    var found = 0
    try Fuzzing.run("multipart bodies") { random in
      var bytes = seed
      bytes.mutate(with: Self.structure + Array("--graphql".utf8), using: &random)
      var whole = MultipartReader(boundary: "graphql", maximumBytes: 1000)
      var cut = MultipartReader(boundary: "graphql", maximumBytes: 1000)
      let parts = try whole.read(Data(bytes))
      let others = try bytes.pieces(using: &random).flatMap { try cut.read(Data($0)) }
      #expect(parts == others && whole.isComplete == cut.isComplete, "\(bytes)")
      found += parts.count
    }
    #expect(found > 0)
  }
}
